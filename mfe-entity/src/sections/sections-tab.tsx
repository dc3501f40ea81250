import { EmptyState } from '@cairn/ui';
import type { ReactNode } from 'react';
import type { KindTab, Section, TabProps } from '../kind-page/kind-page.ts';
import { groupProperties } from '../properties/group-properties.ts';
import styles from './rows-tab.module.css';

/** A tab of sections under the text of the entity, such as the conversation of a comment; it says None without any. */
export function sectionsTab(id: string, label: string, sections: readonly Section[]): KindTab {
  function Body(props: TabProps): ReactNode {
    const { entity, page } = props;
    const groups = groupProperties(entity);
    return (
      <>
        <div className={styles.lists}>
          <page.Summary entity={entity} />
          {sections.map((Each, at) => (
            <Each key={at} {...props} groups={groups} />
          ))}
        </div>
        <div className={styles.otherwise}>
          <EmptyState title="None">{`Nothing under ${label.toLowerCase()} is known of this yet.`}</EmptyState>
        </div>
      </>
    );
  }
  return { id, label, Body };
}

import { Panel } from '@cairn/ui';
import type { ReactNode } from 'react';
import { EntityLink } from '../frame/entity-link.tsx';
import type { EntityProps, KindPage, SectionProps } from '../kind-page/kind-page.ts';
import { DefinitionList } from '../properties/definition-list.tsx';
import { PropertyList } from '../properties/property-list.tsx';
import styles from './rail.module.css';

/** Shown by the header and summary of every page. */
const SHOWN_ELSEWHERE = ['name', 'body', 'description', 'createdAt', 'updatedAt'];
/** Relations with more entities are in the Work tab. */
const RELATED_AT_MOST = 3;

function FewRelations({ entity, page }: EntityProps & { readonly page: KindPage }): ReactNode {
  const relations = entity.relations.filter(
    ({ name, total }) => page.rail.relations.includes(name) && total > 0 && total <= RELATED_AT_MOST,
  );
  if (relations.length === 0) return null;
  return (
    <DefinitionList
      rows={relations.map(({ name, label, items }) => ({
        key: name,
        name: label.replace(/ \(.*\)$/, ''),
        value: (
          <div className={styles.links}>
            {items.map((item) => (
              <EntityLink key={item.uuid} uuid={item.uuid}>
                {item.name}
              </EntityLink>
            ))}
          </div>
        ),
      }))}
    />
  );
}

/** The key attributes beside the overview, followed by the kind's cards. */
export function Rail({ entity, page, groups }: SectionProps): ReactNode {
  const leftOut = [...SHOWN_ELSEWHERE, ...page.rail.leaveOut(entity)];
  const shown = [...groups.properties, ...groups.dates].filter(({ name }) => !leftOut.includes(name));
  const cards = page.cards.flatMap(({ title, content }) => {
    const body = content(entity);
    return body ? [{ title, content: body }] : [];
  });
  return (
    <>
      <Panel title="Details">
        <FewRelations entity={entity} page={page} />
        <PropertyList properties={shown} />
      </Panel>
      {cards.map(({ title, content }) => (
        <Panel key={title} title={title}>
          {content}
        </Panel>
      ))}
    </>
  );
}

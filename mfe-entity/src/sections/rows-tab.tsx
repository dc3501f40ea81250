import { EmptyState } from '@cairn/ui';
import { MessagesSquare } from 'lucide-react';
import type { ReactNode } from 'react';
import { countOf } from '../entity/read-entity.ts';
import type { KindTab, TabProps } from '../kind-page/kind-page.ts';
import { RelatedRows } from '../rows/related-rows.tsx';
import type { RowSpec } from '../rows/row-spec.ts';
import styles from './rows-tab.module.css';

/** A tab of lists of related entities; it says None where nothing is related. */
export function rowsTab(id: string, label: string, specs: readonly RowSpec[]): KindTab {
  function Body({ entity }: TabProps): ReactNode {
    const filled = specs.filter(
      ({ listed, relation }) => listed?.(entity) ?? (countOf(entity, relation) ?? 0) > 0,
    );
    if (filled.length === 0) {
      return (
        <EmptyState icon={<MessagesSquare aria-hidden />} title="None">
          {`Nothing under ${label.toLowerCase()} is related to this yet.`}
        </EmptyState>
      );
    }
    return (
      <div className={styles.lists}>
        {filled.map((spec) => (
          <RelatedRows key={spec.title} entity={entity} spec={spec} />
        ))}
      </div>
    );
  }
  return { id, label, Body };
}

import { EmptyState } from '@cairn/ui';
import { Layers } from 'lucide-react';
import type { ReactNode } from 'react';
import { kindOf } from '../entity/read-entity.ts';
import type { TabProps } from '../kind-page/kind-page.ts';
import { listedRelations, tableQuery } from './listed-relations.ts';
import { RelatedPanels } from './related-panels.tsx';
import { RelatedTables } from './related-tables.tsx';
import { WorkList } from './work-list.tsx';
import styles from './work-tab.module.css';

/** The work of an entity: a table for large relations, short lists for small ones. */
export function WorkTab({ entity, page }: TabProps): ReactNode {
  const relations = listedRelations(entity, page.work.lists);
  if (relations.length === 0) {
    return (
      <EmptyState icon={<Layers aria-hidden />} title="None">
        {page.work.whyEmpty(entity) ?? 'Nothing is related to this yet.'}
      </EmptyState>
    );
  }
  const many = relations.filter((relation) => tableQuery(entity, relation, 'UTC') !== null);
  return (
    <div className={styles.lists}>
      <WorkList key={`work ${entity.uuid}`} entity={entity} />
      <RelatedTables key={entity.uuid} entity={entity} relations={many} />
      <RelatedPanels uuid={entity.uuid} kind={kindOf(entity)} relations={relations} inTables={many} />
    </div>
  );
}

import { EmptyState, Text } from '@cairn/ui';
import { Segmented } from '@cairn/ui/fields';
import { Layers } from 'lucide-react';
import type { ReactNode } from 'react';
import { countOf, kindOf } from '../entity/read-entity.ts';
import { useAddressed } from '../frame/addressed.ts';
import type { EntityProps, TabProps } from '../kind-page/kind-page.ts';
import { type EntityRelation, listedRelations, tableQuery } from './listed-relations.ts';
import { RelatedPanels } from './related-panels.tsx';
import { RelatedTables } from './related-tables.tsx';
import { WorkList } from './work-list.tsx';
import styles from './work-tab.module.css';

const CHOICES = [
  { value: 'latest', label: 'Latest work' },
  { value: 'relations', label: 'By relation' },
];

/** What lasts is no work, so none of it is the latest. */
const LASTING = new Set([
  'Person',
  'Team',
  'TimeInStatus',
  'SourceFile',
  'Project',
  'Repository',
  'Channel',
  'Event',
]);
const isWork = ({ target, total }: EntityRelation) => total > 0 && !LASTING.has(target);

function Relations({
  entity,
  relations,
}: EntityProps & { readonly relations: readonly EntityRelation[] }): ReactNode {
  const many = relations.filter((relation) => tableQuery(entity, relation, 'UTC') !== null);
  return (
    <>
      <RelatedTables key={entity.uuid} entity={entity} relations={many} />
      <RelatedPanels uuid={entity.uuid} kind={kindOf(entity)} relations={relations} inTables={many} />
    </>
  );
}

/** The work of an entity: all of it by time, or what each relation leads to. The address keeps which. */
export function WorkTab({ entity, page }: TabProps): ReactNode {
  const { read, write } = useAddressed();
  const relations = listedRelations(entity, page.work.lists);
  if (relations.length === 0) {
    return (
      <EmptyState icon={<Layers aria-hidden />} title="None">
        {page.work.whyEmpty(entity) ?? 'Nothing is related to this yet.'}
      </EmptyState>
    );
  }
  const hasWork = relations.some(isWork);
  const view = hasWork && read('work') !== 'relations' ? 'latest' : 'relations';
  // The overview of such a page begins with the commits of the default branch.
  const missing = page.work.whatIsMissing(entity);
  const isWider = page.overview.startsOnDefaultBranch && (countOf(entity, 'Commit') ?? 0) > 0;
  return (
    <div className={styles.lists}>
      {hasWork && (
        <div>
          <Segmented
            aria-label="Work as"
            data={CHOICES}
            value={view}
            onChange={(next) => write({ work: next === 'latest' ? null : next })}
          />
        </div>
      )}
      {isWider && (
        <Text as="p" tone="muted">
          Commits of all branches are counted here.
        </Text>
      )}
      {missing !== null && (
        <Text as="p" tone="muted">
          {missing}
        </Text>
      )}
      {view === 'latest' ? (
        <WorkList key={`work ${entity.uuid}`} entity={entity} />
      ) : (
        <Relations entity={entity} relations={relations} />
      )}
    </div>
  );
}

import { SAVED_TYPES } from '@cairn/contracts';
import { CATALOGUE } from '@cairn/entities';
import { savedTypeOf, useSavedPage, useSavedThing } from '@cairn/saved';
import { EmptyState, ErrorState, Panel, Skeleton, TableSkeleton, Text } from '@cairn/ui';
import { FileText } from 'lucide-react';
import type { ReactNode } from 'react';
import type { TabProps } from '../kind-page/kind-page.ts';
import { kindOf } from '../entity/read-entity.ts';
import { ReportForm } from './report-form.tsx';
import styles from './reports-tab.module.css';

const TYPE = 'narrative-v1';
const savedReport = savedTypeOf(TYPE, SAVED_TYPES[TYPE]);

/** The kinds to which reports can be narrowed: those that people read about by name or key. */
export const FILTERABLE: Readonly<Record<string, (entity: TabProps['entity']) => string>> = {
  Issue: ({ properties, uuid }) =>
    typeof properties['issueKey'] === 'string' ? properties['issueKey'] : uuid,
  Person: ({ name, uuid }) => name ?? uuid,
};

function ReportCard({
  id,
  kind,
  entity,
}: {
  id: string;
  kind: string;
  entity: TabProps['entity'];
}): ReactNode {
  const { data: link, error, refetch } = useSavedThing(id);
  const state = link && savedReport.stateOf(link);
  const value = FILTERABLE[kind]?.(entity) ?? entity.uuid;
  return (
    <Panel title={link?.name ?? 'Report'}>
      {error && !link ? (
        <ErrorState
          inline
          title="The report could not be read"
          error={error}
          onRetry={() => void refetch()}
        />
      ) : !link ? (
        <Skeleton height={72} />
      ) : !state ? (
        <Text tone="muted">This report was saved by another version and cannot be read.</Text>
      ) : (
        <ReportForm link={link} state={state} kind={kind} value={value} />
      )}
    </Panel>
  );
}

function Cards({ kind, entity }: { kind: string; entity: TabProps['entity'] }): ReactNode {
  const page = useSavedPage({ filter: { types: [TYPE] }, sort: { by: 'name', direction: 'ascending' } });
  if (page.isPending) return <TableSkeleton rows={3} columns={2} />;
  if (page.isError && !page.data)
    return (
      <ErrorState
        title="The reports could not be read"
        error={page.error}
        onRetry={() => void page.refetch()}
      />
    );
  const reports = page.data.links.filter(({ brief }) => brief.kinds.includes(kind));
  if (reports.length === 0) {
    return (
      <EmptyState icon={<FileText aria-hidden />} title={`No topics found with ${kind} filter`}>
        {`A report appears here once somebody lets it be narrowed to ${CATALOGUE.kind(kind)?.plural.toLowerCase() ?? kind}, on the report's own page.`}
      </EmptyState>
    );
  }
  return (
    <div className={styles.cards}>
      {reports.map(({ id }) => (
        <ReportCard key={id} id={id} kind={kind} entity={entity} />
      ))}
    </div>
  );
}

/** The reports that can be narrowed to this entity, each with its topics and range of time to choose (E§2). */
export function ReportLauncher({ kind, entity }: { kind: string; entity: TabProps['entity'] }): ReactNode {
  if (!(kind in FILTERABLE))
    return (
      <ErrorState title={`Invalid filterable: ${kind}`}>No report can be narrowed to this type.</ErrorState>
    );
  return <Cards kind={kind} entity={entity} />;
}

/** The tab with the reports of an entity. */
export function ReportsTab({ entity }: TabProps): ReactNode {
  return <ReportLauncher kind={kindOf(entity)} entity={entity} />;
}

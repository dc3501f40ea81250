import { entitiesQuery } from '@cairn/client';
import type { EntityDetail, OrgId } from '@cairn/contracts';
import { useHost } from '@cairn/host';
import { formatNumber, lazyComponent, Panel, Skeleton, Text } from '@cairn/ui';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense, useState } from 'react';
import { textOf } from '../../entity/read-entity.ts';
import { queryOf } from '../../entity/related-query.ts';
import type { SectionProps } from '../../kind-page/kind-page.ts';
import styles from './burndown-section.module.css';
import { daysOf, outcomeOf, type SprintIssue } from './burndown.ts';

const MOST_ISSUES = 500;
const PICTURE_HEIGHT = 220;
const COLUMNS = ['storyPoints', 'completedAt', 'createdAt'];

/** The issues of a sprint as they were at a moment; without one, as they are now. */
function issuesAt(orgId: OrgId, uuid: string, asOf?: string) {
  const more = { columns: COLUMNS, page: 1, pageSize: MOST_ISSUES, ...(asOf ? { asOf } : {}) };
  return entitiesQuery(orgId, queryOf('Issue', 'Sprint', uuid, more));
}

type Row = Readonly<Record<string, unknown>>;
const moment = (value: unknown) => (typeof value === 'string' ? Date.parse(value) : null);

/** From when until when issues were in a sprint, as far as the entity tells. */
function periodsOf({ relations }: EntityDetail): Map<string, { since: number | null; until: number | null }> {
  const relation = relations.find(({ name }) => name === 'Issue');
  const items = [...(relation?.former?.items ?? []), ...(relation?.items ?? [])];
  return new Map(
    items.map(({ uuid, since, until }) => [uuid, { since: moment(since), until: moment(until) }]),
  );
}

/** The issues that were in a sprint, by who was there at its start, at its end, and in between. */
export function sprintIssues(
  entity: EntityDetail,
  { first, last, inPoints }: { first: readonly Row[]; last: readonly Row[]; inPoints: boolean },
): SprintIssue[] {
  const start = moment(textOf(entity, 'startDate')) ?? 0;
  const end = moment(textOf(entity, 'endDate')) ?? start;
  const periods = periodsOf(entity);
  const before = new Set(first.map(({ uuid }) => uuid));
  const stayed = new Set(last.map(({ uuid }) => uuid));
  const rows = new Map([...first, ...last].map((row) => [String(row['uuid']), row]));
  return [...rows].map(([uuid, row]) => {
    const period = periods.get(uuid);
    return {
      uuid,
      size: inPoints ? Number(row['Issue.storyPoints'] ?? 0) : 1,
      joined: before.has(uuid) ? start : (period?.since ?? start + 1),
      left: stayed.has(uuid) ? null : (period?.until ?? end),
      completed: moment(row['Issue.completedAt']),
    };
  });
}

const BurndownPicture = lazyComponent(async () => (await import('./burndown-picture.tsx')).BurndownPicture);

const WORDS = [
  ['committed', 'Committed'],
  ['added', 'Added'],
  ['removed', 'Removed'],
  ['done', 'Done'],
  ['carriedOver', 'Left open'],
] as const;

/** The burndown of a sprint, with what was committed, added, removed, done and carried over. */
export function Burndown({ entity }: SectionProps): ReactNode {
  const { org } = useHost();
  const [now] = useState(Date.now);
  const [startDate, endDate] = [textOf(entity, 'startDate'), textOf(entity, 'endDate')];
  const isOver = endDate !== null && Date.parse(endDate) < now;
  const enabled = startDate !== null && endDate !== null && Date.parse(startDate) <= now;
  const first = useQuery({ ...issuesAt(org.id, entity.uuid, startDate ?? undefined), enabled });
  const lastMoment = isOver ? new Date(Date.parse(endDate) - 1_000).toISOString() : undefined;
  const last = useQuery({ ...issuesAt(org.id, entity.uuid, lastMoment), enabled });
  if (!enabled || !first.data || !last.data) return null;
  const rows = { first: first.data.data, last: last.data.data };
  const inPoints = [...rows.first, ...rows.last].some((row) => Number(row['Issue.storyPoints'] ?? 0) > 0);
  const issues = sprintIssues(entity, { ...rows, inPoints });
  const [start, end] = [Date.parse(startDate), Date.parse(endDate)];
  const days = daysOf(issues, start, end, now);
  if (issues.length === 0 || days.length < 2) return null;
  const outcome = outcomeOf(issues, start, end, now);
  const unit = inPoints ? 'points' : 'issues';
  const label = `Burndown in ${unit}: ${String(days[0]?.remaining)} at the start, ${String(days.at(-1)?.remaining)} ${isOver ? 'at the end' : 'now'}`;
  return (
    <Panel title={`Burndown, in ${unit}`}>
      <Suspense fallback={<Skeleton height={PICTURE_HEIGHT} />}>
        <BurndownPicture days={days} start={start} end={end} label={label} unit={unit} />
      </Suspense>
      <dl className={styles.outcome}>
        {WORDS.map(([name, word]) => (
          <div key={name}>
            <dt>{word}</dt>
            <dd>{formatNumber(outcome[name])}</dd>
          </div>
        ))}
      </dl>
      <Text as="p" tone="faint">
        The line steps down as issues are completed; dotted is an even pace, grey what was in the sprint.
      </Text>
    </Panel>
  );
}

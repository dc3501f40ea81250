import { entitiesQuery } from '@cairn/client';
import type { EntityDetail, OrgId } from '@cairn/contracts';
import { useHost } from '@cairn/host';
import { formatDate, formatNumber, Panel, Text } from '@cairn/ui';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { textOf } from '../../entity/read-entity.ts';
import { queryOf } from '../../entity/related-query.ts';
import type { SectionProps } from '../../kind-page/kind-page.ts';
import styles from './burndown-section.module.css';
import { daysOf, outcomeOf, type SprintDay, type SprintIssue } from './burndown.ts';

const MOST_ISSUES = 500;
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

const [WIDTH, HEIGHT] = [600, 180];
const [LEFT, BOTTOM] = [34, 20];

function Picture({
  days,
  start,
  end,
  label,
}: {
  days: readonly SprintDay[];
  start: number;
  end: number;
  label: string;
}): ReactNode {
  const { timezone } = useHost();
  const most = Math.max(1, ...days.map(({ scope }) => scope));
  const x = (at: number) => LEFT + ((WIDTH - LEFT - 4) * (at - start)) / Math.max(1, end - start);
  const y = (value: number) => 6 + (HEIGHT - BOTTOM - 6) * (1 - value / most);
  const line = (value: (day: SprintDay) => number) =>
    days
      .map(
        (day, at) =>
          `${at === 0 ? 'M' : `H${String(x(day.at))}V`}${at === 0 ? `${String(x(day.at))},` : ''}${String(y(value(day)))}`,
      )
      .join('');
  const committed = days[0]?.scope ?? 0;
  return (
    <svg
      viewBox={`0 0 ${String(WIDTH)} ${String(HEIGHT)}`}
      role="img"
      aria-label={label}
      className={styles.picture}
    >
      {[0, most / 2, most].map((value) => (
        <g key={value}>
          <line className={styles.grid} x1={LEFT} x2={WIDTH} y1={y(value)} y2={y(value)} />
          <text className={styles.tick} x={LEFT - 6} y={y(value) + 4} textAnchor="end">
            {formatNumber(Math.round(value * 10) / 10)}
          </text>
        </g>
      ))}
      <line className={styles.ideal} x1={x(start)} y1={y(committed)} x2={x(end)} y2={y(0)} />
      <path className={styles.scope} d={line(({ scope }) => scope)} />
      <path className={styles.remaining} d={line(({ remaining }) => remaining)} />
      <text className={styles.tick} x={LEFT} y={HEIGHT - 4}>
        {formatDate(start, timezone)}
      </text>
      <text className={styles.tick} x={WIDTH - 4} y={HEIGHT - 4} textAnchor="end">
        {formatDate(end, timezone)}
      </text>
    </svg>
  );
}

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
      <Picture days={days} start={start} end={end} label={label} />
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

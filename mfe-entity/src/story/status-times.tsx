import { statusHistoryQuery } from '@cairn/client/story';
import type { EntityDetail } from '@cairn/contracts';
import type { EntityProgress } from '@cairn/contracts/story';
import { useHost } from '@cairn/host';
import { formatWorkingTime } from '@cairn/query';
import { formatDateTime, formatDuration, formatNumber, Panel, Text } from '@cairn/ui';
import { Segmented } from '@cairn/ui/fields';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { textOf } from '../entity/read-entity.ts';
import { EntityLink } from '../frame/entity-link.tsx';
import type { EntityProps } from '../kind-page/kind-page.ts';
import { useStoryOf } from './use-story.ts';
import styles from './status-times.module.css';

type Entry = EntityProgress['entries'][number];

/** The units of the bars (E§9), in seconds. */
const UNITS = { days: 86_400, hours: 3_600, minutes: 60 } as const;
type DurationUnit = keyof typeof UNITS;
const CHOICES = Object.keys(UNITS).map((unit) => ({ value: unit, label: unit }));
const isUnit = (value: string): value is DurationUnit => value in UNITS;

/** The least that is told as a number. */
const LEAST = 0.01;

/** A duration as a number of so many seconds each, such as 2.5; what is next to nothing says so. */
export function inUnit(seconds: number, unit: number): string {
  const value = seconds / unit;
  if (value > 0 && value < LEAST) return `< ${formatNumber(LEAST)}`;
  const digits = value < 10 ? 100 : 10;
  return formatNumber(Math.round(value * digits) / digits);
}

/** The unit of working time beside one of elapsed time: its days are working days, or hours where those differ. */
function workingUnit(unit: DurationUnit, workday: number | null): { name: string; seconds: number } {
  if (unit !== 'days') return { name: unit, seconds: UNITS[unit] };
  return workday === null
    ? { name: 'hours', seconds: UNITS.hours }
    : { name: 'working days', seconds: workday };
}

interface StatusRowProps {
  readonly entry: Entry;
  /** It is the end of the way, after which nothing is timed. */
  readonly isEnd: boolean;
  readonly longest: number;
  readonly unit: DurationUnit;
  readonly workday: number | null;
}

function StatusRow({ entry, isEnd, longest, unit, workday }: StatusRowProps): ReactNode {
  const { timezone } = useHost();
  const { status, at, until, actor, clockSeconds, businessSeconds } = entry;
  const width = longest > 0 ? `${String(Math.round((100 * clockSeconds) / longest))}%` : '0';
  return (
    <tr>
      <th scope="row">{status}</th>
      <td>
        {formatDateTime(at, timezone)}
        {actor && (
          <>
            {' '}
            by <EntityLink uuid={actor.uuid}>{actor.name}</EntityLink>
          </>
        )}
      </td>
      {isEnd ? (
        <td className={styles.number} colSpan={2}>
          <Text tone="faint">The end</Text>
        </td>
      ) : (
        <>
          <td className={styles.number} title={formatDuration(clockSeconds)}>
            <span
              className={styles.bar}
              style={{ width }}
              data-open={until === null || undefined}
              aria-hidden
            />
            {inUnit(clockSeconds, UNITS[unit])}
          </td>
          <td className={styles.number} title={formatWorkingTime(businessSeconds, workday)}>
            {inUnit(businessSeconds, workingUnit(unit, workday).seconds)}
          </td>
        </>
      )}
    </tr>
  );
}

/** Whether nothing follows its last status, also where that is no stage of a way, as of what was closed. */
const isEnded = (entity: EntityDetail) =>
  textOf(entity, 'statusCategory') === 'done' ||
  ['closedAt', 'finishedAt'].some((name) => textOf(entity, name) !== null);

/** The statuses of an entity in their order: since when, by whom, and how long in both clocks. */
export function StatusTimes({ entity }: EntityProps): ReactNode {
  const { data } = useQuery(statusHistoryQuery(useStoryOf(entity.uuid)));
  const [unit, setUnit] = useState<DurationUnit>('days');
  if (!data || data.entries.length < 2) return null;
  // What is done stays done: how long it has been says nothing, and would outgrow all bars.
  const isOver =
    isEnded(entity) ||
    data.stages.at(-1)?.state === 'current' ||
    data.entries.at(-1)?.stage === data.stages.at(-1)?.name;
  const timed = isOver ? data.entries.slice(0, -1) : data.entries;
  const longest = Math.max(...timed.map(({ clockSeconds }) => clockSeconds));
  return (
    <Panel
      title="Status history"
      actions={
        <Segmented
          size="xs"
          aria-label="Unit"
          data={CHOICES}
          value={unit}
          onChange={(next) => isUnit(next) && setUnit(next)}
        />
      }
    >
      <div className={styles.scroll} tabIndex={0} role="region" aria-label="Status history">
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">Status</th>
              <th scope="col">Since</th>
              <th scope="col" className={styles.number}>
                Elapsed ({unit})
              </th>
              <th scope="col" className={styles.number}>
                Working time ({workingUnit(unit, data.workday).name})
              </th>
            </tr>
          </thead>
          <tbody>
            {data.entries.map((entry) => (
              <StatusRow
                key={`${entry.at} ${entry.status}`}
                {...{ entry, longest, unit }}
                isEnd={isOver && entry === data.entries.at(-1)}
                workday={data.workday}
              />
            ))}
          </tbody>
        </table>
      </div>
      <Text as="p" tone="muted" className={styles.note ?? ''}>
        {isOver ? '' : 'The last status goes on until now. '}Working time counts the working hours of{' '}
        {data.hoursOf}.
      </Text>
    </Panel>
  );
}

import type { Column } from '@cairn/contracts';
import type { ScaleLinear } from 'd3';
import type { ReactNode } from 'react';
import type { ChartData } from '../chart-data.ts';
import { formatShort, formatTick, truncate } from '../format.ts';
import { isCount, valueTicks } from './value-ticks.ts';
import styles from '../chart.module.css';

interface ValueAxisProps {
  readonly scale: ScaleLinear<number, number>;
  readonly length: number;
  readonly percent: boolean;
  readonly measure: Column | undefined;
  readonly grid: boolean;
  readonly labels: boolean;
  readonly ticks: number;
}

const ticksOf = ({ scale, ticks, percent, measure }: ValueAxisProps): number[] =>
  percent ? valueTicks(scale, ticks, undefined) : valueTicks(scale, ticks, measure?.unit, isCount(measure));

function tickText(tick: number, { percent, measure }: ValueAxisProps): string {
  return percent ? `${Math.round(tick * 100)}%` : formatShort(tick, measure?.unit);
}

/** Light lines across with their figures on the left; the one at zero is stronger. */
export function RowsAxis(props: ValueAxisProps): ReactNode {
  const { scale, length, grid, labels } = props;
  return (
    <g aria-hidden>
      {ticksOf(props).map((tick) => (
        <g key={tick} transform={`translate(0,${scale(tick)})`}>
          {(grid || tick === 0) && <line x2={length} className={tick === 0 ? styles.axis : styles.grid} />}
          {labels && (
            <text x={-8} dy="0.32em" textAnchor="end">
              {tickText(tick, props)}
            </text>
          )}
        </g>
      ))}
    </g>
  );
}

/** The same for bars that lie: lines down, figures above. */
export function ColumnsAxis(props: ValueAxisProps): ReactNode {
  const { scale, length, grid, labels } = props;
  return (
    <g aria-hidden>
      {ticksOf(props).map((tick) => (
        <g key={tick} transform={`translate(${scale(tick)},0)`}>
          {(grid || tick === 0) && <line y2={length} className={tick === 0 ? styles.axis : styles.grid} />}
          {labels && (
            <text y={-6} textAnchor="middle">
              {tickText(tick, props)}
            </text>
          )}
        </g>
      ))}
    </g>
  );
}

interface CategoryAxisProps {
  readonly data: ChartData;
  readonly place: (index: number) => number;
  readonly step: number;
  readonly timezone: string;
}

/** Whether labels may be left out because the reader can count on: periods and hours. */
function runsEvenly(data: ChartData): boolean {
  return data.timeUnit !== null || data.categoryColumn?.dateUnit === 'hourOfDay';
}

/** Most characters of a name that leans. */
const LEANING = 16;
/** How far to the left of its end a character of a leaning name reaches. */
const LEANING_CHARACTER = 6;

const namesLean = (data: ChartData, step: number): boolean =>
  !runsEvenly(data) && data.categories.some(({ label }) => label.length * 7 > step);

/** How far leaning names reach out on the left of the first category, so that none of them is cut off. */
export function namesReach(data: ChartData, step: number): number {
  if (!namesLean(data, step)) return 0;
  const reach = data.categories.map(
    ({ label }, index) => Math.min(LEANING, label.length) * LEANING_CHARACTER + 4 - index * step,
  );
  return Math.ceil(Math.max(0, ...reach));
}

/** Labels under the categories: about every 80 pixels for periods, cut or leaning where names would collide. */
export function CategoryAxis({ data, place, step, timezone }: CategoryAxisProps): ReactNode {
  const apart = data.timeUnit ? 84 : runsEvenly(data) ? 46 : 14;
  const every = Math.max(1, Math.ceil(apart / step));
  const leans = namesLean(data, step);
  return (
    <g aria-hidden>
      {data.categories.map((category, index) =>
        index % every === 0 ? (
          <text
            key={category.key}
            transform={`translate(${place(index)},${leans ? 12 : 16})${leans ? 'rotate(-35)' : ''}`}
            textAnchor={leans ? 'end' : 'middle'}
          >
            {labelOf(data, index, timezone, leans ? LEANING : 30)}
          </text>
        ) : null,
      )}
    </g>
  );
}

function labelOf(data: ChartData, index: number, timezone: string, characters: number): string {
  const category = data.categories[index];
  if (!category) return '';
  if (!data.timeUnit || typeof category.value !== 'number') return truncate(category.label, characters);
  const [first, last] = [data.categories[0]?.value, data.categories.at(-1)?.value];
  return formatTick(category.value, data.timeUnit, timezone, Number(last) - Number(first));
}

/** How much room the labels of CategoryAxis take. */
export function categoryRoom(data: ChartData, step: number): number {
  if (runsEvenly(data)) return 24;
  const longest = Math.max(0, ...data.categories.map(({ label }) => Math.min(LEANING, label.length)));
  return longest * 7 > step ? 20 + longest * 4 : 24;
}

/** The pattern over a period that is not whole. */
export function Hatching({ id }: { id: string }): ReactNode {
  return (
    <pattern id={id} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
      <rect width="3" height="6" fill="var(--cn-surface)" opacity="0.65" />
    </pattern>
  );
}

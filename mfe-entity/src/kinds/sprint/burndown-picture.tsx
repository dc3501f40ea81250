import { useHost } from '@cairn/host';
import { formatDate, formatNumber } from '@cairn/ui';
import { Chart, type ChartMark } from '@cairn/views/chart';
import { PlotPicture } from '@cairn/views/plot-picture';
import { axisX, axisY, gridY, line, type PlotOptions } from '@observablehq/plot';
import { type ReactNode, useMemo } from 'react';
import styles from './burndown-section.module.css';
import { evenPaceAt, type SprintDay } from './burndown.ts';

export interface BurndownPictureProps {
  readonly days: readonly SprintDay[];
  /** Milliseconds. */
  readonly start: number;
  readonly end: number;
  readonly label: string;
  /** What is counted: points or issues. */
  readonly unit: string;
}

const MARGINS = { marginLeft: 44, marginTop: 10, marginRight: 48, marginBottom: 28 };
const PLAIN = { label: null, tickSize: 0, tickPadding: 8, fontSize: 12 };
const DAY_MS = 86_400_000;
const TICK_WIDTH = 110;

/** The days of a sprint at which an axis of a width has a label. */
function datesOf(start: number, end: number, width: number): number[] {
  const days = Math.max(1, Math.round((end - start) / DAY_MS));
  const every = Math.max(1, Math.ceil(days / Math.max(1, Math.floor(width / TICK_WIDTH))));
  return Array.from({ length: Math.floor(days / every) + 1 }, (_, at) => start + at * every * DAY_MS);
}

function optionsOf({ days, start, end }: BurndownPictureProps, width: number, timezone: string): PlotOptions {
  const most = Math.max(1, ...days.map(({ scope }) => scope));
  // Fewer ticks than values, so that none lies between two whole ones.
  const ticks = Math.min(4, most);
  const committed = days[0]?.scope ?? 0;
  const pace = [
    { at: start, value: committed },
    { at: end, value: 0 },
  ];
  const steps = { x: 'at', curve: 'step-after', strokeWidth: 2 } as const;
  return {
    ...MARGINS,
    x: { type: 'linear', domain: [start, end], axis: null },
    y: { type: 'linear', domain: [0, most], nice: ticks, axis: null },
    marks: [
      gridY({ ticks, stroke: 'var(--cn-chart-grid)', strokeOpacity: 1 }),
      axisY({ ...PLAIN, ticks, tickFormat: formatNumber }),
      axisX(datesOf(start, end, width), { ...PLAIN, tickFormat: (at: number) => formatDate(at, timezone) }),
      line(pace, { x: 'at', y: 'value', stroke: 'var(--cn-text-faint)', strokeDasharray: '3 4' }),
      line(days, { ...steps, y: 'scope', stroke: 'var(--cn-chart-other)' }),
      line(days, { ...steps, y: 'remaining', stroke: 'var(--cn-chart-1)' }),
    ],
  };
}

function markOf(
  day: SprintDay,
  { days, start, end, unit }: BurndownPictureProps,
  timezone: string,
): ChartMark {
  const date = formatDate(day.at, timezone);
  const lines = [
    { name: 'Left', value: formatNumber(day.remaining), color: 'var(--cn-chart-1)' },
    { name: 'In the sprint', value: formatNumber(day.scope), color: 'var(--cn-chart-other)' },
    { name: 'Even pace', value: formatNumber(evenPaceAt(day.at, days[0]?.scope ?? 0, start, end)) },
  ];
  return {
    id: String(day.at),
    label: `${date}: ${lines.map(({ name, value }) => `${name} ${value}`).join(', ')}`,
    groups: [],
    tip: () => ({ title: date, lines, note: `in ${unit}` }),
  };
}

/** Draws what was in a sprint and what was left of it, day by day, beside an even pace. */
export function BurndownPicture(props: BurndownPictureProps): ReactNode {
  const { timezone } = useHost();
  const marks = useMemo(() => props.days.map((day) => markOf(day, props, timezone)), [props, timezone]);
  const { days, end } = props;
  return (
    <div className={styles.picture}>
      <Chart label={props.label} marks={marks}>
        {(size, markAt) => (
          <PlotPicture options={optionsOf(props, size.width, timezone)} size={size}>
            {(x) =>
              days.map(({ at }, index) => (
                <rect
                  key={at}
                  {...markAt(index)}
                  fill="none"
                  pointerEvents="all"
                  x={x.at(at)}
                  y={MARGINS.marginTop}
                  width={Math.max(2, x.at(Math.min(days[index + 1]?.at ?? at + DAY_MS, end)) - x.at(at))}
                  height={Math.max(0, size.height - MARGINS.marginTop - MARGINS.marginBottom)}
                />
              ))
            }
          </PlotPicture>
        )}
      </Chart>
    </div>
  );
}

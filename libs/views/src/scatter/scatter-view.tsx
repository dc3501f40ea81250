import type { ResultSet } from '@cairn/answer';
import type { Column } from '@cairn/contracts';
import { formatDateTime, formatNumber } from '@cairn/ui';
import { axisX, axisY, dot, gridY, ruleY, text, type Markish, type PlotOptions } from '@observablehq/plot';
import { scaleLinear, scaleLog, scaleUtc } from 'd3';
import { useMemo, type ReactNode } from 'react';
import { rounded, valueTicks } from '../bar/value-ticks.ts';
import { Chart } from '../chart.tsx';
import type { ChartMark, Size } from '../chart-mark.ts';
import {
  BESIDE_NAME,
  formatFitting,
  formatShort,
  formatTick,
  formatValue,
  LONG_SPAN,
  yearOf,
} from '../format.ts';
import { OverlayLines, roomOf } from '../overlays/overlay-marks.tsx';
import type { Overlays } from '../overlays/overlays.ts';
import { useOverlaysBetween } from '../overlays/use-overlays.ts';
import { PlotPicture } from '../plot-picture.tsx';
import type { Selection, ViewProps } from '../view.ts';
import type { ScatterConfig } from './definition.ts';
import { percentile } from './percentile.ts';
import styles from '../chart.module.css';

const MARGINS = { marginLeft: 60, marginTop: 14, marginRight: 56, marginBottom: 38 };
const TICK_WIDTH = 110;
const TICK_HEIGHT = 56;
const DAY_MS = 86_400_000;
/** The time on both sides of a single dot. */
const DAYS_AROUND = 3 * DAY_MS;
const RADIUS = 3.5;
const SHARES = [
  { share: 0.5, name: 'p50' },
  { share: 0.85, name: 'p85' },
] as const;

interface Dot {
  readonly row: number;
  readonly at: number;
  readonly value: number;
  readonly name: string;
}

interface ScatterModel {
  readonly dots: readonly Dot[];
  readonly measure: Column | undefined;
  readonly lines: readonly { readonly name: string; readonly value: number }[];
}

/** Each entity as a dot: its moment and its measure. Lines mark the values that half and most of them stay under. */
export function ScatterView(props: ViewProps<ScatterConfig>): ReactNode {
  const { answer, config, label, timezone, onSelect } = props;
  const model = useMemo(() => modelOf(answer, config), [answer, config]);
  const marks = useMemo(() => model.dots.map((each) => markOf(each, model, timezone)), [model, timezone]);
  const [first, last] = [model.dots[0]?.at, model.dots.at(-1)?.at];
  const overlays = useOverlaysBetween(first, last, props.further, timezone);
  const open = onSelect && ((selection: Selection) => onSelect(entityOf(answer, model, selection)));
  const { total } = answer.meta;
  const cuts = answer.numRows < total ? [`the latest ${count(answer.numRows)} of ${count(total)}`] : [];
  return (
    <Chart
      label={label}
      marks={marks}
      events={({ width }) => overlays(width).marks}
      onSelect={open}
      cuts={cuts}
    >
      {(size, markOfIndex) => (
        <Picture
          model={model}
          config={config}
          size={size}
          timezone={timezone}
          overlays={overlays(size.width)}
        >
          {(x, y) =>
            model.dots.map(({ row, at, value }, index) => (
              <circle key={row} {...markOfIndex(index)} cx={x(at)} cy={y(value)} r={RADIUS + 2.5} />
            ))
          }
        </Picture>
      )}
    </Chart>
  );
}

const count = (value: number) => formatNumber(value);

function modelOf(answer: ResultSet, config: ScatterConfig): ScatterModel {
  const time = answer.columns.find(({ type }) => type === 'datetime');
  const measure = answer.columns.find(({ type }) => type === 'number');
  const name = answer.columns.find(({ type, role }) => type === 'string' && role === 'attribute');
  const dots = Array.from({ length: answer.numRows }, (_, row) => row).flatMap((row): Dot[] => {
    const [at, value] = [time, measure].map((column) => (column ? answer.get(column.key, row) : null));
    if (typeof at !== 'number' || typeof value !== 'number') return [];
    // A logarithmic scale has no place for zero or less.
    if (config.scale === 'log' && value <= 0) return [];
    return [{ row, at, value, name: name ? String(answer.get(name.key, row) ?? '') : '' }];
  });
  const sorted = dots.map(({ value }) => value).toSorted((a, b) => a - b);
  const lines = SHARES.flatMap(({ share, name: said }) => {
    const value = percentile(sorted, share);
    return value === null || !config.percentiles ? [] : [{ name: said, value }];
  });
  return { dots: dots.toSorted((a, b) => a.at - b.at), measure, lines };
}

function markOf({ row, at, value, name }: Dot, { measure }: ScatterModel, timezone: string): ChartMark {
  const [when, figure] = [formatDateTime(at, timezone), formatValue(value, measure?.unit)];
  const title = name || when;
  return {
    id: String(row),
    label: [name, when, figure].filter(Boolean).join(' '),
    groups: [],
    tip: () => ({
      title,
      lines: [{ name: measure?.label ?? '', value: figure }],
      ...(name ? { note: when } : {}),
    }),
  };
}

/** A chosen dot is its entity; its siblings are the others from the first to the last. */
function entityOf(answer: ResultSet, { dots }: ScatterModel, selection: Selection): Selection {
  const id = answer.columns.find(({ role }) => role === 'id');
  const chosen = selection.mark === undefined ? undefined : dots[selection.mark];
  if (!id || !chosen) return selection;
  const uuidOf = ({ row }: Dot) => String(answer.get(id.key, row));
  return { ...selection, uuid: uuidOf(chosen), siblings: dots.map(uuidOf) };
}

interface PictureProps {
  readonly model: ScatterModel;
  readonly config: ScatterConfig;
  readonly size: Size;
  readonly timezone: string;
  readonly overlays: Overlays;
  readonly children: (x: (at: number) => number, y: (value: number) => number) => ReactNode;
}

function Picture({ model, config, size, timezone, overlays, children }: PictureProps): ReactNode {
  const top = MARGINS.marginTop + roomOf(overlays);
  const options = useMemo(
    () => ({ ...optionsOf(model, config, size, timezone), marginTop: top }),
    [model, config, size, timezone, top],
  );
  const [first, last] = [model.dots[0]?.at ?? 0, model.dots.at(-1)?.at ?? 0];
  return (
    <PlotPicture options={options} size={size}>
      {(x, y) => (
        <>
          {children(x.at, y.at)}
          <OverlayLines
            {...overlays}
            x={(place) => x.at(first + place * (last - first))}
            top={top}
            height={size.height - top - MARGINS.marginBottom}
          />
        </>
      )}
    </PlotPicture>
  );
}

function optionsOf(
  { dots, measure, lines }: ScatterModel,
  config: ScatterConfig,
  size: Size,
  timezone: string,
): PlotOptions {
  const values = dots.map(({ value }) => value);
  const [first, last] = [dots[0]?.at ?? 0, dots.at(-1)?.at ?? 1];
  const days = scaleUtc(last === first ? [first - DAYS_AROUND, first + DAYS_AROUND] : [first, last], [0, 1]);
  const across = Math.max(2, Math.floor((size.width - MARGINS.marginLeft) / TICK_WIDTH));
  const unit = last - first > 2 * DAY_MS || last === first ? 'day' : 'hour';
  const { domain, ticks } = valuesOf(
    values,
    config,
    measure?.unit,
    Math.min(6, Math.floor(size.height / TICK_HEIGHT)),
  );
  const dates = days.ticks(across).map(Number);
  const crosses = last - first < LONG_SPAN && yearOf(first, timezone) !== yearOf(last, timezone);
  const plain = { label: null, tickSize: 0, fontSize: 12 };
  return {
    ...MARGINS,
    x: { type: 'linear', domain: days.domain().map(Number), axis: null },
    y: { type: config.scale === 'log' ? 'log' : 'linear', domain, axis: null },
    color: { type: 'identity' },
    marks: [
      config.showGrid ? gridY(ticks, { stroke: 'var(--cn-chart-grid)', strokeOpacity: 1 }) : null,
      axisY(ticks, {
        ...plain,
        tickPadding: 8,
        // A format of ticks would leave names out on a logarithmic scale.
        text: (tick: number) => formatShort(tick, measure?.unit),
      }),
      axisX(dates, {
        ...plain,
        tickPadding: 8,
        tickFormat: (tick: number, index: number) => {
          const name = formatTick(tick, unit, timezone, last - first);
          const year = yearOf(tick, timezone);
          const isNew = crosses && (index === 0 || yearOf(dates[index - 1] ?? tick, timezone) !== year);
          return isNew ? `${name}\n${year}` : name;
        },
      }),
      dot(dots, { x: 'at', y: 'value', r: RADIUS, fill: 'var(--cn-chart-1)', fillOpacity: 0.45 }),
      ...percentileLines(lines, measure?.unit, Math.abs((domain[1] ?? 0) - (domain[0] ?? 0))),
    ],
  };
}

type PercentileLine = ScatterModel['lines'][number];
/** Lines nearer than this share of the axis have their names above and below them. */
const NEAR = 0.15;

function percentileLines(
  lines: readonly PercentileLine[],
  unit: string | undefined,
  length: number,
): Markish[] {
  const [low, high] = lines;
  const areNear = low !== undefined && high !== undefined && high.value - low.value < length * NEAR;
  const name = (line: PercentileLine | undefined, lineAnchor: 'top' | 'middle' | 'bottom') =>
    text(line ? [line] : [], {
      frameAnchor: 'right',
      y: 'value',
      dx: 6,
      textAnchor: 'start',
      ...(areNear ? { lineAnchor, dy: lineAnchor === 'top' ? 4 : -4 } : {}),
      fontSize: 12,
      text: (each: PercentileLine) => `${each.name}\n${formatFitting(each.value, unit, BESIDE_NAME)}`,
      className: styles.value ?? 'value',
    });
  return [
    ruleY(lines, { y: 'value', stroke: 'var(--cn-text-muted)', strokeDasharray: '4 3' }),
    name(low, 'top'),
    name(high, 'bottom'),
  ];
}

/** The ends of the axis near the data, with round values between them. */
function valuesOf(
  values: readonly number[],
  { scale }: ScatterConfig,
  unit: string | undefined,
  wanted: number,
) {
  const most = Math.max(...values, 1e-9);
  if (scale === 'log') {
    const log = scaleLog([Math.min(...values, most), most], [0, 1]);
    const all = log.ticks(wanted);
    const every = Math.max(1, Math.ceil(all.length / wanted));
    return { domain: log.domain(), ticks: all.filter((_, at) => at % every === 0) };
  }
  const linear = rounded(scaleLinear([Math.min(0, ...values), most], [0, 1]), unit);
  return { domain: linear.domain(), ticks: valueTicks(linear, wanted, unit) };
}

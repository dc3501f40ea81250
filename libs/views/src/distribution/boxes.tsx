import { secondsIn, workdayOf } from '@cairn/query';
import { EmptyState, formatNumber } from '@cairn/ui';
import {
  axisX,
  axisY,
  barX,
  gridX,
  ruleY,
  text,
  tickX,
  type Markish,
  type PlotOptions,
} from '@observablehq/plot';
import { scaleLinear, scaleLog, type ScaleLogarithmic } from 'd3';
import { useMemo, type ReactNode } from 'react';
import { rounded, valueTicks } from '../bar/value-ticks.ts';
import { Chart } from '../chart.tsx';
import type { ChartMark, Size } from '../chart-mark.ts';
import { cutNames } from '../cut-names.ts';
import { BESIDE_NAME, formatFitting, formatShort, formatValue } from '../format.ts';
import { PlotPicture } from '../plot-picture.tsx';
import type { ViewProps } from '../view.ts';
import { boxRows, type Box, type BoxRows } from './box-rows.ts';
import type { DistributionConfig } from './definition.ts';
import styles from '../chart.module.css';

const MOST_CHARACTERS = 24;
const CHARACTER = 7;
const LEAST_ROW = 26;
const MOST_BOX = 64;
/** The share of a row above and below its box. */
const ROOM = 0.22;
const TICK_WIDTH = 96;

/** A box for each group: the middle half of its values, their median, and lines to the ends. */
export function Boxes(props: ViewProps<DistributionConfig>): ReactNode {
  const { answer, config, label, timezone, firstDay, now, onSelect } = props;
  const model = useMemo(
    () => boxRows(answer, { sortBy: config.sortBy }, { timezone, firstDay, now }),
    [answer, config.sortBy, timezone, firstDay, now],
  );
  const marks = useMemo(() => model.boxes.map((box) => markOf(box, model)), [model]);
  if (model.boxes.length === 0) return <EmptyState inline title="No group has a value" />;
  return (
    <Chart label={label} marks={marks} onSelect={onSelect} cuts={model.cuts} scroll>
      {(size, markOfIndex) => (
        <Picture model={model} config={config} size={size}>
          {(y, band, width) =>
            model.boxes.map(({ label: name }, index) => (
              <rect key={name} {...markOfIndex(index)} x={0} y={y(index)} width={width} height={band} />
            ))
          }
        </Picture>
      )}
    </Chart>
  );
}

function markOf(box: Box, { column, unit }: BoxRows): ChartMark {
  const figure = (value: number) => formatValue(value, unit);
  return {
    id: String(box.value),
    label: `${box.label} median ${figure(box.middle)}, half of them ${figure(box.low)} to ${figure(box.high)}, of ${formatNumber(box.count)}`,
    groups: column ? [{ column, value: box.value }] : [],
    tip: () => ({
      title: box.label,
      lines: [
        { name: 'Largest', value: figure(box.most) },
        { name: '95th percentile', value: figure(box.p95) },
        { name: '75th percentile', value: figure(box.high) },
        { name: 'Median', value: figure(box.middle), isOwn: true },
        { name: '25th percentile', value: figure(box.low) },
        { name: 'Smallest', value: figure(box.least) },
      ],
      note: `of ${formatNumber(box.count)}`,
    }),
  };
}

interface PictureProps {
  readonly model: BoxRows;
  readonly config: DistributionConfig;
  readonly size: Size;
  readonly children: (y: (index: number) => number, band: number, width: number) => ReactNode;
}

function Picture({ model, config, size, children }: PictureProps): ReactNode {
  const { options, room } = useMemo(() => pictureOf(model, config, size), [model, config, size]);
  return (
    <PlotPicture options={options} size={room}>
      {(_, y) => children(y.at, y.band, room.width)}
    </PlotPicture>
  );
}

/** The drawing with the room that it takes: rows fill the card, and scroll when they are many. */
function pictureOf({ boxes, unit }: BoxRows, config: DistributionConfig, size: Size) {
  const longest = Math.max(3, ...boxes.map(({ label }) => Math.min(MOST_CHARACTERS, label.length)));
  const left = Math.min(size.width * 0.4, longest * CHARACTER + 12);
  const margins = { marginLeft: left, marginTop: 24, marginRight: config.values ? 64 : 16, marginBottom: 6 };
  const share = (size.height - margins.marginTop - margins.marginBottom) / Math.max(1, boxes.length);
  const row = Math.max(LEAST_ROW, share);
  const room = { width: size.width, height: row * boxes.length + margins.marginTop + margins.marginBottom };
  const width = Math.max(40, size.width - left - margins.marginRight);
  const endOf = (box: Box) => (config.whiskers === 'p95' ? box.p95 : box.most);
  const { domain, ticks } = axisOf(boxes, endOf, config, unit, Math.max(2, Math.floor(width / TICK_WIDTH)));
  const plain = { label: null, tickSize: 0, fontSize: 12 };
  const labels = boxes.map(({ label }) => label);
  const names = cutNames(labels, Math.floor((left - 12) / CHARACTER));
  const options: PlotOptions = {
    ...margins,
    x: { type: config.scale === 'log' ? 'log' : 'linear', domain, axis: null },
    y: { type: 'band', domain: boxes.map((_, index) => index), padding: 0, round: false, axis: null },
    color: { type: 'identity' },
    marks: [
      config.showGrid ? gridX(ticks, { stroke: 'var(--cn-chart-grid)', strokeOpacity: 1 }) : null,
      // A format of ticks would leave names out on a logarithmic scale.
      axisX(ticks, { ...plain, anchor: 'top', text: (tick: number) => formatShort(tick, unit) }),
      axisY(
        boxes.map((_, index) => index),
        {
          ...plain,
          tickPadding: 8,
          tickFormat: (index: number) => names[index] ?? '',
          className: styles.name ?? 'name',
        },
      ),
      ...boxMarks(boxes, { endOf, least: domain[0] ?? 0, inset: Math.max(row * ROOM, (row - MOST_BOX) / 2) }),
      config.values ? medians(boxes, unit) : null,
    ],
  };
  return { options, room };
}

interface BoxPlace {
  readonly endOf: (box: Box) => number;
  /** The start of the scale; a logarithmic one has no place for what is smaller. */
  readonly least: number;
  readonly inset: number;
}

const rowOf = (_: Box, index: number) => index;

function boxMarks(boxes: readonly Box[], { endOf, least, inset }: BoxPlace): Markish[] {
  const inScale = (of: (box: Box) => number) => (box: Box) => Math.max(least, of(box));
  const room = { y: rowOf, insetTop: inset, insetBottom: inset };
  return [
    ruleY(boxes, {
      y: rowOf,
      x1: inScale((box) => box.least),
      x2: inScale(endOf),
      stroke: 'var(--cn-chart-axis)',
    }),
    barX(boxes, {
      ...room,
      x1: inScale((box) => box.low),
      x2: inScale((box) => box.high),
      fill: 'color-mix(in oklab, var(--cn-chart-1) 35%, var(--cn-surface))',
      stroke: 'var(--cn-chart-1)',
    }),
    tickX(boxes, { ...room, x: inScale((box) => box.middle), stroke: 'var(--cn-text)', strokeWidth: 2 }),
  ];
}

function medians(boxes: readonly Box[], unit: string | undefined): Markish {
  return text(boxes, {
    y: rowOf,
    frameAnchor: 'right',
    dx: 8,
    textAnchor: 'start',
    text: ({ middle }: Box) => formatFitting(middle, unit, BESIDE_NAME),
    fontSize: 12,
    className: styles.value ?? 'value',
  });
}

/** Round spans of time on a logarithmic scale, in seconds. */
const SPANS = [1, 10, 60, 600, 3_600, 21_600];
const DAYS = [1, 7, 30, 365];

/** The same in a unit: its days are those of its calendar, and without one it has hours. */
function spansIn(unit: string | undefined): readonly number[] {
  const workday = workdayOf(unit);
  if (workday === undefined) return [...SPANS, ...DAYS.map((days) => days * 86_400)];
  return workday
    ? [...SPANS.filter((span) => span < workday / 2), ...[1, 5, 20, 250].map((days) => days * workday)]
    : [...SPANS, ...[20, 100, 500, 2_500].map((hours) => hours * 3_600)];
}

function logTicks(
  scale: ScaleLogarithmic<number, number>,
  wanted: number,
  unit: string | undefined,
): number[] {
  const seconds = secondsIn(unit);
  const [least = 0, most = 0] = scale.domain();
  const round =
    seconds === undefined
      ? scale.ticks(wanted)
      : spansIn(unit)
          .map((span) => span / seconds)
          .filter((each) => each >= least && each <= most);
  const every = Math.max(1, Math.ceil(round.length / wanted));
  return round.filter((_, at) => at % every === 0);
}

function axisOf(
  boxes: readonly Box[],
  endOf: (box: Box) => number,
  { scale }: DistributionConfig,
  unit: string | undefined,
  wanted: number,
) {
  const most = Math.max(1e-9, ...boxes.map(endOf));
  if (scale === 'log') {
    const positive = boxes.flatMap(({ least, low, middle }) =>
      [least, low, middle].filter((each) => each > 0),
    );
    const log = scaleLog([Math.min(most / 10, ...positive), most], [0, 1]);
    return { domain: log.domain(), ticks: logTicks(log, wanted, unit) };
  }
  const linear = rounded(scaleLinear([Math.min(0, ...boxes.map(({ least }) => least)), most], [0, 1]), unit);
  return { domain: linear.domain(), ticks: valueTicks(linear, wanted, unit) };
}

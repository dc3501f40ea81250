import { area, curveLinear, curveMonotoneX, curveStepAfter, line, scalePoint } from 'd3';
import type { KeyboardEvent, ReactNode } from 'react';
import type { MarkOf, Size } from '../chart.tsx';
import { truncate } from '../format.ts';
import type { HighlightedSeries } from '../highlighted-series.ts';
import type { ChartModel } from './chart-model.ts';
import { NAME_HEIGHT, namesFit, NAMES_WIDTH, spreadNames } from './end-names.ts';
import { plotAreaOf, PlotFrame } from './plot-area.tsx';
import type { Segment } from './stacks.ts';
import styles from '../chart.module.css';

const CURVES = { linear: curveLinear, smooth: curveMonotoneX, step: curveStepAfter };
const DASHES = ['', '6 3', '2 3', '8 3 2 3'];
const PARTIAL = '1 5';

interface LinesProps {
  readonly model: ChartModel;
  readonly size: Size;
  readonly markOf: MarkOf;
  readonly highlight: HighlightedSeries;
}

/** Lines or areas over the categories; each series is named at its end where there is room. */
export function Lines({ model, size, markOf, highlight }: LinesProps): ReactNode {
  const { data } = model;
  const isNamed = namesFit(data, size);
  const right = isNamed ? NAMES_WIDTH : 16;
  const area = plotAreaOf(model, size, { top: 10, right, bare: 12, steps: data.categories.length - 1 });
  const { y, width, height, step } = area;
  const x = scalePoint(
    data.categories.map((_, index) => index),
    [0, width],
  );
  const place = (index: number) => x(index) ?? 0;
  const bySeries = data.series.map((_, series) => model.segments.filter((each) => each.series === series));
  const names = isNamed ? endHeights(model, bySeries, y, height) : [];
  return (
    <PlotFrame model={model} size={size} area={area} place={place}>
      {bySeries.map((segments, series) => (
        <g key={data.series[series]?.key} opacity={model.fadeOf(series)} aria-hidden>
          <Path model={model} segments={segments} series={series} place={place} y={y} />
        </g>
      ))}
      <Points model={model} markOf={markOf} place={place} y={y} step={step} height={height} />
      {names.map((at, series) => (
        <EndName
          key={data.series[series]?.key}
          model={model}
          series={series}
          x={width + 8}
          y={at}
          highlight={highlight}
        />
      ))}
    </PlotFrame>
  );
}

interface PathProps {
  readonly model: ChartModel;
  readonly segments: readonly Segment[];
  readonly series: number;
  readonly place: (index: number) => number;
  readonly y: (value: number) => number;
}

/** Whole periods are joined by the line of the series; towards a part of a period it is dotted. */
function Path({ model, segments, series, place, y }: PathProps): ReactNode {
  const { data, config } = model;
  const color = model.colorOf(series);
  const byCategory = new Map(segments.map((segment) => [segment.category, segment]));
  const all = data.categories.map((_, index) => byCategory.get(index) ?? null);
  const first = data.categories.findIndex(({ partial }) => !partial);
  const last = data.categories.findLastIndex(({ partial }) => !partial);
  const within = (from: number, to: number) =>
    all.map((each, index) => (index >= from && index <= to ? each : null));
  const path = line<Segment | null>()
    .defined((each) => each !== null)
    .x((each) => place(each?.category ?? 0))
    .y((each) => y(each?.to ?? 0))
    .curve(CURVES[config.curveType]);
  const fill = area<Segment | null>()
    .defined((each) => each !== null)
    .x((each) => place(each?.category ?? 0))
    .y0((each) => y(each?.from ?? 0))
    .y1((each) => y(each?.to ?? 0))
    .curve(CURVES[config.curveType]);
  const stroke = { fill: 'none', stroke: color, strokeWidth: 2, strokeLinejoin: 'round' as const };
  return (
    <>
      {config.displayType === 'area' && <path d={fill(all) ?? ''} fill={color} fillOpacity={0.28} />}
      <path
        {...stroke}
        d={path(within(first, last)) ?? ''}
        strokeDasharray={DASHES[series % DASHES.length]}
      />
      <path {...stroke} d={path(within(0, first)) ?? ''} strokeDasharray={PARTIAL} />
      <path {...stroke} d={path(within(last, all.length)) ?? ''} strokeDasharray={PARTIAL} />
    </>
  );
}

interface NameProps {
  readonly model: ChartModel;
  readonly series: number;
  readonly x: number;
  readonly y: number;
  readonly highlight: HighlightedSeries;
}

/** The name of a series where its line ends. It pins and unpins the series as the legend does. */
function EndName({ model, series, x, y, highlight }: NameProps): ReactNode {
  const { key, label } = model.data.series[series] ?? { key: '', label: '' };
  const isPinned = highlight.pinned === key;
  const toggle = () => highlight.onPin(isPinned ? null : key);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== ' ') return;
    event.preventDefault();
    toggle();
  };
  return (
    <g
      className={styles.name}
      data-end-name
      role="button"
      tabIndex={0}
      aria-pressed={isPinned}
      onClick={toggle}
      onKeyDown={onKeyDown}
      onPointerEnter={() => highlight.onPoint(key)}
      onPointerLeave={() => highlight.onPoint(null)}
    >
      <title>{label}</title>
      <circle cx={x + 4} cy={y} r={4} fill={model.colorOf(series)} />
      <text x={x + 13} y={y} dy="0.32em">
        {truncate(label, 15)}
      </text>
    </g>
  );
}

/** Heights of the names at the ends of the lines: at the line, or in the middle of the area, where there is room. */
function endHeights(
  model: ChartModel,
  bySeries: readonly (readonly Segment[])[],
  y: (value: number) => number,
  height: number,
): number[] {
  const wanted = bySeries.map((segments) => {
    const last = segments.at(-1);
    const [from, to] = [last?.from ?? 0, last?.to ?? 0];
    return y(model.config.displayType === 'area' ? (from + to) / 2 : to);
  });
  // The lowest stays above the labels of the axis.
  return spreadNames(wanted, height - NAME_HEIGHT / 2);
}

interface PointsProps extends Pick<PathProps, 'model' | 'place' | 'y'> {
  readonly markOf: MarkOf;
  readonly step: number;
  readonly height: number;
}

function Points({ model, markOf, place, y, step, height }: PointsProps): ReactNode {
  const isSingle = model.data.series.length === 1;
  const reach = Math.max(4, Math.min(step, 80));
  const drawn = new Set(model.segments.map(({ series, category }) => `${series} ${category}`));
  return model.segments.map((segment, index) => {
    const [cx, cy] = [place(segment.category), y(segment.to)];
    // No line leads to a value without neighbours, so it is a dot.
    const isLone = ![-1, 1].some((by) => drawn.has(`${segment.series} ${segment.category + by}`));
    return (
      <g key={model.marks[index]?.id} {...markOf(index)} data-lone={isLone || undefined}>
        {isSingle ? (
          <rect className={styles.slice} x={cx - reach / 2} width={reach} height={height} />
        ) : (
          <circle cx={cx} cy={cy} r={Math.min(9, reach / 2)} fill="transparent" />
        )}
        <circle className={styles.dot} cx={cx} cy={cy} r={4.5} fill={model.colorOf(segment.series)} />
      </g>
    );
  });
}

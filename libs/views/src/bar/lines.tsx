import { area, curveLinear, curveMonotoneX, curveStepAfter, line, scalePoint } from 'd3';
import type { ReactNode } from 'react';
import type { MarkOf, Size } from '../chart.tsx';
import { truncate } from '../format.ts';
import type { Drawing } from './drawing.ts';
import { planeOf, Upright } from './plane.tsx';
import type { Segment } from './stacks.ts';

const CURVES = { linear: curveLinear, smooth: curveMonotoneX, step: curveStepAfter };
const DASHES = ['', '6 3', '2 3', '8 3 2 3'];
const PARTIAL = '1 5';
const DIRECT = 6;

/** Lines or areas over the categories; each series is named at its end when there are few. */
export function Lines({
  drawing,
  size,
  markOf,
}: {
  drawing: Drawing;
  size: Size;
  markOf: MarkOf;
}): ReactNode {
  const { data } = drawing;
  const isNamed = data.seriesColumn !== undefined && data.series.length <= DIRECT && size.width > 420;
  const right = isNamed ? 124 : 16;
  const plane = planeOf(drawing, size, { top: 10, right, bare: 12, steps: data.categories.length - 1 });
  const { y, width, height, step } = plane;
  const x = scalePoint(
    data.categories.map((_, index) => index),
    [0, width],
  );
  const place = (index: number) => x(index) ?? 0;
  const bySeries = data.series.map((_, series) => drawing.segments.filter((each) => each.series === series));
  const names = isNamed ? endHeights(drawing, bySeries, y) : [];
  return (
    <Upright drawing={drawing} size={size} plane={plane} place={place}>
      {bySeries.map((segments, series) => (
        <g key={data.series[series]?.key} opacity={drawing.fadeOf(series)} aria-hidden>
          <Path drawing={drawing} segments={segments} series={series} place={place} y={y} />
          {isNamed && <EndName drawing={drawing} series={series} x={width + 8} y={names[series] ?? 0} />}
        </g>
      ))}
      <Points drawing={drawing} markOf={markOf} place={place} y={y} step={step} height={height} />
    </Upright>
  );
}

interface PathProps {
  readonly drawing: Drawing;
  readonly segments: readonly Segment[];
  readonly series: number;
  readonly place: (index: number) => number;
  readonly y: (value: number) => number;
}

/** Whole periods are joined by the line of the series; towards a part of a period it is dotted. */
function Path({ drawing, segments, series, place, y }: PathProps): ReactNode {
  const { data, config } = drawing;
  const color = drawing.colorOf(series);
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
  readonly drawing: Drawing;
  readonly series: number;
  readonly x: number;
  readonly y: number;
}

function EndName({ drawing, series, x, y }: NameProps): ReactNode {
  return (
    <text x={x} y={y} dy="0.32em" style={{ fill: 'var(--cn-text)' }}>
      <tspan style={{ fill: drawing.colorOf(series) }}>● </tspan>
      {truncate(drawing.data.series[series]?.label ?? '', 15)}
    </text>
  );
}

const NAME_HEIGHT = 15;

/** Heights of the names at the ends of the lines: at the line where there is room, else below the one above. */
function endHeights(
  drawing: Drawing,
  bySeries: readonly (readonly Segment[])[],
  y: (value: number) => number,
): number[] {
  const wanted = bySeries.map((segments, series) => {
    const last = segments.at(-1);
    const at =
      drawing.config.displayType === 'area' ? ((last?.from ?? 0) + (last?.to ?? 0)) / 2 : (last?.to ?? 0);
    return { series, at: y(at) };
  });
  const heights: number[] = [];
  let free = Number.NEGATIVE_INFINITY;
  for (const { series, at } of wanted.toSorted((a, b) => a.at - b.at)) {
    heights[series] = Math.max(at, free);
    free = (heights[series] ?? 0) + NAME_HEIGHT;
  }
  return heights;
}

interface PointsProps extends Pick<PathProps, 'drawing' | 'place' | 'y'> {
  readonly markOf: MarkOf;
  readonly step: number;
  readonly height: number;
}

function Points({ drawing, markOf, place, y, step, height }: PointsProps): ReactNode {
  const isSingle = drawing.data.series.length === 1;
  const reach = Math.max(4, Math.min(step, 80));
  return drawing.segments.map((segment, index) => {
    const [cx, cy] = [place(segment.category), y(segment.to)];
    const isLone = drawing.data.categories.length === 1;
    return (
      <g key={drawing.marks[index]?.id} {...markOf(index)} data-lone={isLone || undefined}>
        {isSingle ? (
          <rect className="cn-mark__slice" x={cx - reach / 2} width={reach} height={height} />
        ) : (
          <circle cx={cx} cy={cy} r={Math.min(9, reach / 2)} fill="transparent" />
        )}
        <circle className="cn-mark__dot" cx={cx} cy={cy} r={4.5} fill={drawing.colorOf(segment.series)} />
      </g>
    );
  });
}

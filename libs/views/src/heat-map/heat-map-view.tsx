import { scaleBand } from 'd3';
import { useMemo, type ReactNode } from 'react';
import { CategoryAxis, categoryRoom, namesReach } from '../bar/axes.tsx';
import { markOf as describe } from '../bar/marks.ts';
import { chartData, type ChartData } from '../chart-data.ts';
import { Chart, type MarkOf, type Size } from '../chart.tsx';
import { formatShort, truncate } from '../format.ts';
import { RAMP_STEPS, rampColor } from '../palette.ts';
import type { ViewProps } from '../view.ts';
import type { HeatConfig } from './definition.ts';
import chartStyles from '../chart.module.css';
import styles from './heat-map-view.module.css';

const CELL = 20;
const MOST_COLUMNS = 120;
const MOST_ROWS = 60;

interface Tile {
  readonly category: number;
  readonly series: number;
  readonly value: number;
}

/** Tiles by one or two groups; twelve shades from the least to the most, empty where there is nothing. */
export function HeatMapView({
  answer,
  query,
  config,
  label,
  timezone,
  firstDay,
  now,
  onSelect,
}: ViewProps<HeatConfig>): ReactNode {
  const { data, tiles, marks, top } = useMemo(() => {
    const read = chartData(answer, {
      timezone,
      firstDay,
      now,
      maxCategories: MOST_COLUMNS,
      maxSeries: MOST_ROWS,
      invert: config.invertAxes,
      sums: [],
      leavesOut: query.having.length > 0,
    });
    const all = tilesOf(read);
    return {
      data: read,
      tiles: all,
      marks: all.map((tile) => describe(read, { ...tile, from: 0, to: tile.value, share: null }, '')),
      top: Math.max(0, ...all.map(({ value }) => value)),
    };
  }, [answer, query, config.invertAxes, timezone, firstDay, now]);
  return (
    <Chart
      label={label}
      marks={marks}
      onSelect={onSelect}
      cuts={data.cuts}
      scroll
      head={config.legend && top > 0 && <Ramp top={top} unit={data.measure?.unit} />}
    >
      {(size, markOf) => (
        <Tiles
          data={data}
          tiles={tiles}
          top={top}
          config={config}
          size={size}
          markOf={markOf}
          timezone={timezone}
        />
      )}
    </Chart>
  );
}

function tilesOf(data: ChartData): Tile[] {
  return data.series.flatMap((_, series) =>
    data.categories.flatMap((_category, category) => {
      const value = data.at(category, series);
      return value === null ? [] : [{ category, series, value }];
    }),
  );
}

interface TilesProps {
  readonly data: ChartData;
  readonly tiles: readonly Tile[];
  readonly top: number;
  readonly config: HeatConfig;
  readonly size: Size;
  readonly markOf: MarkOf;
  readonly timezone: string;
}

function Tiles(props: TilesProps): ReactNode {
  const { data, tiles, top, config, size, markOf, timezone } = props;
  const { names, left, bottom, step, row, height, x } = layoutOf(props);
  const shade = (value: number) => Math.floor((Math.max(0, value) / (top || 1)) * (RAMP_STEPS - 0.001));
  return (
    <svg width={size.width} height={height + bottom + 4} role="presentation">
      <g transform={`translate(${left},2)`}>
        {names.map(({ key, label }, index) => (
          <text key={key} x={-8} y={row * (index + 0.5)} dy="0.32em" textAnchor="end" aria-hidden>
            {truncate(label, 20)}
          </text>
        ))}
        {tiles.map(({ category, series, value }, index) => (
          <g
            key={`${category}-${series}`}
            {...markOf(index)}
            transform={`translate(${x(category) ?? 0},${row * series})`}
          >
            <TileShape
              step={step}
              row={row}
              fill={value === 0 ? 'var(--cn-sunken)' : rampColor(shade(value))}
              text={config.values ? formatShort(value, data.measure?.unit) : undefined}
            />
          </g>
        ))}
        {config.labels && (
          <g transform={`translate(0,${height})`}>
            <CategoryAxis
              data={data}
              place={(index) => (x(index) ?? 0) + step / 2}
              step={step}
              timezone={timezone}
            />
          </g>
        )}
      </g>
    </svg>
  );
}

/** The room of names and axis, and the size of a tile between them. */
function layoutOf({ data, config, size }: TilesProps) {
  const names = data.seriesColumn && config.labels ? data.series : [];
  const longest = Math.max(3, ...names.map(({ label }) => Math.min(20, label.length)));
  const room = names.length > 0 ? longest * 7 + 12 : 2;
  const columns = Math.max(1, data.categories.length);
  const left = config.labels ? Math.max(room, namesReach(data, (size.width - room) / columns)) : room;
  const width = Math.max(60, size.width - left - 4);
  const step = width / columns;
  const bottom = config.labels ? categoryRoom(data, step) : 4;
  const free = size.height - bottom - 4;
  const row = Math.max(CELL, Math.min(48, free / Math.max(1, data.series.length)));
  const x = scaleBand(
    data.categories.map((_, index) => index),
    [0, width],
  );
  return { names, left, bottom, step, row, height: row * data.series.length, x };
}

interface TileShapeProps {
  readonly step: number;
  readonly row: number;
  readonly fill: string;
  readonly text: string | undefined;
}

function TileShape({ step, row, fill, text }: TileShapeProps): ReactNode {
  const gap = step > 8 ? 2 : 0.5;
  return (
    <>
      <rect
        className={chartStyles.shape}
        width={Math.max(1, step - gap)}
        height={row - gap}
        rx={step > 12 ? 3 : 0}
        fill={fill}
      />
      {text !== undefined && step > 34 && (
        <text
          x={(step - gap) / 2}
          y={(row - gap) / 2}
          dy="0.32em"
          textAnchor="middle"
          aria-hidden
          className={chartStyles.value}
        >
          {text}
        </text>
      )}
    </>
  );
}

function Ramp({ top, unit }: { top: number; unit: string | undefined }): ReactNode {
  return (
    <div className={styles.ramp} aria-hidden>
      <span>0</span>
      {Array.from({ length: RAMP_STEPS }, (_, step) => (
        <i key={step} style={{ background: rampColor(step) }} />
      ))}
      <span>{formatShort(top, unit)}</span>
    </div>
  );
}

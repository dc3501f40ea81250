import { axisY, cell, hexagon, text, type Markish, type PlotOptions } from '@observablehq/plot';
import { useMemo, type ReactNode } from 'react';
import { categoryAxis, categoryRoom, namesReach } from '../bar/axes.ts';
import { markOf as describe } from '../bar/marks.ts';
import { chartData, type ChartData } from '../chart-data.ts';
import { Chart, type Size } from '../chart.tsx';
import { formatShort, truncate } from '../format.ts';
import { rampColor, rampText, ZERO_COLOR } from '../palette.ts';
import { PlotPicture } from '../plot-picture.tsx';
import type { ViewProps } from '../view.ts';
import type { HeatConfig } from './definition.ts';
import { Ramp } from './ramp.tsx';
import { shadesOf, type Shades } from './shades.ts';

const LEAST_ROW = 20;
const MOST_ROW = 96;
const MOST_COLUMNS = 120;
const MOST_ROWS = 60;
const CHARACTER = 7;

interface Tile {
  readonly category: number;
  readonly series: number;
  readonly value: number;
}

interface HeatModel {
  readonly data: ChartData;
  readonly tiles: readonly Tile[];
  readonly shades: Shades;
}

/** Tiles by one or two groups in twelve shades. Zero has a shade of its own; missing data has none. */
export function HeatMapView(props: ViewProps<HeatConfig>): ReactNode {
  const { answer, query, config, label, timezone, firstDay, now, onSelect } = props;
  const model = useMemo((): HeatModel => {
    const data = chartData(answer, {
      timezone,
      firstDay,
      now,
      maxCategories: MOST_COLUMNS,
      maxSeries: MOST_ROWS,
      invert: config.invertAxes,
      sums: [],
      leavesOut: query.having.length > 0,
    });
    const tiles = tilesOf(data);
    return { data, tiles, shades: shadesOf(tiles.map(({ value }) => value)) };
  }, [answer, query, config.invertAxes, timezone, firstDay, now]);
  const marks = useMemo(
    () => model.tiles.map((tile) => describe(model.data, { ...tile, from: 0, to: tile.value, share: null })),
    [model],
  );
  const { data, tiles, shades } = model;
  return (
    <Chart
      label={label}
      marks={marks}
      neighbour={(index, by, way) => (way === 'across' ? index + by : neighbourOf(tiles, index, by))}
      onSelect={onSelect}
      cuts={data.cuts}
      scroll
      head={config.legend && shades.most > 0 && <Ramp shades={shades} unit={data.measure?.unit} />}
    >
      {(size, markOf) => {
        const layout = layoutOf(data, config, size);
        return (
          <Picture model={model} config={config} layout={layout} timezone={timezone}>
            {(x, y, band) =>
              tiles.map(({ category, series }, index) => (
                <rect
                  key={`${category}-${series}`}
                  {...markOf(index)}
                  x={x(category)}
                  y={y(series)}
                  width={band.x}
                  height={band.y}
                />
              ))
            }
          </Picture>
        );
      }}
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

/** The tile above or below; the next one where there is none. */
function neighbourOf(tiles: readonly Tile[], index: number, by: 1 | -1): number {
  const own = tiles[index];
  const found = tiles.findIndex(
    ({ category, series }) => category === own?.category && series === own.series + by,
  );
  return found === -1 ? index : found;
}

interface Layout {
  readonly size: Size;
  readonly left: number;
  readonly bottom: number;
  readonly step: number;
  readonly row: number;
  readonly hasNames: boolean;
}

/** The room of names and axis, and the size of a tile between them. */
function layoutOf(data: ChartData, config: HeatConfig, size: Size): Layout {
  const hasNames = data.seriesColumn !== undefined && config.labels;
  const longest = hasNames ? Math.max(3, ...data.series.map(({ label }) => Math.min(20, label.length))) : 0;
  const room = hasNames ? longest * CHARACTER + 12 : 2;
  const columns = Math.max(1, data.categories.length);
  const left = config.labels ? Math.max(room, namesReach(data, (size.width - room - 4) / columns)) : room;
  const step = Math.max(60, size.width - left - 4) / columns;
  const bottom = config.labels ? categoryRoom(data, step) : 4;
  const share = (size.height - bottom - 6) / Math.max(1, data.series.length);
  const row = Math.max(LEAST_ROW, Math.min(MOST_ROW, share));
  const height = row * data.series.length + bottom + 4;
  return { size: { width: size.width, height }, left, bottom, step, row, hasNames };
}

interface PictureProps {
  readonly model: HeatModel;
  readonly config: HeatConfig;
  readonly layout: Layout;
  readonly timezone: string;
  readonly children: (
    x: (category: number) => number,
    y: (series: number) => number,
    band: { x: number; y: number },
  ) => ReactNode;
}

function Picture({ model, config, layout, timezone, children }: PictureProps): ReactNode {
  // An equal layout may be a new object, so its content is the key.
  const key = JSON.stringify(layout);
  const options = useMemo(
    () => optionsOf(model, config, JSON.parse(key) as Layout, timezone),
    [model, config, key, timezone],
  );
  const { width, height } = layout.size;
  const size = useMemo(() => ({ width, height }), [width, height]);
  return (
    <PlotPicture options={options} size={size}>
      {(x, y) => children(x.at, y.at, { x: x.band, y: y.band })}
    </PlotPicture>
  );
}

function optionsOf(
  { data, tiles, shades }: HeatModel,
  config: HeatConfig,
  layout: Layout,
  timezone: string,
): PlotOptions {
  const { left, bottom, step, row, size } = layout;
  const inset = step > 8 ? 1 : 0.25;
  const fill = ({ value }: Tile) => (value === 0 ? ZERO_COLOR : rampColor(shades.stepOf(value)));
  return {
    marginLeft: left,
    marginTop: 2,
    marginRight: Math.max(0, size.width - left - step * data.categories.length),
    marginBottom: bottom + 2,
    x: { type: 'band', domain: data.categories.map((_, at) => at), padding: 0, round: false, axis: null },
    y: { type: 'band', domain: data.series.map((_, at) => at), padding: 0, round: false, axis: null },
    color: { type: 'identity' },
    marks: [
      config.hex
        ? hexagon(tiles, { x: 'category', y: 'series', fill, r: hexagonRadius(layout, tiles.length) })
        : cell(tiles, { x: 'category', y: 'series', fill, inset, rx: step > 12 ? 3 : 0 }),
      config.values && step > 34 && row > 16 ? figures(tiles, shades, data.measure?.unit) : null,
      layout.hasNames ? namesAxis(data) : null,
      config.labels ? categoryAxis(data, step, timezone) : null,
    ],
  };
}

/** The height of a hexagon on its corner, in radii of Plot: its width is two. */
const HEXAGON_HEIGHT = 4 / Math.sqrt(3);

/** The radius of a hexagon with the area of a tile (X§9), which never overlaps its neighbours. */
function hexagonRadius({ step, row, size, left, bottom }: Layout, count: number): number {
  const area = (size.width - left) * (size.height - bottom);
  return Math.max(
    2,
    Math.min(Math.floor(0.75 * Math.sqrt(area / Math.max(1, count))), step / 2 - 1, row / HEXAGON_HEIGHT - 1),
  );
}

function figures(tiles: readonly Tile[], shades: Shades, unit: string | undefined): Markish {
  return text(tiles, {
    x: 'category',
    y: 'series',
    text: ({ value }: Tile) => formatShort(value, unit),
    fill: ({ value }: Tile) => (value === 0 ? 'var(--cn-text-muted)' : rampText(shades.stepOf(value))),
    fontSize: 12,
  });
}

function namesAxis({ series }: ChartData): Markish {
  return axisY(
    series.map((_, at) => at),
    {
      label: null,
      tickSize: 0,
      tickPadding: 8,
      fontSize: 12,
      tickFormat: (at: number) => truncate(series[at]?.label ?? '', 20),
    },
  );
}

import { axisY, type Markish, type PlotOptions } from '@observablehq/plot';
import { formulasOf } from '../formula-words.ts';
import { useMemo, type ReactNode } from 'react';
import { categoryAxis, categoryRoom, namesReach } from '../bar/axes.ts';
import { markOf as describe } from '../bar/marks.ts';
import { chartData, type ChartData } from '../chart-data.ts';
import { Chart } from '../chart.tsx';
import type { Size } from '../chart-mark.ts';
import { cutNames } from '../cut-names.ts';
import { PlotPicture } from '../plot-picture.tsx';
import type { ViewProps } from '../view.ts';
import type { HeatConfig } from './definition.ts';
import { ChangeRamp, Ramp } from './ramp.tsx';
import { hasShades, shadesOf, type Shades } from './shades.ts';
import { tileMarks, tilesOf, type Tile } from './tiles.ts';

const LEAST_ROW = 20;
/** Rows fill the card, but a single one is no pillar. */
const MOST_ROW = 240;
const MOST_COLUMNS = 120;
const MOST_ROWS = 60;
const CHARACTER = 7;
const MOST_NAME = 20;
/** The most of the width that the names of rows take. */
const NAMES = 0.32;

interface HeatModel {
  readonly data: ChartData;
  readonly tiles: readonly Tile[];
  readonly shades: Shades;
}

/** Tiles by one or two groups in twelve shades. Zero has a shade of its own; missing data has none. */
export function HeatMapView(props: ViewProps<HeatConfig>): ReactNode {
  const { answer, query, config, label, timezone, firstDay, now, onSelect, further } = props;
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
      change: config,
      formulas: formulasOf(query),
      samples: further?.samples,
    });
    const tiles = tilesOf(data);
    return { data, tiles, shades: shadesOf(tiles.map(({ value }) => value)) };
  }, [answer, further, query, config, timezone, firstDay, now]);
  const marks = useMemo(
    () => model.tiles.map((tile) => describe(model.data, { ...tile, from: 0, to: tile.value, share: null })),
    [model],
  );
  const { data, tiles } = model;
  return (
    <Chart
      label={label}
      marks={marks}
      neighbour={(index, by, way) => (way === 'across' ? index + by : neighbourOf(tiles, index, by))}
      onSelect={onSelect}
      peek={props.peek}
      cuts={data.cuts}
      scroll
      head={config.legend && legendOf(model, config)}
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

/** The shades with their values, or with the changes that they stand for. */
function legendOf({ data, tiles, shades }: HeatModel, config: HeatConfig): ReactNode {
  if (tiles[0]?.before !== undefined) return <ChangeRamp inverted={config.invertComparisonColors} />;
  return hasShades(shades) && <Ramp shades={shades} unit={data.measure?.unit} />;
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
  /** What is above the rows: a few rows that do not fill the card stand in its middle. */
  readonly top: number;
  readonly bottom: number;
  readonly step: number;
  readonly row: number;
  /** The most that a name of a row has. */
  readonly characters: number;
  readonly hasNames: boolean;
}

/** The room of names and axis, and the size of a tile between them. */
function layoutOf(data: ChartData, config: HeatConfig, size: Size): Layout {
  const hasNames = data.seriesColumn !== undefined && config.labels;
  const most = Math.max(3, Math.min(MOST_NAME, Math.floor((size.width * NAMES) / CHARACTER)));
  const characters = Math.max(3, ...data.series.map(({ label }) => Math.min(most, label.length)));
  const room = hasNames ? characters * CHARACTER + 12 : 2;
  const columns = Math.max(1, data.categories.length);
  const left = config.labels ? Math.max(room, namesReach(data, (size.width - room - 4) / columns)) : room;
  const step = Math.max(60, size.width - left - 4) / columns;
  const bottom = config.labels ? categoryRoom(data, step) : 4;
  const share = (size.height - bottom - 6) / Math.max(1, data.series.length);
  const row = Math.max(LEAST_ROW, Math.min(MOST_ROW, share));
  const own = row * data.series.length + bottom + 4;
  const height = Math.max(own, size.height - 4);
  const top = 2 + (height - own) / 2;
  return { size: { width: size.width, height }, left, top, bottom, step, row, characters, hasNames };
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
  const { left, top, step, row, size } = layout;
  const radius = hexagonRadius(layout, tiles.length);
  return {
    marginLeft: left,
    marginTop: top,
    marginRight: Math.max(0, size.width - left - step * data.categories.length),
    marginBottom: Math.max(0, size.height - top - row * data.series.length),
    x: { type: 'band', domain: data.categories.map((_, at) => at), padding: 0, round: false, axis: null },
    y: { type: 'band', domain: data.series.map((_, at) => at), padding: 0, round: false, axis: null },
    color: { type: 'identity' },
    marks: [
      ...tileMarks({ tiles, shades, config, unit: data.measure?.unit, step, row, radius }),
      layout.hasNames ? namesAxis(data, layout) : null,
      config.labels ? categoryAxis(data, step, timezone) : null,
    ],
  };
}

/** The height of a hexagon on its corner, in radii of Plot: its width is two. */
const HEXAGON_HEIGHT = 4 / Math.sqrt(3);

/** The radius of a hexagon with the area of a tile (X§9), which never overlaps its neighbours. */
function hexagonRadius({ step, row, size, left, top, bottom }: Layout, count: number): number {
  const area = (size.width - left) * (size.height - bottom - 2 * (top - 2));
  return Math.max(
    2,
    Math.min(Math.floor(0.75 * Math.sqrt(area / Math.max(1, count))), step / 2 - 1, row / HEXAGON_HEIGHT - 1),
  );
}

function namesAxis({ series }: ChartData, { characters }: Layout): Markish {
  const labels = series.map(({ label }) => label);
  const names = cutNames(labels, characters);
  return axisY(
    series.map((_, at) => at),
    {
      label: null,
      tickSize: 0,
      tickPadding: 8,
      fontSize: 12,
      tickFormat: (at: number) => names[at] ?? '',
    },
  );
}

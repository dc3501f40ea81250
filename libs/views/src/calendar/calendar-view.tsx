import type { ResultSet } from '@cairn/answer';
import type { Weekday } from '@cairn/query';
import { axisY, cell, text, type PlotOptions } from '@observablehq/plot';
import { useMemo, type ReactNode } from 'react';
import { markOf as describe } from '../bar/marks.ts';
import { chartData, type ChartData } from '../chart-data.ts';
import type { ChartOptions } from '../category.ts';
import { Chart } from '../chart.tsx';
import type { Size } from '../chart-mark.ts';
import { Ramp } from '../heat-map/ramp.tsx';
import { hasShades, shadesOf, type Shades } from '../heat-map/shades.ts';
import { OverlayMarks } from '../overlays/overlay-marks.tsx';
import type { OverlayGroup, OverlayName } from '../overlays/overlays.ts';
import { useOverlaysWithin } from '../overlays/use-overlays.ts';
import { PlotPicture } from '../plot-picture.tsx';
import { asPeriods } from '../time-series/time-answer.ts';
import type { ViewProps } from '../view.ts';
import { calendarGrid, type CalendarDay, type CalendarGrid, type CalendarLabel } from './calendar-grid.ts';
import type { CalendarConfig } from './definition.ts';

const MOST_DAYS = 1_098;
const MONDAY = 1;
const WEEK = 7;
const NAMES = 42;
/** A row is never lower than the name of a month, so longer spans scroll. */
const LEAST = { width: 4, height: 12 };
/** Few weeks make no larger tiles than so many. */
const LEAST_COLUMNS = 8;
const MOST = 48;
/** The most by which a tile's height may exceed its width, as a factor, to fill a card. */
const STRETCH = 1.6;

/** Where the shape of each source stands in the tile of its day, as shares of it. */
const CORNERS: Readonly<Record<OverlayName, { readonly x: number; readonly y: number }>> = {
  releases: { x: 0.75, y: 0.25 },
  deployments: { x: 0.75, y: 0.75 },
  incidents: { x: 0.25, y: 0.75 },
};
/** A tile of this size has room for the shapes as they are on an axis. */
const TILE_OF_SHAPES = 28;

interface CalendarModel {
  readonly data: ChartData;
  readonly shades: Shades;
  /** The indexes of the days that have a value. */
  readonly days: readonly number[];
  /** The days on so many lines of weeks. */
  gridOf(lines: number): CalendarGrid;
}

/** The measure day by day: weeks side by side, in the shades of a heat map. */
export function CalendarView(props: ViewProps<CalendarConfig>): ReactNode {
  const { answer, config, label, timezone, firstDay = MONDAY, now, onSelect } = props;
  const model = useMemo(
    () => modelOf(answer, { timezone, firstDay, now }),
    [answer, timezone, firstDay, now],
  );
  const { data, days, shades } = model;
  const overlays = useOverlaysWithin(data, props.further, timezone);
  const marks = useMemo(
    () =>
      days.map((day) => {
        const value = data.at(day, 0) ?? 0;
        return describe(data, { category: day, series: 0, value, from: 0, to: value, share: null });
      }),
    [data, days],
  );
  return (
    <Chart
      label={label}
      marks={marks}
      events={overlays.marks}
      neighbour={(index, by, way) => (way === 'across' ? index + by * WEEK : index + by)}
      onSelect={onSelect}
      cuts={data.cuts}
      scroll
      head={config.legend && hasShades(shades) && <Ramp shades={shades} unit={data.measure?.unit} />}
    >
      {(size, markOf) => (
        <Picture model={model} config={config} size={size}>
          {(grid, x, y, band) => (
            <>
              {tilesOf(grid, days).map(({ day, column, row }, index) => (
                <rect key={day} {...markOf(index)} x={x(column)} y={y(row)} width={band.x} height={band.y} />
              ))}
              <OverlayMarks
                {...overlays}
                scale={Math.min(1, band.x / TILE_OF_SHAPES, band.y / TILE_OF_SHAPES)}
                at={({ place, source }: OverlayGroup) => {
                  const { column, row } = grid.days[place] ?? { column: 0, row: 0 };
                  const corner = CORNERS[source];
                  return { x: x(column) + corner.x * band.x, y: y(row) + corner.y * band.y };
                }}
              />
            </>
          )}
        </Picture>
      )}
    </Chart>
  );
}

function modelOf(
  answer: ResultSet,
  options: Pick<ChartOptions, 'timezone' | 'now'> & { firstDay: Weekday },
): CalendarModel {
  const data = chartData(asPeriods(answer), { ...options, maxCategories: MOST_DAYS, maxSeries: 1 });
  const starts = data.categories.map(({ value }) => Number(value));
  const days = numbers(starts.length).filter((day) => data.at(day, 0) !== null);
  return {
    data,
    days,
    shades: shadesOf(days.map((day) => data.at(day, 0) ?? 0)),
    gridOf: (lines) => calendarGrid(starts, options.timezone, options.firstDay, lines),
  };
}

interface PictureProps {
  readonly model: CalendarModel;
  readonly config: CalendarConfig;
  readonly size: Size;
  readonly children: (
    grid: CalendarGrid,
    x: (column: number) => number,
    y: (row: number) => number,
    band: { x: number; y: number },
  ) => ReactNode;
}

function Picture({ model, config, size, children }: PictureProps): ReactNode {
  const { options, room, grid } = useMemo(() => pictureOf(model, config, size), [model, config, size]);
  return (
    <PlotPicture options={options} size={room}>
      {(x, y) => children(grid, x.at, y.at, { x: x.band, y: y.band })}
    </PlotPicture>
  );
}

const tilesOf = ({ days: all }: CalendarGrid, days: readonly number[]): CalendarDay[] =>
  days.flatMap((day) => all[day] ?? []);

const MOST_LINES = 8;
/** The height of a name, and the rows of a block with its months. */
const [NAME, ROWS] = [14, 8];
const MONTH_NAME = 28;

/** The grid whose tiles are the largest: wide and low cards have the weeks in one line, others in several. */
function fittedGrid({ gridOf }: CalendarModel, width: number, height: number): CalendarGrid {
  const sizeOf = ({ columns, rows }: CalendarGrid) => Math.min(MOST, width / columns, height / rows);
  return numbers(MOST_LINES)
    .map((at) => gridOf(at + 1))
    .reduce((best, grid) => (sizeOf(grid) > sizeOf(best) * 1.1 ? grid : best));
}

/** The names of months that stand far enough from those before them and from the end. */
function monthsWithRoom({ months, columns }: CalendarGrid, width: number): CalendarLabel[] {
  const shown: CalendarLabel[] = [];
  for (const month of months) {
    const before = shown.at(-1);
    const isApart = before?.row !== month.row || (month.column - before.column) * width >= MONTH_NAME;
    if (isApart && (columns - month.column) * width >= MONTH_NAME - width) shown.push(month);
  }
  return shown;
}

/** The drawing with the room that it takes: tiles are as large as all weeks and rows allow. */
function pictureOf(
  model: CalendarModel,
  config: CalendarConfig,
  size: Size,
): { options: PlotOptions; room: Size; grid: CalendarGrid } {
  const { data, shades } = model;
  const left = config.labels ? NAMES : 0;
  const grid = fittedGrid(model, size.width - left - 2, size.height - 4);
  const across = (size.width - left - 2) / Math.max(grid.columns, LEAST_COLUMNS);
  const down = (size.height - 4) / grid.rows;
  const width = Math.max(LEAST.width, Math.min(MOST, across));
  const height = Math.max(LEAST.height, Math.min(width * STRETCH, down));
  const room = { width: Math.max(size.width, left + width * grid.columns), height: height * grid.rows + 4 };
  const fill = ({ day }: CalendarDay) => shades.fillOf(data.at(day, 0) ?? 0);
  const options: PlotOptions = {
    marginLeft: left,
    marginTop: 2,
    marginRight: Math.max(0, room.width - left - width * grid.columns),
    marginBottom: 2,
    x: { type: 'band', domain: numbers(grid.columns), padding: 0, round: false, axis: null },
    y: { type: 'band', domain: numbers(grid.rows), padding: 0, round: false, axis: null },
    color: { type: 'identity' },
    marks: [
      cell(tilesOf(grid, model.days), {
        x: 'column',
        y: 'row',
        fill,
        inset: width > 12 ? 1 : 0.5,
        rx: width > 12 ? 2 : 0,
      }),
      config.labels ? names(grid, height) : null,
      config.labels
        ? text(monthsWithRoom(grid, width), {
            x: 'column',
            y: 'row',
            text: 'text',
            fontSize: 12,
            textAnchor: 'start',
            dx: -width / 2,
          })
        : null,
    ],
  };
  return { options, room, grid };
}

const numbers = (count: number) => Array.from({ length: count }, (_, at) => at);

/** Every second weekday is named where rows are narrow, and two of a week where they are narrower. */
function names({ names: all }: CalendarGrid, height: number) {
  const every = Math.min(3, Math.ceil(NAME / height));
  const shown = all.filter(({ row }) => (row % ROWS) % every === 0);
  const texts = new Map(shown.map(({ row, text: name }) => [row, name]));
  return axisY([...texts.keys()], {
    label: null,
    tickSize: 0,
    tickPadding: 8,
    fontSize: 12,
    tickFormat: (row: number) => texts.get(row) ?? '',
  });
}

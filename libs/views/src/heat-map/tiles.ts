import { cell, hexagon, text, type Markish } from '@observablehq/plot';
import { changeOf } from '@cairn/query';
import { changeColorOf, changeInWords } from '../change.ts';
import type { ChartData } from '../chart-data.ts';
import { formatFitting } from '../format.ts';
import { changeFill, changeStepOf } from './change-shades.ts';
import type { HeatConfig } from './definition.ts';
import type { Shades } from './shades.ts';

/** A value between a category and a series; `before` is there while two periods are compared. */
export interface Tile {
  readonly category: number;
  readonly series: number;
  readonly value: number;
  readonly before?: number | null;
}

/** Every value that there is as a tile, row by row. */
export function tilesOf(data: ChartData): Tile[] {
  return data.series.flatMap((_, series) =>
    data.categories.flatMap((_category, category) => {
      const value = data.at(category, series);
      const before = data.before(category, series);
      if (value === null) return [];
      return [{ category, series, value, ...(before === undefined ? {} : { before }) }];
    }),
  );
}

export interface TileLook {
  readonly tiles: readonly Tile[];
  readonly shades: Shades;
  readonly config: HeatConfig;
  readonly unit: string | undefined;
  readonly step: number;
  readonly row: number;
  /** The radius of hexagons. */
  readonly radius: number;
}

const isCompared = ({ before }: Tile) => before !== undefined;

/** The tiles in the shades of their values, or of their changes while two periods are compared. */
export function tileMarks(look: TileLook): Markish[] {
  const { tiles, shades, config, step, row, radius } = look;
  const fill = (tile: Tile) => {
    if (isCompared(tile))
      return changeFill(changeStepOf(tile.value, tile.before ?? null), config.invertComparisonColors);
    return shades.fillOf(tile.value);
  };
  const place = { x: 'category', y: 'series', fill };
  return [
    config.hex
      ? hexagon(tiles, { ...place, r: radius })
      : cell(tiles, { ...place, inset: step > 8 ? 1 : 0.25, rx: step > 12 ? 3 : 0 }),
    config.values && step > 34 && row > 16 ? figures(look) : null,
    config.values && step > 52 && row > 16 ? changes(look) : null,
  ];
}

const hasRoomForBoth = ({ row }: TileLook) => row > 34;

/** The values in the tiles. Beside their changes they show where both have room. */
function figures(look: TileLook): Markish {
  const { shades, unit, config, step } = look;
  const hides = config.showChangeValues ? !hasRoomForBoth(look) && step > 52 : true;
  const shown = look.tiles.filter((tile) => !isCompared(tile) || !hides);
  return text(shown, {
    x: 'category',
    y: 'series',
    dy: shown.some(isCompared) && step > 52 ? -7 : 0,
    text: ({ value }: Tile) => formatFitting(value, unit, Math.floor(step / 7)),
    fill: (tile: Tile) => (isCompared(tile) ? 'var(--cn-text)' : shades.textOf(tile.value)),
    fontSize: 12,
  });
}

/** The changes in the tiles, while two periods are compared. */
function changes(look: TileLook): Markish {
  const { tiles, unit, config } = look;
  const isBeneath = config.showChangeValues && hasRoomForBoth(look);
  // Where nothing was and nothing is, nothing changed.
  const changed = tiles.filter((tile) => isCompared(tile) && (tile.value !== 0 || tile.before !== 0));
  return text(changed, {
    x: 'category',
    y: 'series',
    dy: isBeneath ? 8 : 0,
    text: ({ value, before }: Tile) => changeInWords(value, before ?? null, config, unit),
    fill: ({ value, before }: Tile) =>
      changeColorOf(changeOf(value, before ?? null).delta, config) ?? 'var(--cn-text)',
    fontSize: 11,
    className: 'change',
  });
}

import { useMemo, useRef, type MouseEvent, type ReactNode } from 'react';
import type { Column } from '@cairn/contracts';
import { changeInWords, changeKey, comparisonKey } from '../change.ts';
import { chartData, textKey } from '../chart-data.ts';
import { useSize } from '../chart.tsx';
import type { CellValue } from '@cairn/answer';
import { formatFitting, formatValue } from '../format.ts';
import { ChangeCell } from '../table/change-cell.tsx';
import type { Selection, ViewProps } from '../view.ts';
import { MOST_TILES, type MetricConfig } from './definition.ts';
import { Sparkline, trendsOf } from './sparkline.tsx';
import { columnsFor } from './tile-grid.ts';
import chartStyles from '../chart.module.css';
import styles from './metric.module.css';

/** The smallest and largest type of each size (X§9); the room decides between them. */
const SIZES = { large: [24, 64], medium: [18, 32], small: [14, 20] } as const;

/** The figure in large, with what it measures beneath; a tile per value when there is a group. */
export function MetricView(props: ViewProps<MetricConfig>): ReactNode {
  const { answer, config, label, timezone, now, onSelect, further } = props;
  const list = useRef<HTMLUListElement>(null);
  const size = useSize(list);
  const data = useMemo(
    () =>
      chartData(answer, {
        timezone,
        now,
        maxCategories: MOST_TILES,
        maxSeries: 1,
        ...(config.sort === 'ascending' ? { order: 'value' as const, ascending: true } : {}),
      }),
    [answer, config.sort, timezone, now],
  );
  const trends = useMemo(() => trendsOf(further?.trend, (value) => textKey(value as CellValue)), [further]);
  const isSingle = !data.categoryColumn;
  const tiles = data.categories.map((category, index) => ({
    key: category.key,
    value: data.at(index, 0),
    before: data.before(index, 0),
    name: isSingle ? (data.measure?.label ?? '') : category.label,
    groups: data.categoryColumn ? [{ column: data.categoryColumn, value: category.value }] : [],
  }));
  const columns = size ? columnsFor(tiles.length, size) : 1;
  return (
    <figure className={chartStyles.chart} data-chart role="group" aria-label={label}>
      <ul
        ref={list}
        className={styles.figures}
        data-single={tiles.length === 1 || undefined}
        style={{ gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}
      >
        {tiles.map((tile) => (
          <li key={tile.key}>
            <Tile
              name={tile.name}
              value={largeText(tile, data.measure, config)}
              change={
                tile.before === undefined ? null : (
                  <Change current={tile.value} before={tile.before} measure={data.measure} config={config} />
                )
              }
              trend={<Sparkline values={trends.get(isSingle ? '' : tile.key)} hasLine={trends.size > 0} />}
              size={SIZES[config.size]}
              onClick={onSelect && ((event) => onSelect(selectionOf(event, tile.groups)))}
            />
          </li>
        ))}
      </ul>
      {data.cuts.length > 0 && <p className={chartStyles.cuts}>{data.cuts.join(', ')}</p>}
    </figure>
  );
}

/** The large text of a tile: the figure of the measure, of the compared period, or the change (X§3). */
function largeText(
  { value, before }: { readonly value: number | null; readonly before: number | null | undefined },
  measure: Column | undefined,
  config: MetricConfig,
): string {
  const { column } = config;
  const isCompared = before !== undefined && measure !== undefined;
  if (isCompared && column === changeKey(measure.key))
    return changeInWords(value, before, config, measure.unit);
  const figure = isCompared && column === comparisonKey(measure.key) ? before : value;
  return figure === null ? '-' : formatFitting(figure, measure?.unit, LONGEST);
}

/** The most characters of a figure that a tile has room for. */
const LONGEST = 11;

function selectionOf(event: MouseEvent, groups: Selection['groups']): Selection {
  const box = event.currentTarget.getBoundingClientRect();
  return { groups, anchor: { x: box.left + box.width / 2, y: box.bottom } };
}

interface TileProps {
  readonly name: string;
  readonly value: string;
  readonly size: readonly [least: number, most: number];
  /** How it changed since the compared period. */
  readonly change: ReactNode;
  /** Its values over time. */
  readonly trend: ReactNode;
  readonly onClick: ((event: MouseEvent) => void) | undefined;
}

function Tile({ name, value, size, change, trend, onClick }: TileProps): ReactNode {
  const content = (
    <>
      <b data-figure style={{ fontSize: `clamp(${size[0]}px, min(34cqh, 15cqw), ${size[1]}px)` }}>
        {value}
      </b>
      <span title={name}>{name}</span>
      {change}
      {trend}
    </>
  );
  return onClick ? (
    <button type="button" onClick={onClick}>
      {content}
    </button>
  ) : (
    <div>{content}</div>
  );
}

interface ChangeProps {
  readonly current: number | null;
  readonly before: number | null;
  readonly measure: Column | undefined;
  readonly config: MetricConfig;
}

/** The change with the figure of the compared period. A change that is large already stands over its own figure. */
function Change({ current, before, measure, config }: ChangeProps): ReactNode {
  const { key = '', unit } = measure ?? {};
  return (
    <small className={styles.change}>
      {config.column === changeKey(key) ? (
        <span>{current === null ? '-' : formatValue(current, unit)}</span>
      ) : (
        <ChangeCell current={current} before={before} unit={unit} look={config} />
      )}
      {config.showChangeValues && before !== null && <span>from {formatValue(before, unit)}</span>}
    </small>
  );
}

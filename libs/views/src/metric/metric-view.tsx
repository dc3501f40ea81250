import { useMemo, type MouseEvent, type ReactNode } from 'react';
import { chartData } from '../chart-data.ts';
import { formatValue } from '../format.ts';
import { ChangeCell } from '../table/change-cell.tsx';
import type { Selection, ViewProps } from '../view.ts';
import type { MetricConfig } from './definition.ts';
import chartStyles from '../chart.module.css';
import styles from './metric.module.css';

/** The smallest and largest type of each size (X§9); the room decides between them. */
const SIZES = { large: [24, 64], medium: [18, 32], small: [14, 20] } as const;
/** The largest type of figures that stand side by side. */
const IN_TILES = 28;
const MOST = 24;

/** The figure in large, with what it measures beneath; a tile per value when there is a group. */
export function MetricView({
  answer,
  config,
  label,
  timezone,
  now,
  onSelect,
}: ViewProps<MetricConfig>): ReactNode {
  const data = useMemo(
    () =>
      chartData(answer, {
        timezone,
        now,
        maxCategories: MOST,
        maxSeries: 1,
        ...(config.sort === 'ascending' ? { order: 'value' as const, ascending: true } : {}),
      }),
    [answer, config.sort, timezone, now],
  );
  const isSingle = !data.categoryColumn;
  const [least, most] = SIZES[config.size];
  const tiles = data.categories.map((category, index) => ({
    key: category.key,
    value: data.at(index, 0),
    before: data.before(index, 0),
    name: isSingle ? (data.measure?.label ?? '') : category.label,
    groups: data.categoryColumn ? [{ column: data.categoryColumn, value: category.value }] : [],
  }));
  return (
    <figure className={chartStyles.chart} data-chart role="group" aria-label={label}>
      <ul className={styles.figures} data-single={isSingle || undefined}>
        {tiles.map((tile) => (
          <li key={tile.key}>
            <Tile
              name={tile.name}
              value={tile.value === null ? '-' : formatValue(tile.value, data.measure?.unit)}
              change={
                tile.before === undefined ? null : (
                  <Change current={tile.value} before={tile.before} unit={data.measure?.unit} />
                )
              }
              size={isSingle ? [least, most] : [least, Math.min(IN_TILES, most)]}
              onClick={onSelect && ((event) => onSelect(selectionOf(event, tile.groups)))}
            />
          </li>
        ))}
      </ul>
      {data.cuts.length > 0 && <p className={chartStyles.cuts}>{data.cuts.join(', ')}</p>}
    </figure>
  );
}

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
  readonly onClick: ((event: MouseEvent) => void) | undefined;
}

function Tile({ name, value, size, change, onClick }: TileProps): ReactNode {
  const content = (
    <>
      <b data-figure style={{ fontSize: `clamp(${size[0]}px, min(42cqh, 14cqw), ${size[1]}px)` }}>
        {value}
      </b>
      <span title={name}>{name}</span>
      {change}
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
  readonly unit: string | undefined;
}

/** The change in percent with the figure of the compared period. */
function Change({ current, before, unit }: ChangeProps): ReactNode {
  return (
    <small className={styles.change}>
      <ChangeCell current={current} before={before} unit={unit} />
      {before !== null && <span>from {formatValue(before, unit)}</span>}
    </small>
  );
}

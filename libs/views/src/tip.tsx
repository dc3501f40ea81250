import { formatNumber } from '@cairn/ui';
import type { ReactNode } from 'react';
import type { Size } from './chart.tsx';
import styles from './chart.module.css';

export interface TipLine {
  readonly name: string;
  readonly value: string;
  readonly color?: string;
  /** Marks the row that the tip is about, among its neighbours. */
  readonly isOwn?: boolean;
  /** Its part of the whole; the five largest are drawn as bars. */
  readonly share?: number;
}

/** Where a value lies among all values of its measure. */
export interface TipRange {
  readonly least: number;
  readonly most: number;
  readonly value: number;
  readonly ends: readonly [least: string, most: string];
}

/** An entity behind a mark, as a small square. */
export interface TipEntity {
  readonly uuid: string;
  readonly state: 'open' | 'closed' | 'draft';
}

/** The entities behind a mark: those that are shown, and how many there are. */
export interface TipEntities {
  readonly shown: readonly TipEntity[];
  readonly total: number;
}

/** The tooltip of a mark, or of a whole category. */
export interface TipText {
  readonly title: string;
  /** The names of its groups, from the outer to the inner. */
  readonly path?: readonly string[];
  readonly range?: TipRange;
  /** How the figure is computed, where a formula does. */
  readonly formula?: string;
  readonly lines: readonly TipLine[];
  readonly note?: string;
}

export interface TipPlace {
  readonly text: TipText;
  /** The entities behind the mark, once they are known. */
  readonly entities?: TipEntities | undefined;
  readonly x: number;
  readonly y: number;
}

/** Shows exact values beside the mark in focus or under the pointer, and stays inside the chart. */
export function Tip({ text, entities, x, y, size }: TipPlace & { size: Size }): ReactNode {
  const edge = x > size.width - 240 && x > 240 ? 'end' : 'start';
  const rows = text.lines.length + [text.path, text.range, text.formula, entities].filter(Boolean).length;
  const side = y < 24 + rows * 18 ? 'below' : 'above';
  const bars = barsOf(text.lines);
  return (
    <div
      className={styles.tip}
      data-tip
      data-edge={edge}
      data-side={side}
      style={{ left: x, top: y }}
      aria-hidden
    >
      {text.path && text.path.length > 1 && <em data-path>{text.path.join(' › ')}</em>}
      <strong>{text.title}</strong>
      {text.lines.map((line, at) => (
        <Line key={`${line.name} ${at}`} line={line} hasBar={bars.has(line)} />
      ))}
      {text.range && <RangeBar range={text.range} />}
      {text.formula && <code data-formula>{text.formula}</code>}
      {entities && entities.shown.length > 0 && <Entities {...entities} />}
      {text.note && <em>{text.note}</em>}
    </div>
  );
}

const MOST_BARS = 5;

/** The lines with the largest shares. */
function barsOf(lines: readonly TipLine[]): ReadonlySet<TipLine> {
  const shared = lines.filter(({ share }) => share !== undefined);
  return new Set(shared.toSorted((a, b) => (b.share ?? 0) - (a.share ?? 0)).slice(0, MOST_BARS));
}

function Line({ line, hasBar }: { line: TipLine; hasBar: boolean }): ReactNode {
  const { name, value, color, isOwn, share = 0 } = line;
  return (
    <div className={styles.line} data-own={isOwn || undefined}>
      {color && <i style={{ background: color }} />}
      <span>{name}</span>
      {hasBar && (
        <u data-share>
          <u style={{ width: `${(share * 100).toFixed(1)}%`, background: color ?? 'var(--cn-chart-1)' }} />
        </u>
      )}
      <b>{value}</b>
    </div>
  );
}

/** A line from the least to the largest value, with a dot where this one lies. */
function RangeBar({ range: { least, most, value, ends } }: { range: TipRange }): ReactNode {
  const share = most === least ? 1 : (value - least) / (most - least);
  return (
    <div className={styles.range} data-range>
      <span>{ends[0]}</span>
      <u>
        <u style={{ left: `${(share * 100).toFixed(1)}%` }} />
      </u>
      <span>{ends[1]}</span>
    </div>
  );
}

const STATES = ['open', 'closed', 'draft'] as const;

/** What the squares stand for: "3 open, 2 closed, and 4 more". */
function statesInWords({ shown, total }: TipEntities): string {
  const counts = STATES.map((state) => ({
    state,
    count: shown.filter((each) => each.state === state).length,
  }));
  const words = counts.flatMap(({ state, count }) => (count > 0 ? [`${count} ${state}`] : []));
  const more = total - shown.length;
  return [...words, ...(more > 0 ? [`and ${formatNumber(more)} more`] : [])].join(', ');
}

function Entities({ shown, total }: TipEntities): ReactNode {
  return (
    <div className={styles.entities} data-entities>
      {shown.map(({ uuid, state }) => (
        <u key={uuid} data-state={state} />
      ))}
      <em>{statesInWords({ shown, total })}</em>
    </div>
  );
}

import type { TipLine, TipRange, TipEntities, TipText } from './tip-text.ts';
import { formatNumber } from '@cairn/ui';
import type { ReactNode } from 'react';
import type { Size } from './chart-mark.ts';
import styles from './chart.module.css';

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

import type { ReactNode } from 'react';
import type { Size } from './chart.tsx';
import styles from './chart.module.css';

export interface TipLine {
  readonly name: string;
  readonly value: string;
  readonly color?: string;
  /** Marks the row that the tip is about, among its neighbours. */
  readonly isOwn?: boolean;
}

/** The tooltip of a mark, or of a whole category. */
export interface TipText {
  readonly title: string;
  readonly lines: readonly TipLine[];
  readonly note?: string;
}

export interface TipPlace {
  readonly text: TipText;
  readonly x: number;
  readonly y: number;
}

/** Shows exact values beside the mark in focus or under the pointer, and stays inside the chart. */
export function Tip({ text, x, y, size }: TipPlace & { size: Size }): ReactNode {
  const edge = x > size.width - 240 && x > 240 ? 'end' : 'start';
  const side = y < 24 + text.lines.length * 18 ? 'below' : 'above';
  return (
    <div
      className={styles.tip}
      data-tip
      data-edge={edge}
      data-side={side}
      style={{ left: x, top: y }}
      aria-hidden
    >
      <strong>{text.title}</strong>
      {text.lines.map(({ name, value, color, isOwn }) => (
        <div key={name} className={styles.line} data-own={isOwn || undefined}>
          {color && <i style={{ background: color }} />}
          <span>{name}</span>
          <b>{value}</b>
        </div>
      ))}
      {text.note && <em>{text.note}</em>}
    </div>
  );
}

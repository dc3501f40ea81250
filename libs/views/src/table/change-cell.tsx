import { changeOf } from '@cairn/query';
import { ArrowRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { changeInWords } from '../change.ts';
import { formatValue } from '../format.ts';
import styles from './table.module.css';

interface ChangeCellProps {
  readonly current: number | null;
  readonly before: number | null;
  readonly unit: string | undefined;
}

/** Degrees by which the arrow is turned: up for more, down for less (X§4). */
const TURN = { '-1': 45, '0': 0, '1': -45 } as const;

/** The change in percent; its tooltip tells it as a figure. */
export function ChangeCell({ current, before, unit }: ChangeCellProps): ReactNode {
  const { delta } = changeOf(current, before);
  const words = changeInWords(current, before);
  if (delta === null) return <span className={styles.missing}>{words}</span>;
  const sign = String(Math.sign(delta)) as keyof typeof TURN;
  return (
    <span className={styles.change} data-change title={`${delta > 0 ? '+' : ''}${formatValue(delta, unit)}`}>
      <ArrowRight size={14} aria-hidden style={{ transform: `rotate(${TURN[sign]}deg)` }} />
      {words}
    </span>
  );
}

import { changeOf } from '@cairn/query';
import { ArrowRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { changeColorOf, changeInWords, PLAIN_CHANGE, type ChangeLook } from '../change.ts';
import styles from './table.module.css';

interface ChangeCellProps {
  readonly current: number | null;
  readonly before: number | null;
  readonly unit: string | undefined;
  readonly look?: ChangeLook;
}

/** Degrees by which the arrow is turned: up for more, down for less (X§4). */
const TURN = { '-1': 45, '0': 0, '1': -45 } as const;

/** The change in percent or as a figure; its tooltip tells the other one. */
export function ChangeCell({ current, before, unit, look = PLAIN_CHANGE }: ChangeCellProps): ReactNode {
  const { delta } = changeOf(current, before);
  const words = changeInWords(current, before, look, unit);
  const other = { showChangeAs: look.showChangeAs === 'value' ? 'percentage' : 'value' } as const;
  if (delta === null) return <span className={styles.missing}>{words}</span>;
  const sign = String(Math.sign(delta)) as keyof typeof TURN;
  return (
    <span
      className={styles.change}
      data-change
      title={changeInWords(current, before, other, unit)}
      style={{ color: changeColorOf(delta, look) }}
    >
      <ArrowRight size={14} aria-hidden style={{ transform: `rotate(${TURN[sign]}deg)` }} />
      {words}
    </span>
  );
}

import type { ReactNode } from 'react';
import { formatShort } from '../format.ts';
import { rampColor, RAMP_STEPS, ZERO_COLOR } from '../palette.ts';
import { changeFill, CHANGE_STEPS } from './change-shades.ts';
import type { Shades } from './shades.ts';
import styles from './ramp.module.css';

/** The shades with the values that they stand for. */
export function Ramp({ shades, unit }: { shades: Shades; unit: string | undefined }): ReactNode {
  const shown = (value: number) => formatShort(shades.isRanked ? value : Math.round(value * 10) / 10, unit);
  return (
    <div className={styles.ramp} aria-hidden>
      <i style={{ background: ZERO_COLOR }} />
      <span>0</span>
      {Array.from({ length: RAMP_STEPS }, (_, step) => (
        <i key={step} style={{ background: rampColor(step) }} />
      ))}
      <span>
        {shades.isRanked
          ? `median ${shown(shades.middle)}, up to ${shown(shades.most)}`
          : `up to ${shown(shades.most)}`}
      </span>
    </div>
  );
}

/** The shades of changes, from much less to much more. */
export function ChangeRamp({ inverted }: { inverted: boolean }): ReactNode {
  const steps = Array.from({ length: 2 * CHANGE_STEPS + 1 }, (_, at) => at - CHANGE_STEPS);
  return (
    <div className={styles.ramp} aria-hidden data-change-ramp>
      <span>less than before</span>
      {steps.map((step) => (
        <i key={step} style={{ background: changeFill(step, inverted) }} />
      ))}
      <span>more</span>
    </div>
  );
}

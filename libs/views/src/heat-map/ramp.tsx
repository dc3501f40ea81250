import type { ReactNode } from 'react';
import { BESIDE_NAME, formatFitting } from '../format.ts';
import { rampColor, RAMP_STEPS, ZERO_COLOR, type RampSide } from '../palette.ts';
import { changeFill, CHANGE_STEPS } from './change-shades.ts';
import type { Shades } from './shades.ts';
import styles from './ramp.module.css';

interface RampProps {
  readonly shades: Shades;
  readonly unit: string | undefined;
}

/** The shades with the values that they stand for. */
export function Ramp({ shades, unit }: RampProps): ReactNode {
  const { isRanked, least, middle, most } = shades;
  const shown = (value: number) =>
    formatFitting(isRanked ? value : Number(value.toPrecision(3)), unit, BESIDE_NAME);
  const isDiverging = least < 0;
  return (
    <div className={styles.ramp} aria-hidden data-ramp>
      {isDiverging && (
        <>
          <span>down to {shown(least)}</span>
          <Steps side="below" every={2} />
        </>
      )}
      <i style={{ background: ZERO_COLOR }} />
      <span>0</span>
      {most > 0 && <Steps side={isDiverging ? 'above' : 'all'} every={isDiverging ? 2 : 1} />}
      <span>
        {isRanked && !isDiverging
          ? `median ${shown(middle)}, up to ${shown(most)}`
          : most > 0 && `up to ${shown(most)}`}
      </span>
    </div>
  );
}

/** The steps of a ramp, the strongest farthest from zero; both sides together have as many as one ramp. */
function Steps({ side, every }: { side: RampSide; every: number }): ReactNode {
  const steps = Array.from({ length: RAMP_STEPS / every }, (_, at) => at * every + every - 1);
  const shown = side === 'below' ? steps.toReversed() : steps;
  return shown.map((step) => <i key={step} style={{ background: rampColor(step, side) }} />);
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

import { changeOf } from '@cairn/query';

/** The least change in percent of each shade on either side; the palest begins above none. */
const LEAST_OF_SHADE = [0, 5, 15, 35, 75];
export const CHANGE_STEPS = LEAST_OF_SHADE.length;

/** The shade of a change: 0 for none, up to 5 for more and down to -5 for less. Null where it cannot be told. */
export function changeStepOf(current: number | null, before: number | null): number | null {
  const { percentage } = changeOf(current, before);
  if (percentage === null) return null;
  const size = Math.abs(percentage);
  return percentage === 0 ? 0 : Math.sign(percentage) * LEAST_OF_SHADE.filter((least) => size > least).length;
}

/** The fill of a shade: green for more and red for less, or the other way round. */
export function changeFill(step: number | null, inverted: boolean): string {
  if (step === null || step === 0) return 'var(--cn-sunken)';
  const token = step > 0 === inverted ? 'var(--cn-bad)' : 'var(--cn-good)';
  return `color-mix(in oklab, ${token} ${8 + Math.abs(step) * 7}%, var(--cn-surface))`;
}

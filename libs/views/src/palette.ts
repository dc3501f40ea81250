/** The number of categorical colours that the tokens define (`--cn-chart-1` …). */
export const PALETTE_SIZE = 24;
/** The colours that are farthest apart; a key prefers one of them. */
const PREFERRED = 10;

/** Other is grey, so that nobody takes it for a series. */
export const OTHER_COLOR = 'var(--cn-chart-other)';

/** Slot of each key: by its hash where that is free, else the next free one; the same keys always agree (ruling 2). */
export function assignColors(
  keys: Iterable<string>,
  taken: ReadonlyMap<string, number> = new Map(),
): Map<string, number> {
  const slots = new Map(taken);
  for (const key of [...new Set(keys)].toSorted()) {
    if (!slots.has(key)) slots.set(key, freeSlot(hash(key) % PREFERRED, slots));
  }
  return slots;
}

function freeSlot(preferred: number, slots: ReadonlyMap<string, number>): number {
  const uses = Array.from({ length: PALETTE_SIZE }, () => 0);
  for (const slot of slots.values()) uses[slot] = (uses[slot] ?? 0) + 1;
  const least = Math.min(...uses);
  const isFree = (slot: number) => uses[slot] === least;
  const near = Array.from({ length: PREFERRED }, (_, step) => (preferred + step) % PREFERRED);
  return near.find(isFree) ?? uses.findIndex((count) => count === least);
}

/** FNV-1a. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) {
    value = Math.imul(value ^ text.charCodeAt(at), 0x01000193) >>> 0;
  }
  return value;
}

/** The token of a slot; with more than 8 categories it fades by 5 % each, at most 40 % (X§9). */
export function colorOf(slot: number, categories: number): string {
  const token = `var(--cn-chart-${slot + 1})`;
  const fade = Math.min(0.4, Math.max(0, categories - 8) * 0.05);
  return fade === 0
    ? token
    : `color-mix(in oklab, ${token} ${Math.round((1 - fade) * 100)}%, var(--cn-chart-axis))`;
}

/** The colour of the compared period, behind the values of the current one. */
export const EARLIER_COLOR = 'var(--cn-chart-earlier)';

export const RAMP_STEPS = 12;

/** The fill of a count of nothing. */
export const ZERO_COLOR = 'var(--cn-sunken)';

/** Which values a ramp shades: all of them, or those on one side of zero where there are some on both. */
export type RampSide = 'all' | 'above' | 'below';
const ENDS: Readonly<Record<RampSide, string>> = {
  all: '--cn-chart-ramp',
  above: '--cn-chart-ramp',
  below: '--cn-chart-below',
};
/** The properties by which a theme sets the steps of a ramp. */
export const RAMP_NAMES: Readonly<Record<RampSide, string>> = {
  all: '--cn-ramp',
  above: '--cn-ramp-above',
  below: '--cn-ramp-below',
};

/** One of 12 steps from the quiet surface to the strong end of the ramp, or of the theme that is set around it. */
export function rampColor(step: number, side: RampSide = 'all'): string {
  const known = Math.max(0, Math.min(RAMP_STEPS - 1, step));
  const share = Math.round(10 + (90 * known) / (RAMP_STEPS - 1));
  const own = `color-mix(in oklab, var(${ENDS[side]}) ${share}%, var(--cn-surface))`;
  return `var(${RAMP_NAMES[side]}-${known}, ${own})`;
}

/** The first strong steps: on those of the light theme text is white, on those of the dark theme black. */
const STRONG = { light: 8, dark: 6 };

/** The colour of text on a step, with contrast in both themes. */
export function rampText(step: number, side: RampSide = 'all'): string {
  const light = step < STRONG.light ? 'ink' : 'paper';
  const dark = step < STRONG.dark ? 'paper' : 'ink';
  return `var(${RAMP_NAMES[side]}-text-${step}, light-dark(var(--cn-chart-${light}), var(--cn-chart-${dark})))`;
}

/** A colour as the ground of a text in the usual ink. On dark it is deepened, since mixed with dark it turns to mud. */
export const tintOf = (color: string): string =>
  `light-dark(color-mix(in oklab, ${color} 32%, var(--cn-surface)), ${deepened(color)})`;

const deepened = (color: string) => `oklch(from ${color} calc(0.25 + 0.29 * l) calc(1.15 * c) h)`;

let full: Intl.NumberFormat;
let small: Intl.NumberFormat;
let tenths: Intl.NumberFormat;
let chosen: string;

/** Writes every number of the page as people of this language do, such as `de-DE`. */
export function setNumberFormat(language: string): void {
  chosen = language;
  full = new Intl.NumberFormat(language, { maximumFractionDigits: 2 });
  small = new Intl.NumberFormat(language, { maximumSignificantDigits: 2 });
  tenths = new Intl.NumberFormat(language, { maximumFractionDigits: 1, useGrouping: false });
}
setNumberFormat('en-US');

/** Beneath this two decimals would read zero. */
const SMALL = 0.005;
/** Beneath and from these a number reads better with an exponent. */
const [SMALLEST, LARGEST] = [1e-6, 1e15];

/** `12,400` or `0.25`: the exact number, with two decimals, or two digits where it is smaller than they show. */
export function formatNumber(value: number): string {
  const size = Math.abs(value);
  if (size === 0 || size >= SMALL) return full.format(value);
  return size < SMALLEST ? exponential(value) : small.format(value);
}

/** `50.00`: a number with as many decimals as are asked for. */
export function formatDecimals(value: number, decimals: number): string {
  const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
  return new Intl.NumberFormat(chosen, digits).format(value);
}

/** `9.01e15`: three digits and the power of ten. */
const exponential = (value: number) => value.toExponential(2).replace(/\.?0*e\+?/, 'e');

const STEPS = [
  [1e12, 'T'],
  [1e9, 'B'],
  [1e6, 'M'],
  [1e3, 'K'],
] as const;

/** `12.4K`, `3M`: for axes and tiles; below a thousand the exact number. */
export function formatCompact(value: number): string {
  const size = Math.abs(value);
  if (size >= LARGEST) return exponential(value);
  // 999,950 and above round up to the next unit, since they would read 1000K.
  const step = STEPS.find(([unit]) => size >= unit * 0.99995);
  if (!step || size < 1e3) return formatNumber(value);
  const scaled = value / step[0];
  return `${tenths.format(Math.abs(scaled) < 99.95 ? scaled : Math.round(scaled))}${step[1]}`;
}

/** `3 commits`, `1 commit`. */
export function plural(count: number, one: string, many = `${one}s`): string {
  return `${formatNumber(count)} ${count === 1 ? one : many}`;
}

const UNITS = [
  ['d', 86_400],
  ['h', 3_600],
  ['m', 60],
  ['s', 1],
] as const;

/** `3d 4h`: a number of seconds in its two largest units; below a second, milliseconds. */
export function formatDuration(seconds: number): string {
  const sign = seconds < 0 ? '-' : '';
  const size = Math.abs(seconds);
  if (size < 1) return size === 0 ? '0s' : `${sign}${Math.round(size * 1000)}ms`;
  const from = UNITS.findIndex(([, unit]) => Math.round(size) >= unit);
  const smallest = UNITS[Math.min(from + 1, UNITS.length - 1)]?.[1] ?? 1;
  let rest = Math.round(size / smallest) * smallest;
  const words: string[] = [];
  for (const [letter, unit] of UNITS) {
    const count = Math.floor(rest / unit);
    rest -= count * unit;
    if (count > 0) words.push(`${count}${letter}`);
  }
  return sign + words.slice(0, 2).join(' ');
}

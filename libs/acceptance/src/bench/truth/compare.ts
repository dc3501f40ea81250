/** A value that git or Cairn gives. */
type Value = unknown;

/** One figure: what git says by key, and what Cairn says. */
export interface Compared {
  readonly name: string;
  readonly expected: ReadonlyMap<string, Value>;
  readonly actual: readonly (readonly [key: string, value: Value])[];
}

/** A figure that differs, and its first differences in words. */
export interface Difference {
  readonly name: string;
  readonly count: number;
  readonly examples: readonly string[];
}

const SHOWN = 5;
/** Means and percentiles are fractions, which two programs may round differently. */
const ROUNDING = 1e-9;

function isSame(left: Value, right: Value): boolean {
  if (typeof left !== 'number' || typeof right !== 'number') return left === right;
  return Math.abs(left - right) <= ROUNDING * Math.max(1, Math.abs(left), Math.abs(right));
}

/** How one figure differs; undefined when every value is the same. */
export function differenceOf({ name, expected, actual }: Compared): Difference | undefined {
  const given = new Map<string, Value>();
  const found: string[] = [];
  for (const [key, value] of actual) {
    if (given.has(key)) found.push(`${key}: Cairn says it twice`);
    given.set(key, value);
  }
  for (const [key, value] of expected) {
    const own = given.get(key);
    if (!given.has(key)) found.push(`${key}: git ${String(value)}, Cairn has none`);
    else if (!isSame(value, own)) found.push(`${key}: git ${String(value)}, Cairn ${String(own)}`);
  }
  for (const [key, value] of given)
    if (!expected.has(key)) found.push(`${key}: git has none, Cairn ${String(value)}`);
  return found.length === 0 ? undefined : { name, count: found.length, examples: found.slice(0, SHOWN) };
}

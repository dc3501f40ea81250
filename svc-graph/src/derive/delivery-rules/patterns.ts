/** The values of a statement, numbered as they are bound. */
export class BoundParams {
  readonly list: string[] = [];

  /** The placeholder of a value. */
  bind(value: string): string {
    this.list.push(value);
    return `$${String(this.list.length)}`;
  }
}

const escaped = (text: string) => text.replaceAll(/[\\^$.|?*+()[\]{}]/g, String.raw`\$&`);

/** Patterns as one regular expression over whole names in small letters. The engine matches it in linear time. */
const expression = (patterns: readonly string[]) =>
  `(?s)(?:${patterns.map((pattern) => pattern.toLowerCase().split('*').map(escaped).join('.*')).join('|')})`;

/** SQL that is true where a text matches a pattern, and none of those that begin with `!`; never null. */
export function matches(text: string, patterns: readonly string[], params: BoundParams): string {
  const wanted = patterns.filter((pattern) => !pattern.startsWith('!'));
  if (wanted.length === 0) return 'false';
  const barred = patterns.filter((pattern) => pattern.startsWith('!')).map((pattern) => pattern.slice(1));
  const one = (list: readonly string[]) =>
    `coalesce(regexp_full_match(lower(${text}), ${params.bind(expression(list))}::VARCHAR), false)`;
  return barred.length === 0 ? one(wanted) : `(${one(wanted)} AND NOT ${one(barred)})`;
}

import type { Bound } from '../plan/plan.ts';

/** Text of SQL with places for values; a value never becomes text. */
export type Sql = readonly (string | Bound)[];

/** A statement as an engine takes it: text with placeholders, and the values in their order. */
export interface Statement {
  readonly text: string;
  readonly values: readonly Bound[];
}

/** Builds SQL from literal text and other pieces; the only text that gets in is what stands in our source. */
export function sql(text: TemplateStringsArray, ...pieces: readonly (Sql | number)[]): Sql {
  return text.flatMap((part, index) => {
    const piece = pieces[index];
    if (piece === undefined) return [part];
    return typeof piece === 'number' ? [part, integer(piece)] : [part, ...piece];
  });
}

function integer(value: number): string {
  if (!Number.isSafeInteger(value)) throw new Error(`only whole numbers may stand in SQL, not ${value}`);
  return String(value);
}

/** A name of a table or column, quoted. */
export function ident(name: string): Sql {
  return [`"${name.replaceAll('"', '""')}"`];
}

/** `alias.name`, both quoted. */
export function member(alias: string, name: string): Sql {
  return [...ident(alias), '.', ...ident(name)];
}

/** A place for a value. */
export function value(bound: Bound): Sql {
  return [bound];
}

/** Pieces with a separator between them. */
export function join(pieces: readonly Sql[], separator: Sql): Sql {
  return pieces.flatMap((piece, index) => (index === 0 ? piece : [...separator, ...piece]));
}

export const list = (pieces: readonly Sql[]): Sql => join(pieces, [', ']);

/** Puts placeholders where the values go. */
export function toStatement(parts: Sql, placeholder: (index: number, bound: Bound) => string): Statement {
  const values: Bound[] = [];
  const text = parts
    .map((part) => {
      if (typeof part === 'string') return part;
      values.push(part);
      return placeholder(values.length, part);
    })
    .join('');
  return { text, values };
}

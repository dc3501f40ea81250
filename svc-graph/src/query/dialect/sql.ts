import type { Bound, ValueType } from '../plan/plan.ts';

/** Many values of one type, bound as one parameter. */
export interface BoundList {
  readonly type: ValueType;
  readonly list: readonly Bound['value'][];
}

/** A bound parameter of a statement. */
export type Param = Bound | BoundList;

/** SQL text with places for bound values; a value never becomes text. `toStatement` joins the pieces. */
export type Sql = readonly (string | Param | Sql)[];

/** What a statement reads: only the org's graph, or its rollups as well. */
export type Reads = 'graph' | 'rollup';

/** A statement for an engine: text with placeholders, values in order, and what it reads. */
export interface CompiledStatement {
  readonly text: string;
  readonly values: readonly Param[];
  readonly reads: Reads;
}

/** Builds SQL from literal text of our source and other pieces. */
export function sql(text: TemplateStringsArray, ...pieces: readonly (Sql | number)[]): Sql {
  const parts: (string | Sql)[] = [];
  for (const [index, part] of text.entries()) {
    if (part !== '') parts.push(part);
    const piece = pieces[index];
    if (piece !== undefined) parts.push(typeof piece === 'number' ? integer(piece) : piece);
  }
  return parts;
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

/** A placeholder for one bound value or list. */
export function value(bound: Param): Sql {
  return [bound];
}

/** Pieces with a separator between them. */
export function join(pieces: readonly Sql[], separator: Sql): Sql {
  return pieces.flatMap((piece, index) => (index === 0 ? [piece] : [separator, piece]));
}

export const list = (pieces: readonly Sql[]): Sql => join(pieces, [', ']);

const isPieces = (part: string | Param | Sql): part is Sql => Array.isArray(part);

/** Joins the pieces and numbers the placeholders. */
export function toStatement(
  parts: Sql,
  placeholder: (index: number, param: Param) => string,
): Omit<CompiledStatement, 'reads'> {
  const values: Param[] = [];
  let text = '';
  const add = (pieces: Sql) => {
    for (const part of pieces) {
      if (typeof part === 'string') text += part;
      else if (isPieces(part)) add(part);
      else text += placeholder(values.push(part), part);
    }
  };
  add(parts);
  return { text, values };
}

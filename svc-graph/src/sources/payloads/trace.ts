import type { Kind } from '@cairn/entities';
import type { TracedField } from '@cairn/contracts/source-payloads';
import type { Cell, Row } from '../../store/load.ts';

type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };

const isList = (value: Json): value is readonly Json[] => Array.isArray(value);
const isObject = (value: Json): value is { readonly [name: string]: Json } =>
  typeof value === 'object' && value !== null && !isList(value);
const children = (value: Json): [name: string, value: Json][] =>
  isList(value)
    ? value.map((each, index) => [String(index), each])
    : isObject(value)
      ? Object.entries(value)
      : [];

/** The smallest object of a payload that has an id among its own values; undefined where none has. */
export function findItem(payload: unknown, id: string): object | undefined {
  const search = (value: Json): object | undefined => {
    for (const [, child] of children(value)) {
      const found = search(child);
      if (found) return found;
    }
    const own = isObject(value) ? Object.values(value) : [];
    return own.some((each) => each === id || String(each) === id) ? (value as object) : undefined;
  };
  return search(payload as Json);
}

/** The most places that are told of one value. */
const MOST_PATHS = 3;
/** What says which entity it is, and nothing of it. */
const SYSTEM = new Set(['uuid', 'integration', 'externalId', 'sourceId', 'deleted']);

/** Whether a value of a payload is that of a row: a moment is a text there and seconds here. */
function isSame(leaf: Json, cell: Exclude<Cell, null>, isMoment: boolean): boolean {
  if (isMoment) return typeof leaf === 'string' && Date.parse(leaf) / 1_000 === Number(cell);
  if (typeof cell === 'object') return typeof leaf === 'string' && cell.includes(leaf);
  return typeof cell === 'string'
    ? typeof leaf === 'string' && leaf !== '' && leaf.toLowerCase() === cell.toLowerCase()
    : leaf === cell;
}

function findPaths(item: Json, same: (leaf: Json) => boolean, at: readonly string[] = []): string[] {
  if (at.length > 0 && same(item)) return [at.join('.')];
  return children(item).flatMap(([name, child]) => findPaths(child, same, [...at, name]));
}

/** Each value of a row, with the places of an item where the same value stands. */
export function traceFields(kind: Kind, row: Row, item: object): TracedField[] {
  return Object.entries(row).flatMap(([field, cell]) => {
    if (cell === null || SYSTEM.has(field)) return [];
    const attribute = kind.attributes.find(({ name }) => name === field);
    const isMoment = attribute?.type === 'datetime';
    const value = isMoment ? new Date(Number(cell) * 1_000).toISOString() : String(cell);
    const paths = findPaths(item as Json, (leaf) => isSame(leaf, cell, isMoment)).slice(0, MOST_PATHS);
    return [{ field, label: attribute?.label ?? field, value, paths }];
  });
}

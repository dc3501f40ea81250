import { askedMeasures, measureKeys } from './answer-columns.ts';
import { editQuery } from './edits.ts';
import { columnsIn } from './formula.ts';
import type { Formula, FormulaNode, Measure, Query } from './schema.ts';

/** New names of columns; null for a removed column. */
type Moves = Map<string, string | null>;

function renamed(node: FormulaNode, moves: Moves): FormulaNode {
  if (typeof node === 'string') return moves.get(node) ?? node;
  if (!Array.isArray(node)) return node;
  return node.map((each, index) => (index === 0 ? each : renamed(each, moves)));
}

/** Renames columns in a query. What reads a removed column is removed too. */
function followed(query: Query, moves: Moves): Query {
  const formulas: Formula[] = [];
  for (const { name, formula } of query.formulas) {
    if (columnsIn(formula).some((key) => moves.get(key) === null)) moves.set(name, null);
    else formulas.push({ name, formula: renamed(formula, moves) });
  }
  const goes = <T extends object>(each: T, key: string, put: (key: string) => T): T[] => {
    const to = moves.get(key);
    return to === null ? [] : [to === undefined ? each : put(to)];
  };
  return {
    ...query,
    formulas,
    having: query.having.flatMap((each) => goes(each, each.column, (column) => ({ ...each, column }))),
    order: query.order.flatMap((each) => goes(each, each.by, (by) => ({ ...each, by }))),
  };
}

const isSame = (left: unknown, right: unknown) => JSON.stringify(left) === JSON.stringify(right);

/**
 * Sets the measures and, if given, the selection. Formulas and conditions follow a measure changed in place,
 * and are removed with a removed one.
 */
export function setMeasures(
  query: Query,
  aggregations: readonly Measure[],
  select: Query['select'] = query.select,
): Query {
  const [before, after] = [query.aggregations, [...aggregations]];
  const [old, next] = [askedMeasures(query), askedMeasures({ select, aggregations: after })];
  const [oldKeys, nextKeys] = [measureKeys(old), measureKeys(next)];
  const isEdited = before.length === after.length && before.length > 0;
  const moves: Moves = new Map(
    old.map((measure, index) => {
      const kept = next.findIndex((each) => isSame(each, measure));
      const edited = next[index];
      const isInPlace = isEdited && edited && !before.some((each) => isSame(each, edited));
      const to = kept >= 0 ? nextKeys[kept] : isInPlace ? nextKeys[index] : undefined;
      return [oldKeys[index] as string, to ?? null];
    }),
  );
  const measured = followed(editQuery(query, { type: 'setAggregations', aggregations: after }), moves);
  return select === query.select ? measured : editQuery(measured, { type: 'setSelection', select });
}

/** Sets the formulas. What reads a formula follows its new name, and is removed with it. */
export function setFormulas(query: Query, formulas: readonly Formula[]): Query {
  const names = formulas.map(({ name }) => name);
  const old = query.formulas.map(({ name }) => name);
  const isEdited = names.length === old.length;
  const moves: Moves = new Map();
  for (const [index, name] of old.entries()) {
    const inPlace = names[index];
    if (names.includes(name)) continue;
    moves.set(name, isEdited && inPlace !== undefined && !old.includes(inPlace) ? inPlace : null);
  }
  return followed(editQuery(query, { type: 'setFormulas', formulas: [...formulas] }), moves);
}

/** Adds the implicit count as a measure, so that it stays when others are added. */
export function withCountSaid(query: Query): Query {
  return query.aggregations.length > 0 ? query : { ...query, aggregations: askedMeasures(query) };
}

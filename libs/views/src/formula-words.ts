import { formulaInWords, type Query } from '@cairn/query';

/** How the formulas of a query compute, by the key of their column. */
export function formulasOf({ formulas }: Query): ReadonlyMap<string, string> {
  return new Map(formulas.map(({ name, formula }) => [name, formulaInWords(formula)]));
}

import { FUNCTIONS, isFunction, type FormulaNode, type FunctionId } from '@cairn/query';

/** A formula that is being written: null stands where a part is still to be chosen. */
export type Draft = string | number | null | Call;
export interface Call {
  readonly fn: FunctionId;
  readonly params: readonly Draft[];
}

/** Whether a part is a function with its parameters. */
export function isCall(draft: Draft | undefined): draft is Call {
  return typeof draft === 'object' && draft !== null;
}

/** A formula to be edited; a function that is not known has to be chosen anew. */
export function draftOf(node: FormulaNode): Draft {
  if (!Array.isArray(node)) return node;
  const [fn, ...params] = node;
  return isFunction(fn) ? { fn, params: params.map(draftOf) } : null;
}

/** The formula that is written; null while a part of it is missing. */
export function formulaOf(draft: Draft): FormulaNode | null {
  return hasGap(draft) ? null : nodeOf(draft, '');
}

/** The formula with a word in the place of what is missing. */
export function nodeOf(draft: Draft, gap: string): FormulaNode {
  if (draft === null) return gap;
  return isCall(draft) ? [draft.fn, ...draft.params.map((each) => nodeOf(each, gap))] : draft;
}

function hasGap(draft: Draft): boolean {
  return isCall(draft) ? draft.params.some(hasGap) : draft === null;
}

/** Another function in this place: parameters that it does not take are dropped, missing ones padded (X§5). */
export function withFunction(draft: Draft, fn: FunctionId): Call {
  const { least, most } = FUNCTIONS[fn];
  const params = isCall(draft) ? draft.params : draft === null ? [] : [draft];
  const kept = params.slice(0, most);
  return { fn, params: [...kept, ...Array<null>(Math.max(0, least - kept.length)).fill(null)] };
}

/** The function with another parameter in a place. */
export function withParam(call: Call, index: number, param: Draft): Call {
  return { ...call, params: call.params.map((each, at) => (at === index ? param : each)) };
}

/** The function without one of its parameters. */
export function withoutParam(call: Call, index: number): Call {
  return { ...call, params: call.params.filter((_, at) => at !== index) };
}

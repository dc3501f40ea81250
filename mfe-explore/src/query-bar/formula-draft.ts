import { FUNCTIONS, isFunction, type FormulaNode, type FunctionId } from '@cairn/query';

/** A formula under construction. Null marks a part that is not chosen yet. */
export type FormulaDraft = string | number | null | FormulaCall;
export interface FormulaCall {
  readonly fn: FunctionId;
  readonly params: readonly FormulaDraft[];
}

/** True when a part of a draft is a function with parameters. */
export function isCall(draft: FormulaDraft | undefined): draft is FormulaCall {
  return typeof draft === 'object' && draft !== null;
}

/** The draft of a formula. An unknown function becomes a gap. */
export function draftOf(node: FormulaNode): FormulaDraft {
  if (!Array.isArray(node)) return node;
  const [fn, ...params] = node;
  return isFunction(fn) ? { fn, params: params.map(draftOf) } : null;
}

/** The formula of a draft; null while a part is missing. */
export function formulaOf(draft: FormulaDraft): FormulaNode | null {
  return hasGap(draft) ? null : nodeOf(draft, '');
}

/** The formula of a draft, with a word for each gap. */
export function nodeOf(draft: FormulaDraft, gap: string): FormulaNode {
  if (draft === null) return gap;
  return isCall(draft) ? [draft.fn, ...draft.params.map((each) => nodeOf(each, gap))] : draft;
}

function hasGap(draft: FormulaDraft): boolean {
  return isCall(draft) ? draft.params.some(hasGap) : draft === null;
}

/** Changes the function. Parameters that it does not take are dropped, missing ones padded (X§5). */
export function withFunction(draft: FormulaDraft, fn: FunctionId): FormulaCall {
  const { least, most } = FUNCTIONS[fn];
  const params = isCall(draft) ? draft.params : draft === null ? [] : [draft];
  const kept = params.slice(0, most);
  return { fn, params: [...kept, ...Array<null>(Math.max(0, least - kept.length)).fill(null)] };
}

/** Replaces one parameter. */
export function withParam(call: FormulaCall, index: number, param: FormulaDraft): FormulaCall {
  return { ...call, params: call.params.map((each, at) => (at === index ? param : each)) };
}

/** Removes one parameter. */
export function withoutParam(call: FormulaCall, index: number): FormulaCall {
  return { ...call, params: call.params.filter((_, at) => at !== index) };
}

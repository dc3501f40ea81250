import type { Column } from '@cairn/contracts';
import { FUNCTIONS, checkFormulas, isFunction } from '@cairn/query';
import type { Formula, FormulaNode, FunctionId, Having, Order } from '@cairn/query';
import { formulaColumn } from './columns.ts';
import type { Edge, Group, GroupCondition, OrderBy, ComputedStep, ComputedValue } from './plan.ts';
import { invalidQuery, quoted, unknownName } from './refusals.ts';
import type { QueryScope } from './scope.ts';
import { boundOf, isDayOnly, isMissing } from './values.ts';

/** A column of the answer, with its name in the plan. */
export interface AnswerColumn {
  readonly name: string;
  readonly column: Column;
}

/** Limits for all formulas together; each total adds a nested select. */
const MOST_NODES = 2_000;
const MOST_TOTALS = 30;

/** The order, then the sort: a key, with a minus for descending. */
export function withSort(order: readonly Order[], sort: string | undefined): readonly Order[] {
  if (!sort) return order;
  const descending = sort.startsWith('-');
  return [
    ...order,
    { by: descending ? sort.slice(1) : sort, direction: descending ? 'descending' : 'ascending' },
  ];
}

interface Writing {
  readonly names: ReadonlyMap<string, string>;
  /** Earlier formulas, which this one may name. */
  readonly earlier: ReadonlyMap<string, FormulaNode>;
  readonly steps: ComputedStep[];
  readonly partition: readonly string[];
  readonly order: readonly OrderBy[];
  /** The totals so far, by their operands. */
  readonly totals: Map<string, string>;
  readonly size: { nodes: number };
}

/** Runs follow time within each of the other groups; without time, the order of the answer. */
function runsOver(groups: readonly Group[], order: readonly OrderBy[]): Pick<Writing, 'partition' | 'order'> {
  const time = groups.find(({ column }) => column.type === 'datetime' && column.dateUnit);
  if (!time) return { partition: [], order };
  const others = groups.filter((group) => group !== time).map(({ name }) => name);
  return { partition: others, order: [{ name: time.name, descending: false }] };
}

function windowed(fn: FunctionId, of: ComputedValue, writing: Writing): ComputedValue {
  const { steps, partition, order, totals } = writing;
  const text = JSON.stringify([fn, of]);
  const known = totals.get(text);
  if (known !== undefined) return { node: 'output', name: known };
  if (totals.size >= MOST_TOTALS)
    throw invalidQuery(`The formulas have more than ${MOST_TOTALS} totals together.`);
  const source = `s${steps.length}`;
  steps.push({ kind: 'value', name: source, value: of });
  const name = `s${steps.length}`;
  steps.push({ kind: 'window', name, fn, of: source, partition, order });
  totals.set(text, name);
  return { node: 'output', name };
}

function written(node: FormulaNode, writing: Writing, before: boolean): ComputedValue {
  if (++writing.size.nodes > MOST_NODES) throw invalidQuery('The formulas are too large together.');
  if (typeof node === 'number') return { node: 'constant', value: node };
  if (typeof node === 'string') {
    const earlier = writing.earlier.get(node);
    if (earlier !== undefined) return written(earlier, writing, before);
    const name = writing.names.get(before ? `comparison(${node})` : node) ?? '';
    return { node: 'output', name };
  }
  const [fn, ...params] = node;
  if (!isFunction(fn)) throw new Error('an unchecked formula');
  const { form } = FUNCTIONS[fn];
  const args = params.map((each) => written(each, writing, before));
  if (form === 'change')
    return { node: 'call', fn, args: [...args, ...params.map((each) => written(each, writing, true))] };
  const [of] = args;
  return form === 'window' && of ? windowed(fn, of, writing) : { node: 'call', fn, args };
}

/**
 * Plans the steps that compute the formulas, with the columns they fill. Rejects a formula that cannot be
 * computed.
 */
export function planFormulas(
  formulas: readonly Formula[],
  columns: readonly AnswerColumn[],
  groups: readonly Group[],
  order: readonly OrderBy[],
  scope: QueryScope,
): { steps: ComputedStep[]; formulas: AnswerColumn[] } {
  const compared = scope.compared !== undefined;
  const readable = columns.map(({ column }) => ({ ...column, compared: column.period === 'current' }));
  const checks = checkFormulas(formulas, readable, compared);
  const earlier = new Map<string, FormulaNode>();
  const steps: ComputedStep[] = [];
  const totals = new Map<string, string>();
  const size = { nodes: 0 };
  const names = new Map(columns.map(({ column, name }) => [column.key, name]));
  const made = formulas.map((each, index): AnswerColumn => {
    const { name: key, formula } = each;
    // Rows become JavaScript objects, where this key is special.
    if (key === '__proto__') throw invalidQuery(`${quoted(key)} cannot be the name of a column.`);
    const { checked } = checks[index] as (typeof checks)[number];
    if (!checked.ok) throw invalidQuery(`The formula ${quoted(key)}: ${checked.message}`);
    const writing: Writing = { names, earlier, steps, ...runsOver(groups, order), totals, size };
    const name = `f${index}`;
    const value = written(formula, writing, false);
    steps.push({ kind: 'value', name, value });
    earlier.set(key, formula);
    return { name, column: formulaColumn(each, checked.unit, readable) };
  });
  return { steps, formulas: made };
}

/** The conditions on measures and formulas. One without ends is left out. */
export function planHaving(
  having: readonly Having[],
  columns: readonly AnswerColumn[],
  scope: QueryScope,
): GroupCondition[] {
  const computed = columns.filter(({ column }) => column.role === 'measure' || column.role === 'formula');
  return having.flatMap(({ column: key, comparison }) => {
    const found = computed.find(({ column }) => column.key === key);
    if (!found)
      throw unknownName(
        'The measure',
        key,
        computed.map(({ column }) => column.key),
      );
    const { type } = found.column;
    if (type !== 'number' && type !== 'datetime' && type !== 'date') {
      throw invalidQuery(`${quoted(key)} is ${type} and has no order, so it has no range.`);
    }
    const [from, to] = comparison.WITHIN.map((end, index): Edge | null => {
      if (end === null || isMissing(end)) return null;
      const bound = boundOf(end, type, key, scope.calendar, index === 0 ? 'start' : 'end');
      return { bound, inclusive: !(index === 1 && type === 'datetime' && isDayOnly(end)) };
    });
    return from || to ? [{ name: found.name, from: from ?? null, to: to ?? null }] : [];
  });
}

import { FUNCTIONS, isFunction } from './functions.ts';
import type { FunctionId } from './functions.ts';
import type { Formula, FormulaNode } from './schema.ts';
import { workdayOf } from './time-spans.ts';

/** A column of the answer that formulas may read by its key. */
export interface FormulaColumn {
  readonly key: string;
  readonly type: string;
  readonly unit?: string | undefined;
  /** True when it also has a value in the compared period. */
  readonly compared?: boolean;
}

/** A valid formula with the unit of its result, or the message for an invalid one. */
export type Checked =
  { readonly ok: true; readonly unit?: string } | { readonly ok: false; readonly message: string };

const DEEPEST = 8;
const MOST_DIGITS = 15;

class Fault extends Error {}

interface Known {
  readonly unit: string | undefined;
  /** A constant is compatible with every unit. */
  readonly isConstant: boolean;
}

function nearest(written: string, valid: readonly string[]): string {
  const wanted = written.toLowerCase();
  const near = valid.filter((each) => {
    const name = each.toLowerCase();
    return (
      name.includes(wanted) ||
      (name.length > 2 && wanted.includes(name)) ||
      name.slice(0, 3) === wanted.slice(0, 3)
    );
  });
  const shown = (near.length > 0 ? near : valid).slice(0, 3);
  return shown.length > 0
    ? ` ${near.length > 0 ? 'Did you mean' : 'There is'} ${shown.join(', ')}${near.length > 0 ? '?' : '.'}`
    : '';
}

const shown = (text: string) => `"${text.length > 60 ? `${text.slice(0, 60)}…` : text}"`;

function agreed(id: FunctionId, parts: readonly Known[]): string | undefined {
  const units = new Set(parts.filter(({ isConstant }) => !isConstant).map(({ unit }) => unit));
  // Working times of days of several lengths are together told in hours.
  const areWorking = [...units].every((unit) => workdayOf(unit) !== undefined);
  if (units.size > 1 && areWorking) return 'businesssecond';
  if (units.size > 1) {
    const nameOf = (unit: string) => (workdayOf(unit) === undefined ? unit : 'working time');
    const names = [...units].map((unit) => (unit === undefined ? 'plain numbers' : nameOf(unit)));
    const instead = id === 'ratio' ? ' Divide takes any two.' : '';
    throw new Fault(`${FUNCTIONS[id].label} needs one unit, not ${names.join(' and ')}.${instead}`);
  }
  return [...units][0];
}

/** The unit of a product: a share of seconds is seconds, and a share of a count is a count. */
function unitOfProduct(parts: readonly Known[]): string | undefined {
  const read = parts.filter(({ isConstant }) => !isConstant);
  const whole = read.filter(({ unit }) => unit !== 'fraction');
  if (whole.length === 0) return read[0]?.unit;
  const units = whole.map(({ unit }) => unit).filter((unit) => unit !== undefined);
  return units.length === 1 ? units[0] : undefined;
}

function unitOfQuotient([of, by]: readonly Known[]): string | undefined {
  if (by?.unit === undefined) return of?.unit;
  return by.unit === 'fraction' && of?.unit !== 'fraction' ? of?.unit : undefined;
}

function unitOf(id: FunctionId, parts: readonly Known[]): string | undefined {
  switch (FUNCTIONS[id].unit) {
    case 'same':
      return agreed(id, parts);
    case 'first':
      return parts[0]?.unit;
    case 'product':
      return unitOfProduct(parts);
    case 'quotient':
      return unitOfQuotient(parts);
    case 'fraction':
      agreed(id, parts);
      return 'fraction';
  }
}

interface Context {
  readonly columns: ReadonlyMap<string, FormulaColumn>;
  readonly compared: boolean;
}

function column(key: string, { columns }: Context, wantsCompared: boolean): Known {
  const found = columns.get(key);
  if (!found) throw new Fault(`There is no column ${shown(key)}.${nearest(key, [...columns.keys()])}`);
  if (found.type !== 'number') throw new Fault(`${shown(key)} is ${found.type}, where a number is needed.`);
  if (wantsCompared && !found.compared) throw new Fault(`${shown(key)} has no value in the compared period.`);
  return { unit: found.unit, isConstant: false };
}

function digits(node: FormulaNode | undefined): void {
  const isFine =
    node === undefined ||
    (typeof node === 'number' && Number.isInteger(node) && Math.abs(node) <= MOST_DIGITS);
  if (!isFine) throw new Fault(`Round takes a whole number of digits, at most ${MOST_DIGITS}.`);
}

function call(node: readonly FormulaNode[], context: Context, depth: number, compared: boolean): Known {
  const [id, ...params] = node;
  if (!isFunction(id)) {
    if (typeof id !== 'string') throw new Fault('A formula begins with a function.');
    throw new Fault(`There is no function ${shown(id)}.${nearest(id, Object.keys(FUNCTIONS))}`);
  }
  const { label, least, most, form } = FUNCTIONS[id];
  if (params.length < least || params.length > most) {
    const wanted = least === most ? String(least) : `${least} to ${most}`;
    throw new Fault(`${label} takes ${wanted} parameter${wanted === '1' ? '' : 's'}, not ${params.length}.`);
  }
  if (form === 'change' && !context.compared) throw new Fault(`${label} needs a period to compare with.`);
  if (form !== 'scalar' && compared) throw new Fault(`${label} cannot stand inside a change.`);
  if (id === 'round') digits(params[1]);
  const values = id === 'round' ? params.slice(0, 1) : params;
  return {
    unit: unitOf(
      id,
      values.map((each) => check(each, context, depth + 1, compared || form === 'change')),
    ),
    isConstant: false,
  };
}

function check(node: FormulaNode, context: Context, depth: number, compared: boolean): Known {
  if (depth > DEEPEST) throw new Fault(`A formula may be nested ${DEEPEST} deep at most.`);
  if (typeof node === 'number') {
    if (!Number.isFinite(node)) throw new Fault('A constant must be a finite number.');
    return { unit: undefined, isConstant: true };
  }
  return typeof node === 'string' ? column(node, context, compared) : call(node, context, depth, compared);
}

/** Checks a formula over these columns; says in words what to change when it is invalid. */
export function checkFormula(
  formula: FormulaNode,
  columns: readonly FormulaColumn[],
  compared = false,
): Checked {
  try {
    if (!Array.isArray(formula)) throw new Fault('A formula begins with a function.');
    const context = { columns: new Map(columns.map((each) => [each.key, each])), compared };
    const { unit } = check(formula, context, 1, false);
    return { ok: true, ...(unit ? { unit } : {}) };
  } catch (error) {
    if (error instanceof Fault) return { ok: false, message: error.message };
    throw error;
  }
}

/** The columns that a formula reads. */
export function columnsIn(node: FormulaNode): string[] {
  if (typeof node === 'string') return [node];
  return Array.isArray(node) ? node.slice(1).flatMap(columnsIn) : [];
}

const readsAcross = (node: FormulaNode): boolean =>
  Array.isArray(node) &&
  ((isFunction(node[0]) && FUNCTIONS[node[0]].form !== 'scalar') || node.some(readsAcross));

/** Checks each formula over the columns and the formulas before it, and gives the column that it becomes. */
export function checkFormulas(
  formulas: readonly Formula[],
  columns: readonly FormulaColumn[],
  compared = false,
): { checked: Checked; column: FormulaColumn }[] {
  const readable = new Map(columns.map((each) => [each.key, each]));
  return formulas.map(({ name, formula }) => {
    const isTaken = readable.has(name);
    const checked: Checked = isTaken
      ? { ok: false, message: `There is a column ${shown(name)} already.` }
      : checkFormula(formula, [...readable.values()], compared);
    const isOfOnePeriod = columnsIn(formula).every((key) => readable.get(key)?.compared);
    const column: FormulaColumn = {
      key: name,
      type: 'number',
      ...(checked.ok && checked.unit ? { unit: checked.unit } : {}),
      compared: compared && !readsAcross(formula) && isOfOnePeriod,
    };
    if (!isTaken) readable.set(name, column);
    return { checked, column };
  });
}

/**
 * A formula as text: `Divide(sum(Commit.additions), 2)`. Columns are named by key, unless `columnInWords`
 * says otherwise.
 */
export function formulaInWords(
  node: FormulaNode,
  columnInWords: (key: string) => string = (key) => key,
): string {
  if (typeof node === 'string') return columnInWords(node);
  if (!Array.isArray(node)) return String(node);
  const [id, ...params] = node;
  const label = isFunction(id) ? FUNCTIONS[id].label : String(id);
  return `${label}(${params.map((each) => formulaInWords(each, columnInWords)).join(', ')})`;
}

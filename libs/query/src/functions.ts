interface FormulaFunction {
  readonly label: string;
  readonly definition: string;
  readonly least: number;
  readonly most: number;
  /** `same`: the parameters' common unit; `first`: the first parameter's; `fraction`: 1 is 100 percent. */
  readonly unit: 'same' | 'first' | 'product' | 'quotient' | 'fraction';
  /** `window` reads other rows of the answer, `change` also the compared period. */
  readonly form: 'scalar' | 'window' | 'change';
}

const of = (
  label: string,
  [least, most]: readonly [number, number],
  unit: FormulaFunction['unit'],
  definition: string,
  form: FormulaFunction['form'] = 'scalar',
): FormulaFunction => ({ label, least, most, unit, definition, form });

/** Every function of formulas. Missing values stay missing, unless a function says otherwise. */
export const FUNCTIONS = {
  add: of('Add', [2, 8], 'same', 'The sum of its parameters.'),
  subtract: of('Subtract', [2, 2], 'same', 'The first less the second.'),
  multiply: of('Multiply', [2, 8], 'product', 'The product of its parameters.'),
  divide: of('Divide', [2, 2], 'quotient', 'The first by the second; nothing when that is 0.'),
  ratio: of('Ratio', [2, 2], 'fraction', 'The first as a fraction of the second; nothing when that is 0.'),
  percentOfTotal: of(
    'Percent of total',
    [1, 1],
    'fraction',
    'As a fraction of the sum over all groups.',
    'window',
  ),
  runningTotal: of(
    'Running total',
    [1, 1],
    'same',
    'The sum so far: along time for each of the other groups, else in the order of the answer.',
    'window',
  ),
  abs: of('Absolute', [1, 1], 'same', 'Without its sign.'),
  round: of('Round', [1, 2], 'first', 'To whole numbers, or to so many digits after the point.'),
  min: of('Smallest', [2, 8], 'same', 'The smallest of those that are there.'),
  max: of('Largest', [2, 8], 'same', 'The largest of those that are there.'),
  coalesce: of('First present', [2, 8], 'same', 'The first that is there.'),
  ifNull: of('If missing', [2, 2], 'same', 'The first, or the second where it is missing.'),
  difference: of('Difference', [1, 1], 'same', 'Less what it was in the compared period.', 'change'),
  percentChange: of(
    'Percent change',
    [1, 1],
    'fraction',
    'The change since the compared period as a fraction of then; 1 or -1 where it was 0.',
    'change',
  ),
} as const satisfies Record<string, FormulaFunction>;

export type FunctionId = keyof typeof FUNCTIONS;

/** True when a text names a function. */
export function isFunction(id: unknown): id is FunctionId {
  return typeof id === 'string' && Object.hasOwn(FUNCTIONS, id);
}

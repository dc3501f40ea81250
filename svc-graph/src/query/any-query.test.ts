import { ERRORS } from '@cairn/contracts';
import { CATALOGUE, REDUCERS, reducersFor } from '@cairn/entities';
import type { AttributeType } from '@cairn/entities';
import {
  DATE_UNITS,
  FUNCTIONS,
  NULL_MARKER,
  Query,
  TIME_UNITS,
  isClockPart,
  operatorsFor,
} from '@cairn/query';
import type { FormulaNode, Operator } from '@cairn/query';
import {
  array,
  assert,
  asyncProperty,
  boolean,
  constant,
  constantFrom,
  double,
  integer,
  letrec,
  oneof,
  option,
  record,
  string,
  tuple,
} from 'fast-check';
import type { Arbitrary } from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runs } from '../../test/runs.ts';
import { HOSTILE, searchFixture } from '../../test/search-fixture.ts';
import type { SearchFixture } from '../../test/search-fixture.ts';

let fixture: SearchFixture;
beforeAll(async () => {
  fixture = await searchFixture();
});
afterAll(() => fixture.close());

const kind = constantFrom(...CATALOGUE.kinds);
const value = oneof(
  string({ maxLength: 20, unit: 'binary' }),
  string({ maxLength: 20 }),
  integer(),
  double({ noNaN: true, noDefaultInfinity: true }),
  boolean(),
  constantFrom(
    null,
    NULL_MARKER,
    '2024-03-10',
    '2024-03-10T02:30:00Z',
    '0000-01-01',
    '9999-12-31',
    '1e999',
    'Ann',
  ),
);
const TYPED: Record<string, Arbitrary<unknown>> = {
  number: oneof(integer(), double({ noNaN: true, noDefaultInfinity: true }), constantFrom(null, '1e300', -0)),
  boolean: oneof(boolean(), constantFrom('true', null)),
  datetime: constantFrom(
    '2024-03-10',
    '2024-03-10T02:30:00.123Z',
    '0001-01-01',
    '9999-12-31',
    '2023-02-29T12:00:00Z',
    null,
  ),
  date: constantFrom('2024-03-10', '0001-01-01', '2024-02-30', null),
};
const RANGED = new Set(['number', 'datetime', 'date']);

const FURTHER: readonly (readonly [Operator, unknown[]])[] = [
  ['CONTAINS', ['a']],
  ['NOT CONTAINS', ['%', '_']],
  ['STARTS WITH', ["'"]],
  ['IS EMPTY', []],
  ['IS NOT EMPTY', []],
  ['IN LAST', ['P14D']],
  ['IN LAST', ['P9999Y']],
  ['NOT IN LAST', ['T1W']],
];

/** Comparisons by operators beyond the basic ones; mostly those that the type has, rarely any other. */
function furtherOf(type: string): Arbitrary<object> {
  const valid = operatorsFor(type as AttributeType);
  const known = FURTHER.filter(([operator]) => valid.includes(operator));
  return oneof(
    { weight: 40, arbitrary: constantFrom(...known) },
    { weight: 1, arbitrary: constantFrom(...FURTHER) },
  ).map(([operator, values]) => ({ [operator]: values }));
}

/** Mostly values of the attribute's type, sometimes any others. */
function comparisonOf(type: string): Arbitrary<object> {
  const typed = TYPED[type] ?? string({ maxLength: 20, unit: 'binary' });
  const one = oneof({ weight: 30, arbitrary: typed }, { weight: 1, arbitrary: value });
  const range = array(one, { minLength: 2, maxLength: 2 }).map((WITHIN) => ({ WITHIN }));
  return oneof(
    record({ IN: array(one, { maxLength: 4 }) }),
    record({ 'NOT IN': array(one, { maxLength: 4 }) }),
    ...(RANGED.has(type) ? [range] : []),
    furtherOf(type),
  );
}

/** Comparisons with the period or bin of a value; mostly of moments and numbers. */
function partOf(type: string): Arbitrary<object> {
  const days = constantFrom<unknown>('Monday', 'sunday', 'Someday', null, 3);
  const hours = constantFrom<unknown>(0, 23, '7', 99, 2.5, null, 'noon');
  const unit = constantFrom(...DATE_UNITS);
  const dated = unit.chain((each) => {
    const values = each === 'dayOfWeek' ? days : isClockPart(each) ? hours : (TYPED['datetime'] ?? days);
    return comparisonsOf(values).map((comparison) => ({ unit: each, comparison }));
  });
  const binned = comparisonsOf(TYPED['number'] ?? hours).map((comparison) => ({
    bins: { width: 2.5 },
    comparison,
  }));
  return type === 'number' ? binned : dated;
}

const comparisonsOf = (values: Arbitrary<unknown>): Arbitrary<object> =>
  oneof(
    { weight: 5, arbitrary: array(values, { maxLength: 3 }).map((IN) => ({ IN })) },
    { weight: 3, arbitrary: array(values, { maxLength: 3 }).map((list) => ({ 'NOT IN': list })) },
    { weight: 1, arbitrary: constant({ 'IS EMPTY': [] }) },
  );

/** Mostly names that exist from a kind, now and then any others. */
function fieldFrom(name: string): Arbitrary<{ target: string; attribute: string }> {
  const from = CATALOGUE.kind(name);
  const targets = [name, name, name, ...(from?.relations.map((relation) => relation.name) ?? [])];
  const far = from?.relations.flatMap((near) =>
    (CATALOGUE.kind(near.target)?.relations ?? []).map((next) => `${near.name}.${next.name}`),
  );
  const known = constantFrom(...targets, ...targets, ...(far ?? [])).chain((target) => {
    const attributes = CATALOGUE.targetKind(name, target)?.attributes.map((each) => each.name) ?? ['uuid'];
    return record({ target: constant(target), attribute: constantFrom(...attributes) });
  });
  const any = record({
    target: string({ minLength: 1, maxLength: 12 }),
    attribute: string({ minLength: 1, maxLength: 12 }),
  });
  return oneof({ weight: 40, arbitrary: known }, { weight: 1, arbitrary: any });
}

const maybe = <T>(arbitrary: Arbitrary<T>) => option(arbitrary, { nil: undefined });

const rarely = <T>(usual: T, arbitrary: Arbitrary<T>) =>
  oneof({ weight: 12, arbitrary: constant(usual) }, { weight: 1, arbitrary });

type Id = keyof typeof FUNCTIONS;
const IDS = Object.keys(FUNCTIONS) as Id[];

/** A call with as many parameters as its function takes, and now and then with any number. */
const callOf = (id: Id, params: Arbitrary<FormulaNode>): Arbitrary<FormulaNode> => {
  const { least, most } = FUNCTIONS[id];
  const rest = oneof(
    { weight: 12, arbitrary: array(params, { minLength: least, maxLength: Math.min(most, 3) }) },
    { weight: 1, arbitrary: array(params, { maxLength: 4 }) },
  );
  const digits = constantFrom<FormulaNode[]>([], [2], [-15], [0.5]);
  return id === 'round'
    ? tuple(params, digits).map(([of, more]) => [id, of, ...more])
    : rest.map((all) => [id, ...all]);
};

/** Formulas over the count and each other, nested, right and wrong. */
const computed = (name: string) => {
  const count = `count(${name}.uuid)`;
  const column = oneof(
    { weight: 9, arbitrary: constantFrom<FormulaNode>(count, count, 2, 0, -0.5) },
    { weight: 1, arbitrary: constantFrom<FormulaNode>(1e308, 'f0', 'f1', `comparison(${count})`, 'nothing') },
  );
  const { node } = letrec<{ node: FormulaNode }>((tie) => ({
    node: oneof(
      { maxDepth: 3, withCrossShrink: true },
      column,
      constantFrom(...IDS).chain((id) => callOf(id, tie('node'))),
    ),
  }));
  const formula = constantFrom(...IDS).chain((id) => callOf(id, node));
  return array(formula, { minLength: 1, maxLength: 3 }).map((formulas) =>
    formulas.map((each, index) => ({ name: `f${index}`, formula: each })),
  );
};

/** Conditions on the count and on what is computed from it. */
const havings = (name: string) =>
  array(
    record({
      column: constantFrom(`count(${name}.uuid)`, 'f0', 'f1', 'nothing'),
      comparison: constantFrom<object>(
        { WITHIN: [1, null] },
        { WITHIN: [null, 0.5] },
        { WITHIN: ['-1e300', 1e300] },
        { WITHIN: [null, null] },
        { WITHIN: ['x', 1] },
      ),
    }),
    { minLength: 1, maxLength: 2 },
  );

/** Search texts as people type them, whole and half-written. */
const searches = oneof(
  constant(''),
  string({ maxLength: 30 }),
  array(
    constantFrom(
      'a',
      'bug',
      '"fix bug"',
      '"',
      'AND',
      'OR',
      'NOT',
      '(',
      ')',
      '%',
      '_',
      "it's",
      '\\',
      'İ',
      'ß',
      'Σ',
    ),
    { maxLength: 9 },
  ).map((words) => words.join(' ')),
);

const zones = constantFrom('Nowhere/Land', 'utc', ...Intl.supportedValuesOf('timeZone'));

const query = kind.chain(({ name }) => {
  const field = fieldFrom(name);
  const typeOf = (at: { target: string; attribute: string }): string =>
    CATALOGUE.targetKind(name, at.target)?.attributes.find((each) => each.name === at.attribute)?.type ??
    'string';
  const plain = field.chain((at) => comparisonOf(typeOf(at)).map((comparison) => ({ ...at, comparison })));
  const filter = oneof(
    { weight: 4, arbitrary: plain },
    { weight: 1, arbitrary: field.chain((at) => partOf(typeOf(at)).map((part) => ({ ...at, ...part }))) },
  );
  const filters = array(filter, { maxLength: 3 });
  const joined = letrec<{ condition: object }>((tie) => ({
    condition: oneof(
      { maxDepth: 3, withCrossShrink: true },
      filter,
      tuple(constantFrom('any', 'all', 'one'), array(tie('condition'), { maxLength: 3 })).map(
        ([how, members]) => ({ [how]: members }),
      ),
    ),
  })).condition;
  const condition = oneof(
    { weight: 4, arbitrary: filter },
    { weight: 1, arbitrary: joined },
    { weight: 1, arbitrary: filters.map((one) => ({ one: [...one, { any: one }, { one }] })) },
  );
  const groupBy = field.chain((at) => {
    const dated = typeOf(at).startsWith('date');
    return record({
      bins:
        typeOf(at) === 'number'
          ? maybe(constantFrom<object>({ width: 2.5 }, { count: 7 }))
          : constant(undefined),
      unit: dated ? maybe(constantFrom(...DATE_UNITS)) : rarely(undefined, constantFrom('day')),
    }).map(({ unit, bins }) => ({ ...at, unit, bins }));
  });
  const measure = field.chain((at) =>
    record({
      reducer: oneof(
        { weight: 20, arbitrary: constantFrom(...reducersFor(typeOf(at) as 'string')) },
        { weight: 1, arbitrary: constantFrom(...REDUCERS) },
      ),
      filters: maybe(array(condition, { maxLength: 2 })),
      title: maybe(constantFrom('Total', '=1+1', '')),
    }).map((rest) => ({ ...at, ...rest })),
  );
  return record({
    select: constantFrom<string[]>([name], [name], [name], []),
    filters: array(condition, { maxLength: 2 }),
    search: searches,
    groupBys: array(groupBy, { maxLength: 3 }),
    aggregations: array(measure, { maxLength: 3 }),
    startDate: maybe(constantFrom('2024-01-01', '2024-03-10T06:00:00Z', '0001-01-01', '9999-12-31')),
    endDate: maybe(constantFrom('2024-12-31', '2024-03-10T06:00:00+05:30', '9999-12-31')),
    duration: maybe(
      constantFrom('P1D', 'P30D', 'P3M', 'P0D', 'P9999Y', 'T1D', 'T1W', 'T1Y', 'L1D', 'L1W', 'L1M', 'L1Y'),
    ),
    timezone: maybe(oneof(constant('America/New_York'), zones)),
    limit: maybe(integer({ min: 1, max: 1_000_000 })),
    page: maybe(integer({ min: 1, max: 1_000_000 })),
    pageSize: maybe(integer({ min: 1, max: 1_000 })),
    order: rarely(
      [],
      array(
        record({
          by: field.map((at) => `${at.target}.${at.attribute}`),
          direction: constantFrom('ascending', 'descending'),
        }),
        { maxLength: 1 },
      ),
    ),
    columns: rarely(
      [],
      array(
        field.map((at) => `${at.target}.${at.attribute}`),
        { maxLength: 4 },
      ),
    ),
    timeUnit: maybe(constantFrom(...TIME_UNITS)),
    firstDay: maybe(integer({ min: 1, max: 7 })),
    counts: maybe(boolean()),
    whole: rarely(undefined, boolean()),
    compareWith: oneof(
      { weight: 3, arbitrary: constant(undefined) },
      {
        weight: 1,
        arbitrary: constantFrom(
          {},
          { ago: '1M' },
          { ago: '7D' },
          { ago: '40Y' },
          { ago: '9999Y' },
          { ago: 'x' },
        ),
      },
    ),
    formulas: oneof({ weight: 3, arbitrary: constant([]) }, { weight: 1, arbitrary: computed(name) }),
    having: oneof({ weight: 5, arbitrary: constant([]) }, { weight: 1, arbitrary: havings(name) }),
    sort: rarely(undefined, constantFrom(`-count(${name}.uuid)`, 'f0', '-f0', 'nothing')),
    format: maybe(constantFrom('json', 'csv', 'arrow')),
  });
});

/** Those who may see the figures of everybody, and those who may not, for whom plans are other ones. */
const CALLERS = ['everybody', 'limited'] as const;

it.each(CALLERS)(
  'runs every query that the schema admits, or refuses it with a 4xx that says why (%s)',
  async (personMeasures) => {
    let ran = 0;
    let asked = 0;
    const headers = await fixture.tokens.headers({ role: 'user', personMeasures });
    await assert(
      asyncProperty(query, constantFrom('group-bys', 'entities', 'time-series'), async (body, path) => {
        if (!Query.safeParse(body).success) return;
        asked++;
        const answer = await fixture.post(path, body, headers);
        // A hostile text would show as its bytes in every format, refusals included.
        const bytes = Buffer.from(await answer.arrayBuffer());
        expect(bytes.includes(HOSTILE)).toBe(false);
        if (answer.status === 200) {
          ran++;
          return;
        }
        const { error } = JSON.parse(bytes.toString()) as {
          error: { code: keyof typeof ERRORS; message: string };
        };
        expect(answer.status, error.message).toBeLessThan(500);
        expect(ERRORS[error.code]).toBe(answer.status);
        expect(error.message.length).toBeGreaterThan(10);
      }),
      { numRuns: runs(400) },
    );
    // A generator that is refused all the time would prove nothing.
    expect(ran / asked).toBeGreaterThan(0.05);
  },
  120_000,
);

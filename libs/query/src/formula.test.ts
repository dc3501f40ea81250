import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { changeOf, comparedWindow } from './compare.ts';
import { checkFormula, checkFormulas, formulaInWords } from './formula.ts';
import { FUNCTIONS } from './functions.ts';
import type { FormulaNode } from './schema.ts';
import { zoneTable } from './zone.ts';

const columns = [
  { key: 'n', type: 'number', compared: true },
  { key: 'time', type: 'number', unit: 'second', compared: true },
  { key: 'lines', type: 'number', unit: 'line' },
  { key: 'name', type: 'string' },
];
const messageOf = (formula: FormulaNode, compared = false) => {
  const checked = checkFormula(formula, columns, compared);
  return checked.ok ? 'fine' : checked.message;
};

describe('a formula', () => {
  it.each<[FormulaNode, string]>([
    [['divide', 'n', 0], 'fine'],
    ['n', 'A formula begins with a function.'],
    [['divid', 'n', 2], 'There is no function "divid". Did you mean divide?'],
    [['abs', 'lin'], 'There is no column "lin". Did you mean lines?'],
    [['abs', 'name'], '"name" is string, where a number is needed.'],
    [['abs', 'n', 'n'], 'Absolute takes 1 parameter, not 2.'],
    [['add', 'n'], 'Add takes 2 to 8 parameters, not 1.'],
    [['add', 'time', 'lines'], 'Add needs one unit, not second and line.'],
    [['ratio', 'lines', 'n'], 'Ratio needs one unit, not line and plain numbers. Divide takes any two.'],
    [['round', 'n', 1.5], 'Round takes a whole number of digits, at most 15.'],
    [['difference', 'n'], 'Difference needs a period to compare with.'],
    [[], 'A formula begins with a function.'],
  ])('%j: %s', (formula, message) => {
    expect(messageOf(formula)).toBe(message);
  });

  it('tells working times of days of several lengths in hours, and adds none to elapsed time', () => {
    const working = [
      { key: 'pulls', type: 'number', unit: 'businesssecond:30600' },
      { key: 'issues', type: 'number', unit: 'businesssecond' },
      ...columns,
    ];
    const unitOf = (formula: FormulaNode) => {
      const checked = checkFormula(formula, working, false);
      return checked.ok ? checked.unit : checked.message;
    };
    expect(unitOf(['add', 'pulls', 'pulls'])).toBe('businesssecond:30600');
    expect(unitOf(['add', 'pulls', 'issues'])).toBe('businesssecond');
    expect(unitOf(['add', 'pulls', 'time'])).toBe('Add needs one unit, not working time and second.');
  });

  it('of change wants what has a value in both periods, and stands alone', () => {
    expect(messageOf(['difference', 'n'], true)).toBe('fine');
    expect(messageOf(['difference', 'lines'], true)).toContain('no value in the compared period');
    expect(messageOf(['difference', ['runningTotal', 'n']], true)).toContain('cannot stand inside');
  });

  it('may not be nested without end', () => {
    let deep: FormulaNode = 'n';
    for (let depth = 0; depth < 9; depth++) deep = ['abs', deep];
    expect(messageOf(deep)).toBe('A formula may be nested 8 deep at most.');
  });

  it.each<[FormulaNode, string | undefined]>([
    [['add', 'time', 5], 'second'],
    [['divide', 'time', 'n'], 'second'],
    [['divide', 'time', 'time'], undefined],
    [['percentOfTotal', 'lines'], 'fraction'],
    [['multiply', 'n', 'lines'], 'line'],
    [['multiply', 'time', 'lines'], undefined],
    [['multiply', 'time', ['percentOfTotal', 'lines']], 'second'],
    [['multiply', 'n', ['percentOfTotal', 'lines']], undefined],
    [['multiply', ['percentOfTotal', 'lines'], ['percentOfTotal', 'n'], 0.5], 'fraction'],
    [['divide', 'time', ['percentOfTotal', 'lines']], 'second'],
    [['divide', ['percentOfTotal', 'n'], ['percentOfTotal', 'lines']], undefined],
    [['divide', ['percentOfTotal', 'n'], 2], 'fraction'],
    [['divide', ['percentOfTotal', 'n'], 'n'], 'fraction'],
    [['divide', 12, 'time'], undefined],
  ])('%j is in %s', (formula, unit) => {
    const checked = checkFormula(formula, columns);
    expect(checked.ok && checked.unit).toBe(unit);
  });

  it('is checked whatever it is, and told in a sentence', () => {
    const { node } = fc.letrec<{ node: FormulaNode }>((tie) => ({
      node: fc.oneof(
        { maxDepth: 5 },
        fc.constantFrom('n', 'name', ...Object.keys(FUNCTIONS)),
        fc.double(),
        fc.string(),
        fc.array(tie('node'), { maxLength: 4 }),
      ),
    }));
    fc.assert(
      fc.property(node, fc.boolean(), (formula, compared) => {
        const checked = checkFormula(formula, columns, compared);
        if (!checked.ok) expect(checked.message).toMatch(/[.?]$/);
      }),
    );
  });
});

describe('formulas of a question', () => {
  const faults = (formulas: { name: string; formula: FormulaNode }[], compared = false) =>
    checkFormulas(formulas, columns, compared).map(({ checked }) => (checked.ok ? 'fine' : checked.message));

  it('may read those before them, not those behind', () => {
    const [first, second] = [
      { name: 'a', formula: ['abs', 'time'] },
      { name: 'b', formula: ['abs', 'a'] },
    ];
    expect(faults([first, second])).toEqual(['fine', 'fine']);
    expect(checkFormulas([first, second], columns).map(({ column }) => column.unit)).toEqual([
      'second',
      'second',
    ]);
    expect(faults([second, first])[0]).toContain('There is no column "a".');
  });

  it('have names of their own', () => {
    expect(faults([{ name: 'lines', formula: ['abs', 'n'] }])).toEqual([
      'There is a column "lines" already.',
    ]);
  });

  it('have a value in the compared period if all they read has', () => {
    const of = (formula: FormulaNode) => [
      { name: 'a', formula },
      { name: 'b', formula: ['difference', 'a'] },
    ];
    expect(faults(of(['add', 'n', 1]), true)).toEqual(['fine', 'fine']);
    expect(faults(of(['abs', 'lines']), true)[1]).toContain('no value in the compared period');
    expect(faults(of(['runningTotal', 'n']), true)[1]).toContain('no value in the compared period');
  });

  it('are put in words with the names of their columns', () => {
    expect(formulaInWords(['divide', 'n', ['abs', -2]])).toBe('Divide(n, Absolute(-2))');
    expect(formulaInWords(['abs', 'n'], (key) => key.toUpperCase())).toBe('Absolute(N)');
  });
});

describe('a compared window', () => {
  const calendar = { zone: zoneTable('Europe/Berlin'), firstDay: 1 } as const;
  const at = (text: string) => Date.parse(text);

  it('is as long by the clock of the zone, also over a change of it', () => {
    const window = { start: at('2024-03-30T23:00:00Z'), end: at('2024-04-01T22:00:00Z') };
    expect(comparedWindow({ compareWith: { method: 'tuple' } }, window, calendar)).toMatchObject({
      start: at('2024-03-28T23:00:00Z'),
      end: window.start,
    });
  });

  it('takes whole months for months', () => {
    const window = { start: at('2024-02-29T23:00:00Z'), end: at('2024-03-31T22:00:00Z') };
    const query = { duration: 'L1M', compareWith: { method: 'tuple' as const } };
    expect(comparedWindow(query, window, calendar)).toMatchObject({
      start: at('2024-01-31T23:00:00Z'),
      end: window.start,
      by: { months: 1 },
    });
  });

  it('ends where the asked one starts, in every zone', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('UTC', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu'),
        fc.integer({ min: at('2000-01-01'), max: at('2040-01-01') }),
        fc.integer({ min: 1, max: 400 * 86_400_000 }),
        (zone, start, length) => {
          const window = { start, end: start + length };
          const found = comparedWindow({ compareWith: { method: 'tuple' } }, window, {
            ...calendar,
            zone: zoneTable(zone),
          });
          expect(Math.abs((found?.end ?? 0) - start)).toBeLessThanOrEqual(3_600_000);
          expect(found?.start).toBeLessThanOrEqual(found?.end ?? 0);
        },
      ),
    );
  });
});

describe('a change', () => {
  it.each([
    [15, 10, 5, 50, false],
    [5, -10, 15, 150, false],
    [3, 0, 3, 100, true],
    [-3, 0, -3, -100, true],
    [0, 0, 0, 0, false],
    [null, 1, null, null, false],
  ])('from %s, before %s', (current, comparison, delta, percentage, isNew) => {
    expect(changeOf(current, comparison)).toEqual({ current, comparison, delta, percentage, isNew });
  });
});

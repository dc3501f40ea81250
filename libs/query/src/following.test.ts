import { describe, expect, it } from 'vitest';
import { setFormulas, setMeasures, withCountSaid } from './following.ts';
import { Query } from './schema.ts';

const count = { target: 'Commit', attribute: 'uuid', reducer: 'count' } as const;
const added = { target: 'Commit', attribute: 'additions', reducer: 'sum' } as const;
const cairn = { target: 'Repository', attribute: 'name', comparison: { IN: ['cairn'] } };
const ofCairn = { ...count, filters: [cairn] };
const within = { WITHIN: [1, null] as [number, null] };
const asked = Query.parse({
  select: ['Commit'],
  groupBys: ['Person.name'],
  aggregations: [count, ofCairn, added],
  formulas: [
    { name: 'share', formula: ['ratio', 'count(Commit.uuid) 2', 'count(Commit.uuid)'] },
    { name: 'rounded', formula: ['round', ['abs', 'share'], 1] },
    { name: 'each', formula: ['divide', 'sum(Commit.additions)', 2] },
  ],
  having: [
    { column: 'rounded', comparison: within },
    { column: 'sum(Commit.additions)', comparison: within },
  ],
  order: [{ by: 'share', direction: 'descending' }],
});
const namesOf = ({ formulas }: Query) => formulas.map(({ name }) => name);
const columnsOf = ({ having }: Query) => having.map(({ column }) => column);

describe('what reads a measure', () => {
  it('follows it when it is changed in its place', () => {
    const edited = setMeasures(asked, [count, ofCairn, { ...added, reducer: 'avg' }]);
    expect(edited.formulas[2]?.formula).toEqual(['divide', 'avg(Commit.additions)', 2]);
    expect(columnsOf(edited)).toEqual(['rounded', 'avg(Commit.additions)']);
    expect(namesOf(edited)).toEqual(namesOf(asked));
  });

  it('goes with it, and so does what reads that; another measure never takes its place', () => {
    const fewer = setMeasures(asked, [ofCairn, added]);
    expect(namesOf(fewer)).toEqual(['each']);
    expect(columnsOf(fewer)).toEqual(['sum(Commit.additions)']);
    expect(fewer.order).toEqual([]);
    const alone = { ...asked, formulas: [{ name: 'x', formula: ['abs', 'count(Commit.uuid) 2'] }] };
    expect(setMeasures(alone, [ofCairn]).formulas).toEqual([
      { name: 'x', formula: ['abs', 'count(Commit.uuid)'] },
    ]);
  });

  it('goes on reading the count that goes without saying, as long as it does', () => {
    const unsaid = { ...asked, aggregations: [], formulas: asked.formulas.slice(2), having: [] };
    const counted = { ...unsaid, formulas: [{ name: 'x', formula: ['abs', 'count(Commit.uuid)'] }] };
    expect(namesOf(setMeasures(counted, [count, added]))).toEqual(['x']);
    expect(namesOf(setMeasures(counted, [added]))).toEqual([]);
    expect(namesOf(setMeasures(withCountSaid(counted), [count, added]))).toEqual(['x']);
    expect(namesOf(setMeasures({ ...counted, aggregations: [count] }, []))).toEqual(['x']);
    expect(namesOf(setMeasures(counted, [], ['Person']))).toEqual([]);
  });
});

describe('what reads a formula', () => {
  it('follows its name, and goes with it', () => {
    const [share, ...rest] = asked.formulas;
    const named = setFormulas(asked, [{ name: 'part', formula: share?.formula ?? 0 }, ...rest]);
    expect(named.formulas[1]?.formula).toEqual(['round', ['abs', 'part'], 1]);
    expect(named.order).toEqual([{ by: 'part', direction: 'descending' }]);
    const without = setFormulas(asked, rest);
    expect(namesOf(without)).toEqual(['each']);
    expect(columnsOf(without)).toEqual(['sum(Commit.additions)']);
    expect(without.order).toEqual([]);
  });
});

it('says the count that goes without saying, and nothing else', () => {
  const unsaid = Query.parse({ select: ['Commit'], compareWith: {}, duration: 'P7D' });
  expect(withCountSaid(unsaid)).toEqual({ ...unsaid, aggregations: [count] });
  expect(withCountSaid(asked)).toBe(asked);
});

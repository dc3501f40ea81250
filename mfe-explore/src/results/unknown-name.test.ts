import { Query, type QueryInput } from '@cairn/query';
import { expect, it } from 'vitest';
import { SAMPLE_CONFIGURATION } from '../../test/sample-configuration.ts';
import { findRemedies, unknownInWords, unknownNameIn } from './unknown-name.ts';

const unknown = { name: 'fooBar', closest: [] };
const field = { target: 'Commit', attribute: 'fooBar' };
const named = (query: QueryInput) => Query.parse({ select: ['Commit'], search: 'kept', ...query });
const is = (attribute: string) => ({ target: 'Commit', attribute, comparison: { IN: ['x'] } });

it.each<[string, QueryInput, string]>([
  ['a group', { groupBys: [field] }, 'Remove “by foo bar”'],
  ['a filter', { filters: [is('fooBar')] }, 'Remove “foo bar is x”'],
  ['a measure', { aggregations: [{ ...field, reducer: 'median' }] }, 'Remove “median foo bar”'],
  [
    'a condition of a measure',
    { aggregations: [{ target: 'Commit', attribute: 'additions', reducer: 'sum', filters: [is('fooBar')] }] },
    'Remove “total additions where foo bar is x”',
  ],
  ['a step of a path', { groupBys: [{ target: 'Person.fooBar', attribute: 'name' }] }, 'Remove “by author”'],
  ['a sort', { order: [{ by: 'fooBar', direction: 'ascending' }] }, 'Remove “sorted by fooBar”'],
  ['a column', { columns: ['name', 'Person.fooBar'] }, 'Remove “column Person.fooBar”'],
])('%s that says an unknown name can be removed alone', (_, clauses, label) => {
  const [remedy, ...others] = findRemedies(named(clauses), unknown, SAMPLE_CONFIGURATION);
  expect([remedy?.label, others]).toEqual([label, []]);
  expect(JSON.stringify(remedy?.query)).not.toContain('fooBar');
  expect(remedy?.query).toMatchObject({ select: ['Commit'], search: 'kept' });
});

it('an unknown filter leaves its group without the others', () => {
  const query = named({ filters: [{ any: [is('fooBar'), is('name')] }] });
  const [remedy] = findRemedies(query, unknown, SAMPLE_CONFIGURATION);
  expect(JSON.stringify(remedy?.query.filters)).not.toContain('fooBar');
  expect(JSON.stringify(remedy?.query.filters)).toContain('"name"');
});

it('names what it may have meant by the words of the catalogue', () => {
  const said = unknownInWords(named({}), { name: 'nam', closest: ['name', 'nowhere'] }, SAMPLE_CONFIGURATION);
  expect(said).toBe('Commits have nothing called “nam”. Did you mean “Name”?');
});

it('an error that names nothing is none of these', () => {
  expect(unknownNameIn(new Error('Away.'))).toBeNull();
  expect(unknownNameIn({ details: unknown })).toEqual(unknown);
});

import { REDUCERS } from '@cairn/entities';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  decodeText,
  encodeText,
  exploreAddress,
  exploreParams,
  isStoredKey,
  parseDocument,
  parseQuery,
  parseTab,
  serialiseQuery,
} from './codec.ts';
import type { Condition } from './schema.ts';
import { DATE_UNITS, emptyQuery, Query, TIME_UNITS } from './schema.ts';

const name = fc.string({ minLength: 1, maxLength: 30, unit: 'binary' });
const number = fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0 || 0);
const value = fc.oneof(fc.string({ unit: 'binary' }), number, fc.boolean(), fc.constant(null));
const comparison = fc.oneof(
  fc.array(value, { maxLength: 4 }).map((values) => ({ IN: values })),
  fc.array(value, { maxLength: 4 }).map((values) => ({ 'NOT IN': values })),
  fc.tuple(value, value).map((ends) => ({ WITHIN: ends })),
  fc.constantFrom({ 'IS EMPTY': [] }, { 'IN LAST': ['P14D'] }, { 'NOT CONTAINS': ['a', 'b'] }),
);
const filter = fc.record({ target: name, attribute: name, comparison });
const condition = fc.letrec<{ node: Condition }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 3 },
    filter as fc.Arbitrary<Condition>,
    fc.array(tie('node'), { maxLength: 3 }).map((any) => ({ any })),
    fc.array(tie('node'), { maxLength: 3 }).map((all) => ({ all })),
  ),
})).node;
const list = <T>(one: fc.Arbitrary<T>) => fc.array(one, { maxLength: 3 });
const query = fc
  .record(
    {
      orgId: fc.constant('acme'),
      select: fc.array(name, { maxLength: 1 }),
      filters: list(condition),
      search: fc.string({ unit: 'binary', maxLength: 100 }),
      duration: fc.constantFrom('P30D', 'T1W', 'L1M'),
      groupBys: list(
        fc.record(
          { target: name, attribute: name, unit: fc.constantFrom(...DATE_UNITS) },
          { requiredKeys: ['target', 'attribute'] },
        ),
      ),
      aggregations: list(
        fc.record({
          target: name,
          attribute: name,
          reducer: fc.constantFrom(...REDUCERS),
          filters: list(filter),
        }),
      ),
      having: list(fc.record({ column: name, comparison: fc.constant({ WITHIN: [1, null] }) })),
      timezone: fc.constantFrom('Europe/Berlin', 'UTC'),
      limit: fc.integer({ min: 1, max: 1_000_000 }),
      order: list(fc.record({ by: name, direction: fc.constantFrom('ascending', 'descending') })),
      columns: list(name),
      timeUnit: fc.constantFrom(...TIME_UNITS),
    },
    { requiredKeys: ['orgId'] },
  )
  .map((input) => Query.parse(input));

describe('the text of a query in the address', () => {
  it('gives back every query as it was', () => {
    fc.assert(
      fc.property(query, (asked) => {
        expect(parseQuery(serialiseQuery(asked), 'acme')).toEqual(asked);
      }),
      { numRuns: 300 },
    );
  });

  it('needs no escaping in an address', () => {
    fc.assert(
      fc.property(query, (asked) => {
        const text = serialiseQuery(asked);
        expect(text).toMatch(/^[A-Za-z0-9_.-]*$/);
      }),
    );
  });

  it('falls back to an empty query of the org for any garbage, silently', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (garbage) => {
        expect(parseQuery(garbage, 'acme')).toEqual(emptyQuery('acme'));
      }),
    );
    for (const bad of [
      '',
      null,
      undefined,
      encodeText([1]),
      encodeText('x'),
      encodeText({ select: [1, 2] }),
    ]) {
      expect(parseQuery(bad, 'acme')).toEqual(emptyQuery('acme'));
    }
  });

  it('never takes the org from the text', () => {
    expect(parseQuery(encodeText({ orgId: 'other', select: ['Commit'] }), 'acme').orgId).toBe('acme');
  });
});

describe('document, tab and view in the address', () => {
  it('reads title and saved id, and counts what is wrong as absent', () => {
    expect(parseDocument(encodeText({ title: 'Commits', saved: 'q1' }))).toEqual({
      title: 'Commits',
      saved: 'q1',
    });
    expect(parseDocument(encodeText({ title: 7, saved: {} }))).toEqual({ title: undefined, saved: false });
    expect(parseDocument(encodeText({ read: [7] }))).toEqual({ read: undefined, saved: false });
    expect(parseDocument('%%%')).toEqual({ saved: false });
  });

  it('shows the tab in full by default', () => {
    expect(parseTab(undefined)).toEqual({ fullscreen: true });
    expect(parseTab(encodeText({ fullscreen: false }))).toEqual({ fullscreen: false });
    expect(parseTab(encodeText({ fullscreen: 'no' }))).toEqual({ fullscreen: true });
  });

  it('leaves out what says nothing', () => {
    expect(exploreAddress('acme', { query: emptyQuery('acme') })).toBe('/acme/explore');
    const params = exploreParams({
      query: Query.parse({ select: ['Commit'] }),
      view: { value: 'barChart', config: {} },
    });
    expect(Object.keys(params)).toEqual(['s', 'v']);
    expect(decodeText(params['v'])).toEqual({ value: 'barChart', config: {} });
  });

  it('tells a stored key from a text', () => {
    expect(isStoredKey(`k${'0'.repeat(32)}`)).toBe(true);
    expect(isStoredKey(serialiseQuery(Query.parse({ select: ['Commit'] })))).toBe(false);
  });
});

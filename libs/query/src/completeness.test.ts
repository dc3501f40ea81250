import type { AttributeType } from '@cairn/entities';
import { describe, expect, it } from 'vitest';
import {
  isComparable,
  isFilterComplete,
  isMeasureComplete,
  isRangeComplete,
  operatorsFor,
} from './completeness.ts';
import { NULL_MARKER, Query } from './schema.ts';

const types: Record<string, AttributeType> = { additions: 'number', message: 'string', at: 'datetime' };
const typeOf = ({ attribute }: { attribute: string }) => types[attribute];
const field = { target: 'Commit', attribute: 'additions' };

describe('completeness', () => {
  it('asks a filter for values, and a range for one end that is not missing', () => {
    expect(isFilterComplete({ ...field, comparison: { IN: [] } })).toBe(false);
    expect(isFilterComplete({ ...field, comparison: { 'NOT IN': [null] } })).toBe(true);
    expect(isFilterComplete({ ...field, comparison: { WITHIN: [null, NULL_MARKER] } })).toBe(false);
    expect(isFilterComplete({ ...field, comparison: { WITHIN: [null, 0] } })).toBe(true);
  });

  it('asks nothing of emptiness, and of a group that all it joins counts', () => {
    const empty = { ...field, comparison: { 'IS EMPTY': [] as [] } };
    const open = { ...field, comparison: { CONTAINS: [] } };
    expect(isFilterComplete(empty)).toBe(true);
    expect(isFilterComplete(open)).toBe(false);
    expect(isFilterComplete({ any: [empty, { all: [empty] }] })).toBe(true);
    expect(isFilterComplete({ any: [empty, open] })).toBe(false);
    expect(isFilterComplete({ all: [] })).toBe(false);
  });

  it('offers parts for text and relative dates for moments', () => {
    expect(operatorsFor('string')).toContain('STARTS WITH');
    expect(operatorsFor('datetime')).toContain('NOT IN LAST');
    expect(operatorsFor('number')).not.toContain('CONTAINS');
  });

  it('offers BETWEEN only for what has an order', () => {
    expect(operatorsFor('number')).toContain('WITHIN');
    expect(operatorsFor('datetime')).toContain('WITHIN');
    expect(operatorsFor('string')).not.toContain('WITHIN');
  });

  it('refuses a measure whose reducer means nothing for its attribute', () => {
    expect(isMeasureComplete({ ...field, reducer: 'avg' }, typeOf)).toBe(true);
    expect(isMeasureComplete({ ...field, attribute: 'message', reducer: 'avg' }, typeOf)).toBe(false);
    expect(isMeasureComplete({ ...field, attribute: 'unknown', reducer: 'count' }, typeOf)).toBe(false);
  });

  it('compares only dated numbers, of groups or alone', () => {
    const query = Query.parse({ select: ['Commit'], duration: 'P30D', groupBys: [field] });
    expect(isComparable(query, typeOf)).toBe(true);
    expect(isComparable({ ...query, duration: undefined }, typeOf)).toBe(false);
    expect(isComparable({ ...query, groupBys: [] }, typeOf)).toBe(false);
    const alone = [{ target: 'Commit', attribute: 'uuid', reducer: 'count' as const }];
    expect(isComparable({ ...query, groupBys: [], aggregations: alone }, typeOf)).toBe(true);
    const aggregations = [{ target: 'Commit', attribute: 'message', reducer: 'first' as const }];
    expect(isComparable({ ...query, aggregations }, typeOf)).toBe(false);
  });

  it('wants both days of a range, in order, none of them in the future', () => {
    expect(isRangeComplete('2026-01-01', '2026-01-31', '2026-02-01')).toBe(true);
    expect(isRangeComplete('2026-01-31', '2026-01-01', '2026-02-01')).toBe(false);
    expect(isRangeComplete('2026-01-01', '2026-02-02', '2026-02-01')).toBe(false);
    expect(isRangeComplete(null, '2026-01-31', '2026-02-01')).toBe(false);
  });
});

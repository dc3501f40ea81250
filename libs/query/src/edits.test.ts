import { describe, expect, it } from 'vitest';
import { filterOnGroup, rowsBehind } from './drill.ts';
import { editQuery, sameQuestion, type Edit } from './edits.ts';
import { loadQuery } from './legacy.ts';
import { emptyQuery, leavesOf, Query } from './schema.ts';

const group = { target: 'Person', attribute: 'name' };
const measure = { target: 'Commit', attribute: 'additions', reducer: 'sum' } as const;
const full = Query.parse({
  orgId: 'acme',
  select: ['Commit'],
  filters: [{ target: 'Repository', attribute: 'name', comparison: { IN: ['cairn'] } }],
  search: 'fix',
  duration: 'P30D',
  groupBys: [group],
  aggregations: [measure],
  compareWith: { ago: 'P30D' },
  formulas: [{ name: 'double', formula: ['multiply', 'sum(Commit.additions)', 2] }],
  having: [{ column: 'sum(Commit.additions)', comparison: { WITHIN: [1, null] } }],
  order: [{ by: 'sum(Commit.additions)', direction: 'descending' }],
  page: 3,
});

describe('edits of a query', () => {
  it.each<[string, Edit]>([
    ['measures', { type: 'setAggregations', aggregations: [] }],
    ['groups', { type: 'setGroupBys', groupBys: [] }],
    ['dates', { type: 'setDates', startDate: '2026-01-01', endDate: '2026-01-31' }],
    ['selection', { type: 'setSelection', select: ['SourceFile'] }],
    ['range of dates to none', { type: 'resetDate' }],
  ])('clear the comparison when they change the %s', (_, edit) => {
    expect(editQuery(full, edit)).not.toHaveProperty('compareWith');
  });

  it.each<[string, Edit]>([
    ['search', { type: 'setSearch', search: '' }],
    ['filters', { type: 'setFilters', filters: [] }],
    ['conditions on measures', { type: 'setHaving', having: [] }],
    ['duration', { type: 'setDuration', duration: 'L1M' }],
  ])('keep the comparison when they change the %s', (_, edit) => {
    expect(editQuery(full, edit).compareWith).toEqual({ ago: 'P30D', method: 'tuple' });
  });

  it('let explicit dates and a duration replace each other', () => {
    const dated = editQuery(full, { type: 'setDates', startDate: '2026-01-01', endDate: '2026-01-31' });
    expect(dated).not.toHaveProperty('duration');
    const lasting = editQuery(dated, { type: 'setDuration', duration: 'P7D' });
    expect(lasting).not.toHaveProperty('startDate');
    expect(lasting).not.toHaveProperty('endDate');
    expect(editQuery(lasting, { type: 'resetDate' })).not.toHaveProperty('duration');
  });

  it.each<[string, Edit]>([
    ['dates', { type: 'setDates', startDate: '2026-01-01', endDate: '2026-01-31' }],
    ['a duration', { type: 'setDuration', duration: 'P7D' }],
    ['no dates', { type: 'resetDate' }],
  ])('let the unit of time suit %s by itself again', (_, edit) => {
    expect(editQuery({ ...full, timeUnit: 'hours' }, edit)).not.toHaveProperty('timeUnit');
    expect(editQuery({ ...full, timeUnit: 'hours' }, { type: 'setSearch', search: 'x' }).timeUnit).toBe(
      'hours',
    );
  });

  it('clear the comparison when the same one is chosen again', () => {
    const again = editQuery(full, { type: 'setCompareWith', compareWith: { ago: 'P30D', method: 'tuple' } });
    expect(again).not.toHaveProperty('compareWith');
    const other = editQuery(full, { type: 'setCompareWith', compareWith: { ago: 'P1Y', method: 'tuple' } });
    expect(other.compareWith?.ago).toBe('P1Y');
  });

  it('reset all but the formulas and the conditions on measures', () => {
    const reset = editQuery(full, { type: 'resetAll' });
    expect(reset).toEqual({
      ...emptyQuery('acme'),
      formulas: full.formulas,
      having: full.having,
    });
  });

  it('load a state over everything that was there', () => {
    const loaded = editQuery(full, { type: 'load', query: Query.parse({ select: ['Person'] }) });
    expect(loaded).toEqual({ ...emptyQuery('acme'), select: ['Person'] });
  });

  it('forget the page, and an order by a column that is gone', () => {
    const edited = editQuery(full, {
      type: 'setAggregations',
      aggregations: [{ ...measure, reducer: 'avg' }],
    });
    expect(edited.order).toEqual([]);
    expect(edited).not.toHaveProperty('page');
    expect(editQuery(full, { type: 'setSearch', search: '' }).order).toEqual(full.order);
    const counted = {
      ...full,
      aggregations: [],
      order: [{ by: 'count(Commit.uuid)', direction: 'ascending' as const }],
    };
    expect(editQuery(counted, { type: 'setGroupBys', groupBys: full.groupBys }).order).toEqual(counted.order);
    expect(editQuery(counted, { type: 'setGroupBys', groupBys: [] }).order).toEqual([]);
    expect(editQuery(counted, { type: 'setAggregations', aggregations: [measure] }).order).toEqual([]);
    const byFormula = { ...full, order: [{ by: 'double', direction: 'ascending' as const }] };
    expect(editQuery(byFormula, { type: 'setGroupBys', groupBys: [] }).order).toEqual(byFormula.order);
  });

  it('refuse what they do not know', () => {
    const unknown = { type: 'explode' } as unknown as Edit;
    expect(() => editQuery(full, unknown)).toThrow('unknown action type');
    expect(() => editQuery(full, { type: 'toString' } as unknown as Edit)).toThrow('unknown action type');
  });
});

describe('a filter on a group', () => {
  it('turns the value into an IN filter and removes the group', () => {
    const query = filterOnGroup(
      { ...full, groupBys: [{ ...group }, { target: 'Commit', attribute: 'sha' }] },
      { group, value: 'Ada' },
    );
    expect(query.groupBys).toEqual([{ target: 'Commit', attribute: 'sha' }]);
    expect(query.filters.at(-1)).toEqual({ ...group, key: 'Person.name', comparison: { IN: ['Ada'] } });
  });

  it('replaces an earlier filter on the same field', () => {
    const once = filterOnGroup(full, { group, value: 'Ada' });
    const twice = filterOnGroup({ ...once, groupBys: [group] }, { group, value: null });
    expect(leavesOf(twice.filters).filter(({ target }) => target === 'Person')).toEqual([
      { ...group, key: 'Person.name', comparison: { IN: [null] } },
    ]);
  });

  it('keeps what is in none of the groups that a chart draws by themselves, within its own filters', () => {
    const own = { ...group, key: 'Person.name', comparison: { IN: ['Ada', 'Bo', 'Cy'] } };
    const rows = rowsBehind({ ...full, groupBys: [group], filters: [own] }, [
      { group, value: null, except: ['Ada', null] },
    ]);
    expect(leavesOf(rows.filters)).toEqual(
      expect.arrayContaining([
        own,
        { ...group, key: 'Person.name', comparison: { 'NOT IN': ['Ada', null] } },
      ]),
    );
  });

  it('keeps a period under the unit that it was grouped by, told by its day', () => {
    const day = { target: 'Commit', attribute: 'committedAt', unit: 'day' as const };
    const asked = { ...full, filters: [], timezone: 'Europe/Berlin', groupBys: [day] };
    expect(filterOnGroup(asked, { group: day, value: '2026-08-09T22:00:00Z' }).filters).toEqual([
      { ...day, key: 'Commit.committedAt', comparison: { IN: ['2026-08-10'] } },
    ]);
    const hour = { ...day, unit: 'hourOfDay' as const };
    expect(leavesOf(filterOnGroup(asked, { group: hour, value: 9 }).filters)[0]).toMatchObject({
      unit: 'hourOfDay',
      comparison: { IN: [9] },
    });
  });

  it('keeps a bin under the width that it had', () => {
    const bins = { target: 'Commit', attribute: 'additions', bins: { count: 5 } };
    const query = filterOnGroup({ ...full, groupBys: [bins] }, { group: bins, value: 20, binWidth: 10 });
    expect(query.groupBys).toEqual([]);
    expect(query.filters.at(-1)).toMatchObject({ bins: { width: 10 }, comparison: { IN: [20] } });
  });

  it('holds what is of the same relative together, and keeps a filter of the measure', () => {
    const file = (attribute: string) => ({ target: 'SourceFile', attribute });
    const only = { ...file('removed'), comparison: { IN: [false] } };
    const counted = { ...measure, filters: [only] };
    const chosen = [
      { group: group, value: 'Ada' },
      { group: file('topFolder'), value: 'src' },
      { group: file('extension'), value: 'ts' },
    ];
    const rows = rowsBehind({ ...full, filters: [], aggregations: [counted] }, chosen, counted);
    expect(rows).toMatchObject({ groupBys: [], aggregations: [], having: [], formulas: [], order: [] });
    expect(rows.filters).toMatchObject([
      { ...group, comparison: { IN: ['Ada'] } },
      { one: [{ comparison: { IN: ['src'] } }, { comparison: { IN: ['ts'] } }, { all: [only] }] },
    ]);
  });

  it('keeps a filter of the measure beside the value of its own field: a cell of others counted none', () => {
    const merges = { target: 'Commit', attribute: 'isMerge' };
    const only = { ...merges, comparison: { IN: [true] } };
    const counted = { ...measure, filters: [only] };
    const asked = { ...full, filters: [], groupBys: [merges], aggregations: [counted] };
    expect(rowsBehind(asked, [{ group: merges, value: false }], counted).filters).toMatchObject([
      only,
      { ...merges, comparison: { IN: [false] } },
    ]);
  });

  it('keeps what was selected though nothing is measured any more', () => {
    const query = Query.parse({ aggregations: [measure], groupBys: ['Person.name'] });
    expect(rowsBehind(query, [{ group, value: 'Ada' }]).select).toEqual(['Commit']);
  });
});

describe('two queries', () => {
  it('ask the same whatever page is shown and however their keys are ordered', () => {
    const { search, ...rest } = full;
    expect(sameQuestion({ ...rest, search, page: 1, pageSize: 50 }, full)).toBe(true);
    expect(sameQuestion({ ...full, search: 'fixes' }, full)).toBe(false);
    const [filter] = leavesOf(full.filters);
    const negated = [{ ...filter!, comparison: { 'NOT IN': ['cairn'] } }];
    expect(sameQuestion({ ...full, filters: negated }, full)).toBe(false);
  });
});

describe('an order', () => {
  it('is dropped where it lacks its column or its direction', () => {
    const order = [
      { by: 'sha' },
      { direction: 'ascending' as const },
      { by: '', direction: 'ascending' as const },
      { by: 'sha', direction: null },
      { by: 'sha', direction: 'descending' as const },
    ];
    expect(Query.parse({ order }).order).toEqual([{ by: 'sha', direction: 'descending' }]);
    expect(Query.safeParse({ order: [{ by: 'sha', direction: 'sideways' }] }).success).toBe(false);
  });
});

describe('older states', () => {
  it('find the selection in the search text when none is given', () => {
    const query = loadQuery({ search: 'Commit with fix' }, 'acme', ['Commit', 'Issue']);
    expect(query).toMatchObject({ select: ['Commit'], search: 'with fix', orgId: 'acme' });
    expect(loadQuery({ search: 'Commit', select: ['Issue'] }, 'acme', ['Commit']).select).toEqual(['Issue']);
  });

  it('promote a single measure and a single group to lists', () => {
    const query = loadQuery({ select: 'Commit', aggregations: measure, groupBys: 'action' });
    expect(query.aggregations).toEqual([measure]);
    expect(query.groupBys).toEqual([{ target: 'Event', attribute: 'action' }]);
  });

  it('keep a duration only when it is valid and no dates are given', () => {
    expect(loadQuery({ duration: 'P30D' }).duration).toBe('P30D');
    expect(loadQuery({ duration: 'soon', select: ['Commit'] })).toMatchObject({ select: ['Commit'] });
    expect(loadQuery({ duration: 'P30D', startDate: '2026-01-01' })).not.toHaveProperty('duration');
    const blank = {
      duration: 'P30D',
      startDate: '',
      endDate: null,
      compareWith: null,
      limit: null,
      having: null,
    };
    expect(loadQuery({ ...blank, select: ['Commit'] })).toEqual(
      Query.parse({ duration: 'P30D', select: ['Commit'] }),
    );
  });

  it('take Event as the target of a filter without one', () => {
    const { filters } = loadQuery({ filters: [{ attribute: 'action', comparison: { IN: ['x'] } }] });
    expect(leavesOf(filters)[0]?.target).toBe('Event');
  });

  it('take Event as the target of filters in groups and of measures, too', () => {
    const filter = { attribute: 'action', comparison: { IN: ['x'] } };
    const measure = { target: 'Event', attribute: 'uuid', reducer: 'count' };
    const any = [filter, { all: [{ ...filter, target: 'Person' }, filter] }];
    const query = loadQuery({ filters: [{ any }], aggregations: [{ ...measure, filters: filter }, measure] });
    expect(leavesOf(query.filters).map(({ target }) => target)).toEqual(['Event', 'Person', 'Event']);
    expect(query.aggregations.map(({ filters }) => filters)).toEqual([
      [{ ...filter, target: 'Event' }],
      undefined,
    ]);
  });

  it('become an empty query when they cannot be read', () => {
    expect(loadQuery({ groupBys: [{}] }, 'acme')).toEqual(emptyQuery('acme'));
    expect(loadQuery(7, 'acme')).toEqual(emptyQuery('acme'));
  });
});

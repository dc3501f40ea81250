import { KINDS } from '@cairn/entities';
import { Query } from '@cairn/query';
import { describe, expect, it } from 'vitest';
import { BarConfig } from './bar/definition.ts';
import { naturalOrder, PEOPLE } from './order.ts';
import { assignColors, PALETTE_SIZE } from './palette.ts';
import { shapeOf } from './view.ts';
import { automaticView, fitOf, PICKS, pickOf, resolveView, viewNamed, VIEWS } from './views.ts';

const person = { target: 'Person', attribute: 'name' };
const week = { target: 'Commit', attribute: 'committedAt', unit: 'week' as const };
const file = { target: 'SourceFile', attribute: 'path' };
const additions = { target: 'Commit', attribute: 'additions', reducer: 'sum' as const };
const query = (rest: Parameters<typeof Query.parse>[0] = {}) =>
  Query.parse({ select: ['Commit'], ...(rest as object) });

describe('which views may draw', () => {
  it.each<[string, number, number, string]>([
    ['nothing grouped', 0, 1, 'metric time table'],
    ['one group', 1, 1, 'bar vertical line area heatmap metric time treemap table'],
    ['two groups', 2, 1, 'bar vertical line area heatmap time treemap table'],
    ['three groups', 3, 1, 'time table'],
    ['one group and two measures', 1, 2, 'time table'],
  ])('with %s', (_, groups, measures, picks) => {
    const fitting = PICKS.filter((pick) => fitOf(pick, { groups, measures }).ok);
    expect(fitting.map(({ id }) => id).join(' ')).toBe(picks);
  });

  it('says in the words of the specification why a heat map may not', () => {
    const heat = PICKS.find(({ id }) => id === 'heatmap')!;
    expect(fitOf(heat, { groups: 0, measures: 1 })).toEqual({
      ok: false,
      isOver: false,
      reason: 'Minimum 1 groups required',
    });
    expect(fitOf(heat, { groups: 3, measures: 1 })).toEqual({
      ok: false,
      isOver: true,
      reason: 'Maximum 2 groups exceeded.',
    });
    expect(fitOf(heat, { groups: 1, measures: 2 })).toEqual({
      ok: false,
      isOver: true,
      reason: 'Maximum 1 groups exceeded.',
    });
  });

  it('counts no measure as the count of what is selected', () => {
    expect(shapeOf(query())).toEqual({ groups: 0, measures: 1 });
  });
});

describe('the view of a query', () => {
  it.each<[string, Query, string]>([
    ['rows', query(), 'unifiedTable'],
    ['one group', query({ groupBys: [person] }), 'barChart'],
    ['two groups', query({ groupBys: [person, week] }), 'unifiedTable'],
    [
      'one group, two measures',
      query({ groupBys: [person], aggregations: [additions, additions] }),
      'unifiedTable',
    ],
    ['one figure', query({ aggregations: [additions] }), 'unifiedTable'],
  ])('is chosen for %s', (_, asked, id) => {
    expect(automaticView(asked).definition.id).toBe(id);
  });

  it('is the automatic one when the stored name is not known', () => {
    const { entry, config } = resolveView({ value: 'legend', config: { layout: 7 } }, query());
    expect(entry.definition.id).toBe('unifiedTable');
    expect(config['layout']).toBe('flat');
  });

  it('keeps a known one with its config made sound', () => {
    const stored = { value: 'barChart', config: { displayType: 'lines', barPadding: 900, bars: 'heap' } };
    const { entry, config } = resolveView(stored, query({ groupBys: [person] }));
    expect(config).toMatchObject({ displayType: 'lines', barPadding: 100, bars: 'stack' });
    expect(pickOf(entry, config)?.id).toBe('line');
  });

  it('has a pick for every view, and a view for every pick', () => {
    for (const { view } of PICKS) expect(viewNamed(view)).toBeDefined();
    for (const entry of VIEWS) expect(pickOf(entry, entry.definition.config.parse({}))).toBeDefined();
  });
});

describe('the order that a chart asks for', () => {
  it('never ranks people, whatever the relation they are reached by', () => {
    for (const target of PEOPLE) {
      const [order] = naturalOrder(query({ groupBys: [{ target, attribute: 'name' }] }));
      expect(order).toEqual({ by: `${target}.name`, direction: 'ascending' });
    }
  });

  it('knows every name by which the catalogue reaches a person', () => {
    const names = KINDS.flatMap(({ relations }) => relations)
      .filter(({ target }) => target === 'Person')
      .map(({ name }) => name);
    expect([...PEOPLE].toSorted()).toEqual([...new Set(['Person', ...names])].toSorted());
  });

  it('runs forward in time, and starts with the largest elsewhere', () => {
    expect(naturalOrder(query({ groupBys: [person, week] }))[0]?.by).toBe('week(Commit.committedAt)');
    expect(naturalOrder(query({ groupBys: [file] }))).toEqual([
      { by: 'count(Commit.uuid)', direction: 'descending' },
    ]);
  });

  it('is the chosen one where there is one', () => {
    const bar = viewNamed('barChart')!.definition;
    const config = BarConfig.parse({ sortBy: 'value' });
    expect(bar.ask(query({ groupBys: [person] }), config)).toMatchObject({
      order: [{ by: 'count(Commit.uuid)', direction: 'descending' }],
      limit: 50,
    });
  });
});

describe('the table', () => {
  const table = viewNamed('unifiedTable')!.definition;
  const formulas = [{ name: 'Each', formula: ['abs', 'sum(Commit.additions)'] }];
  const grouped = query({ groupBys: [file], aggregations: [additions], formulas });

  it.each([
    ['a formula', grouped, 'Each', 'Each'],
    ['a measure', grouped, 'sum(Commit.additions)', 'sum(Commit.additions)'],
    ['a column of rows', query(), 'Commit.message', 'Commit.message'],
    ['a measure that is gone', grouped, 'count(Commit.uuid)', 'sum(Commit.additions)'],
    ['a formula that has another name', grouped, 'Lines', 'sum(Commit.additions)'],
    ['a measure of what are rows now', query(), 'count(Commit.uuid)', undefined],
    [
      'what is compared',
      { ...grouped, compareWith: { method: 'tuple' as const } },
      'comparison(sum(Commit.additions))',
      'comparison(sum(Commit.additions))',
    ],
  ])('that is sorted by %s asks for what is there', (_, asked, sortBy, by) => {
    expect(table.ask(asked, table.config.parse({ sortBy })).order[0]?.by).toBe(by);
  });

  it('asks for rows only where nothing is computed of them', () => {
    expect(table.answers(query())).toBe('entities');
    expect(table.answers(query({ formulas }))).toBe('groups');
    expect(table.answers(query({ groupBys: [file] }))).toBe('groups');
  });
});

describe('colours of categories', () => {
  it('do not collide while there are enough', () => {
    const keys = Array.from({ length: PALETTE_SIZE }, (_, index) => `Person ${index}`);
    expect(new Set(assignColors(keys).values()).size).toBe(PALETTE_SIZE);
  });

  it('do not depend on the order of the keys, and keep what is taken', () => {
    expect(assignColors(['b', 'a', 'c'])).toEqual(assignColors(['c', 'b', 'a']));
    const taken = assignColors(['zoe']);
    expect(assignColors(['ada', 'zoe'], taken).get('zoe')).toBe(taken.get('zoe'));
  });
});

import { decodeRows } from '@cairn/answer';
import { STANDARD_VIEWS, View } from '@cairn/contracts';
import { KINDS } from '@cairn/entities';
import { Query } from '@cairn/query';
import { Hash } from 'lucide-react';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { bar, BarConfig } from './bar/definition.ts';
import { heatMap } from './heat-map/definition.ts';
import { naturalOrder, PEOPLE } from './order.ts';
import { assignColors, PALETTE_SIZE } from './palette.ts';
import { PivotConfig, pivotIndex } from './pivot/pivot-config.ts';
import { table } from './table/definition.ts';
import { defineView, shapeOf } from './view.ts';
import {
  automaticView,
  choiceOf,
  offeredViews,
  pickedView,
  resolveView,
  viewForNewDates,
  viewNamed,
  VIEWS,
} from './views.ts';

const person = { target: 'Person', attribute: 'name' };
const week = { target: 'Commit', attribute: 'committedAt', unit: 'week' as const };
const file = { target: 'SourceFile', attribute: 'path' };
const additions = { target: 'Commit', attribute: 'additions', reducer: 'sum' as const };
const query = (rest: Parameters<typeof Query.parse>[0] = {}) =>
  Query.parse({ select: ['Commit'], ...(rest as object) });

describe('which views may draw', () => {
  it.each<[string, number, number, string]>([
    ['nothing grouped', 0, 1, 'Metric Time Calendar Table'],
    [
      'one group',
      1,
      1,
      'Bar Vertical Line Area Heatmap Metric Time Calendar Treemap Table Pivot Tree Legend Labels',
    ],
    ['two groups', 2, 1, 'Bar Vertical Line Area Heatmap Time Calendar Treemap Table Pivot Tree'],
    ['three groups', 3, 1, 'Time Calendar Table Pivot Tree'],
    ['one group and two measures', 1, 2, 'Bar Vertical Line Area Time Table Pivot Tree'],
    ['one group and four measures', 1, 4, 'Time Table Pivot Tree'],
    ['two groups and two measures', 2, 2, 'Time Table Pivot Tree'],
  ])('with %s', (_, groups, measures, labels) => {
    const fitting = offeredViews().filter(({ view }) => view.fits({ groups, measures }).ok);
    expect(fitting.map(({ label }) => label).join(' ')).toBe(labels);
  });

  it.each([
    [0, 1, false, 'Minimum 1 groups required'],
    [3, 1, true, 'Maximum 2 groups exceeded.'],
    [1, 2, true, 'Maximum 1 groups exceeded.'],
  ])(
    'says of %i groups and %i measures in the words of the specification why not',
    (groups, measures, isOver, reason) => {
      expect(heatMap.fits({ groups, measures })).toEqual({ ok: false, isOver, reason });
    },
  );

  it('counts no measure as the count of what is selected', () => {
    expect(shapeOf(query())).toEqual({
      groups: 0,
      measures: 1,
      selects: 'Commit',
      isCount: true,
    });
    const median = query({ aggregations: [{ ...additions, reducer: 'median' }] });
    expect(shapeOf(median).isAdditive).toBe(false);
  });
});

describe('a setting', () => {
  const settingOf = (id: string, label: string) => {
    const found = viewNamed(id)?.settings.find((each) => each.label === label);
    if (!found) throw new Error(`${id} has no setting ${label}`);
    return found;
  };

  it.each([
    ['barChart', 'Swap the groups'],
    ['heatMap', 'Swap the axes'],
    ['treeMap', 'Swap the groups'],
  ])('of %s that inverts an axis needs two groups', (id, label) => {
    const { applies } = settingOf(id, label);
    const config = viewNamed(id)?.config.parse({}) ?? {};
    const at = (groups: number) => applies?.(config, { groups, measures: 1 });
    expect([1, 2].map(at)).toEqual([false, true]);
  });

  it('that lets a pivot be sorted sorts by value, ascending; off clears both', () => {
    const { sets } = settingOf('pivotTable', 'Sort by a column');
    expect(sets?.(true, [])).toEqual({ sortBy: 'value', sortDirection: 'ascending' });
    expect(sets?.(false, [])).toEqual({ sortBy: null, sortDirection: 'ascending' });
  });

  it('that fixes the unit of a time series takes the one that was detected', () => {
    const setting = settingOf('overTime', 'Automatic time unit');
    const { values } = setting.kind === 'toggle' ? setting : {};
    expect(values?.on).toBe('auto');
    const meta = {
      limit: 1,
      total: 1,
      truncated: false,
      timezone: 'UTC',
      start: null,
      end: null,
      dataVersion: 1,
    };
    expect(values?.off({ ...meta, timeUnit: 'weeks' })).toBe('weeks');
    expect(values?.off(undefined)).toBe('days');
  });

  it('that wraps texts takes adaptive pages away', () => {
    const { applies } = settingOf('unifiedTable', 'As many rows as fit');
    const of = (allowWrap: boolean) => applies?.({ allowWrap }, { groups: 0, measures: 1 });
    expect([false, true].map(of)).toEqual([true, false]);
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
      'barChart',
    ],
    [
      'one group, four measures',
      query({ groupBys: [person], aggregations: [additions, additions, additions, additions] }),
      'unifiedTable',
    ],
    ['one figure', query({ aggregations: [additions] }), 'unifiedTable'],
  ])('is chosen for %s', (_, asked, id) => {
    expect(automaticView(asked).id).toBe(id);
  });

  it('is the automatic one when the stored name is not known', () => {
    const { view, config } = resolveView({ value: 'pie', config: { layout: 7 } }, query());
    expect(view.id).toBe('unifiedTable');
    expect(config['layout']).toBe('flat');
  });

  it('keeps a known one with its config made sound', () => {
    const stored = { value: 'barChart', config: { displayType: 'lines', barPadding: 900, bars: 'heap' } };
    const { view, config } = resolveView(stored, query({ groupBys: [person] }));
    expect(config).toMatchObject({ displayType: 'lines', barPadding: 100, bars: 'stack' });
    expect(choiceOf(view, config)?.id).toBe('line');
  });

  it.each([
    ['pivotTable', {}, 'pivotTable'],
    ['nestedTable', {}, 'nestedTable'],
    ['unifiedTable', { layout: 'pivot' }, 'pivotTable'],
    ['unifiedTable', { layout: 'nested' }, 'nestedTable'],
    ['unifiedTable', { layout: 'flat' }, 'unifiedTable'],
    ['unifiedTable', { layout: 'heap' }, 'unifiedTable'],
  ])('is the layout of a table that was stored as %s %j', (value, config, id) => {
    const grouped = query({ groupBys: [person, file] });
    expect(resolveView({ value, config }, grouped).view.id).toBe(id);
    // With no group the flat table is always shown (X§4).
    expect(resolveView({ value, config }, query()).view.id).toBe('unifiedTable');
  });

  it('goes across by a group that the query has, else by the first', () => {
    const indexOf = (stored: object) => pivotIndex(PivotConfig.parse(stored), [person, file]);
    const indexes = [0, 1, 2, -1, 'x', undefined].map((pivotGroupIndex) => ({ pivotGroupIndex }));
    expect(indexes.map(indexOf)).toEqual([0, 1, 0, 0, 0, 0]);
    // One that is named is found wherever it stands.
    const named = ['SourceFile.path', 'Person.name', 'Gone.name'].map((pivotBy) => ({ pivotBy }));
    expect(named.map((each) => indexOf({ ...each, pivotGroupIndex: 1 }))).toEqual([1, 0, 1]);
  });

  it('keeps the settings that mean the same in another layout of a table, such as what goes across', () => {
    const grouped = query({ groupBys: [person, file] });
    const pickOf = (label: string, stored: View) => {
      const offered = offeredViews().find((each) => each.label === label);
      if (!offered) throw new Error(`${label} is not offered`);
      return pickedView(offered, resolveView(stored, grouped));
    };
    const config = { pivotBy: 'SourceFile.path', timeUnit: 'hours', sortBy: 'value', totals: false };
    const asTree = pickOf('Tree', { value: 'pivotTable', config });
    expect(asTree.config).toMatchObject({ pivotBy: 'SourceFile.path', timeUnit: 'hours' });
    expect(Object.keys(asTree.config)).not.toContain('sortBy');
    const flat = pickOf('Table', asTree);
    expect(pickOf('Pivot', flat).config).toMatchObject({ pivotBy: 'SourceFile.path', timeUnit: 'hours' });
    expect(pickOf('Heatmap', flat)).toEqual({ value: 'heatMap', config: {} });
  });

  it('is found by an older id', () => {
    expect(viewNamed('dataTable')).toBe(viewNamed('unifiedTable'));
  });

  it('is a heat map of hexagons where it was stored as one of its own', () => {
    const { view, config } = resolveView({ value: 'hex', config: {} }, query({ groupBys: [person] }));
    expect(view.id).toBe('heatMap');
    expect(config['hex']).toBe(true);
    const turned = resolveView({ value: 'heatMap', config: { hex: false } }, query({ groupBys: [person] }));
    expect(turned.config['hex']).toBe(false);
  });

  it('has its own id and at least one choice in the picker', () => {
    const ids = VIEWS.flatMap(({ id, aliases }) => [
      id,
      ...aliases.filter(({ when }) => !when).map((alias) => alias.id),
    ]);
    expect(new Set(ids).size).toBe(ids.length);
    for (const view of VIEWS) expect(choiceOf(view, view.config.parse({}))).toBeDefined();
  });

  it('is there for every id that other areas choose', () => {
    const { automatic, ...chosen } = STANDARD_VIEWS;
    for (const id of Object.values(chosen)) expect(viewNamed(id)?.id).toBe(id);
    expect(viewNamed(automatic)).toBeUndefined();
  });

  it('chooses the unit of a time series again for other dates, and keeps every other config', () => {
    const time = { value: 'overTime', config: { unit: 'minutes', displayType: 'line' } };
    expect(viewForNewDates(time)).toEqual({ value: 'overTime', config: { displayType: 'line' } });
    const bars = { value: 'barChart', config: { vertical: true } };
    expect(viewForNewDates(bars)).toEqual(bars);
    expect(viewForNewDates({ value: 'unheardOf', config: { a: 1 } })).toEqual({
      value: 'unheardOf',
      config: { a: 1 },
    });
  });
});

describe('a planted view', () => {
  const planted = defineView({
    id: 'planted',
    label: 'Planted',
    icon: Hash,
    config: z.object({ depth: z.number().catch(2).default(2) }),
    settings: [],
    fits: () => ({ ok: true, rank: 1 }),
    answers: () => 'groups',
    request: (query) => query,
    load: async () => () => null,
  });
  const views = [...VIEWS, planted];

  it('is offered, found and resolved once it is in the list', () => {
    expect(offeredViews(views).at(-1)).toMatchObject({ id: 'planted', label: 'Planted', config: {} });
    expect(resolveView({ value: 'planted', config: { depth: 'x' } }, query(), views)).toEqual({
      view: planted,
      config: { depth: 2 },
    });
    expect(viewNamed('planted')).toBeUndefined();
  });

  it('has the capabilities of a chart where it says nothing', () => {
    const chart = {
      pages: false,
      columns: false,
      isTabular: false,
      rowsBeneath: 'collapsed',
      setsDates: false,
    };
    expect(planted).toMatchObject(chart);
  });

  it('may be stored by the contract without a change there', () => {
    expect(View.safeParse({ value: 'planted', config: {} }).success).toBe(true);
    expect(View.safeParse({ value: 'not an id', config: {} }).success).toBe(false);
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
      .flatMap(({ name, aliases = [] }) => [name, ...aliases]);
    expect([...PEOPLE].toSorted()).toEqual([...new Set(['Person', ...names])].toSorted());
  });

  it('runs forward in time, and starts with the largest elsewhere', () => {
    expect(naturalOrder(query({ groupBys: [person, week] }))[0]?.by).toBe('week(Commit.committedAt)');
    expect(naturalOrder(query({ groupBys: [file] }))).toEqual([
      { by: 'count(Commit.uuid)', direction: 'descending' },
    ]);
  });

  it('is the chosen one where there is one', () => {
    const config = BarConfig.parse({ sortBy: 'value' });
    expect(bar.request(query({ groupBys: [person] }), config)).toMatchObject({
      order: [{ by: 'count(Commit.uuid)', direction: 'descending' }],
      limit: 1_000,
    });
  });
});

describe('the table', () => {
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
    expect(table.request(asked, table.config.parse({ sortBy })).order[0]?.by).toBe(by);
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

describe('the height that rows need', () => {
  const rows = (categories: number, total = categories) =>
    decodeRows({
      data: Array.from({ length: categories }, (_, at) => ({ name: `Name ${String(at)}`, count: at })),
      columns: [
        { key: 'name', label: 'Name', type: 'string', role: 'group' },
        { key: 'count', label: 'Count', type: 'number', role: 'measure' },
      ],
      meta: {
        total,
        limit: 1_000,
        truncated: false,
        timezone: 'UTC',
        start: null,
        end: null,
        dataVersion: 1,
      },
    });
  const heightOf = (config: object, answer = rows(3)) => bar.heightOf?.(answer, BarConfig.parse(config));

  it('grows with each lying bar, up to as many as are drawn, and leaves room for what it leaves out', () => {
    const three = heightOf({}) ?? 0;
    expect(heightOf({}, rows(4))).toBe(three + 32);
    expect(heightOf({}, rows(3, 9))).toBeGreaterThan(three);
    expect(heightOf({ limit: 5 }, rows(40))).toBe(heightOf({ limit: 5 }, rows(80)));
  });

  it('is none for columns, lines and hexagons', () => {
    expect([heightOf({ vertical: true }), heightOf({ displayType: 'lines' })]).toEqual([null, null]);
    expect(heatMap.heightOf?.(rows(3), heatMap.config.parse({ hex: true }))).toBeNull();
    expect(heatMap.heightOf?.(rows(3), heatMap.config.parse({}))).toBeGreaterThan(60);
  });
});

it.each(['barChart', 'metric', 'pivotTable'])(
  '%s offers a unit of durations for measures, not for counts',
  (id) => {
    const setting = VIEWS.find((view) => view.id === id)?.settings.find(({ key }) => key === 'timeUnit');
    const applies = (asked: Query) => setting?.applies?.({}, shapeOf(asked));
    const median = { target: 'PullRequest', attribute: 'clockCycleTime', reducer: 'median' as const };
    expect(applies(Query.parse({ select: ['PullRequest'], aggregations: [median] }))).toBe(true);
    expect(applies(Query.parse({ select: ['PullRequest'] }))).toBe(false);
  },
);

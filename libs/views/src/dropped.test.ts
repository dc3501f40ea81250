import { Query } from '@cairn/query';
import { describe, expect, it } from 'vitest';
import { droppedFrom } from './dropped.ts';
import { shapeOf } from './view.ts';
import { resolveView, VIEWS } from './views.ts';

const repository = { target: 'Repository', attribute: 'name' };
const rows = Query.parse({ select: ['Commit'] });
const grouped = Query.parse({ select: ['Commit'], groupBys: [repository] });

describe('what a stored view has lost', () => {
  it.each([
    ['nothing of one that fits', { value: 'barChart', config: { vertical: true, limit: 20 } }, grouped, []],
    ['nothing of the automatic one', { value: 'default', config: { any: 1 } }, grouped, []],
    [
      'a view that is not known',
      { value: 'pie', config: {} },
      grouped,
      ['The view was stored as “pie”, which is not known. Bar is drawn.'],
    ],
    [
      'a pivot of a query that has no group any more',
      { value: 'pivotTable', config: {} },
      rows,
      ['This view requires at least one group by field to be selected. Table is drawn instead of Pivot.'],
    ],
    [
      'settings that are out of their range',
      { value: 'barChart', config: { barPadding: 900, bars: 'heap', vertical: true } },
      grouped,
      ['Not as it was stored: Second group, Room between bars, in percent.'],
    ],
    [
      'the group that went across',
      { value: 'pivotTable', config: { pivotGroupIndex: 2 } },
      grouped,
      ['The group that went across is gone, so another one does.'],
    ],
    [
      'what a pivot showed of its measures',
      {
        value: 'pivotTable',
        config: {
          sortBy: 'Merged\u0000sum(Commit.additions)',
          columns: ['avg(Commit.additions)'],
          showRollups: true,
          rollupMeasureKey: 'avg(Commit.additions)',
        },
      },
      grouped,
      [
        'The column that it was sorted by is gone.',
        'Measures that it showed are gone.',
        'The measure of its statistics is gone.',
      ],
    ],
    [
      'nothing of a tree that is sorted by what is there',
      {
        value: 'nestedTable',
        config: { sortBy: '\u0000count(Commit.uuid)', columns: ['count(Commit.uuid)'] },
      },
      grouped,
      [],
    ],
    [
      'nothing of a pivot that is sorted by names',
      { value: 'pivotTable', config: { sortBy: 'name' } },
      grouped,
      [],
    ],
    [
      'nothing of a pivot that is sorted by a statistic',
      { value: 'pivotTable', config: { sortBy: 'rollup\u0000avg' } },
      grouped,
      [],
    ],
    [
      'the column that sorted',
      { value: 'unifiedTable', config: { sortBy: 'sum(Commit.additions)' } },
      grouped,
      ['The column that it was sorted by is gone.'],
    ],
  ])('is %s', (_, stored, query, said) => {
    expect(droppedFrom(stored, query)).toEqual(said);
  });
});

const files = { target: 'SourceFile', attribute: 'path' };
const cycle = { target: 'Commit', attribute: 'additions', reducer: 'sum' as const };
const QUERIES = [
  rows,
  grouped,
  Query.parse({ select: ['Commit'], aggregations: [cycle] }),
  Query.parse({ select: ['Commit'], groupBys: [repository, files, { ...repository, attribute: 'url' }] }),
  Query.parse({ select: ['Commit'], aggregations: [cycle, cycle, cycle, cycle], groupBys: [repository] }),
  Query.parse({ select: ['Issue'] }),
];

describe.each(VIEWS.map((view) => [view.id, view] as const))('a stored %s', (id, view) => {
  const shown = QUERIES.find((query) => view.fits(shapeOf(query)).ok) ?? rows;

  it('names each of its settings that is not known any more', () => {
    for (const { key, label } of view.settings) {
      const [said] = droppedFrom({ value: id, config: { [key]: { was: 'otherwise' } } }, shown);
      expect(said).toMatch(/^Not as it was stored: /);
      expect(said).toContain(label);
    }
    expect(droppedFrom({ value: id, config: view.config.parse({}) }, shown)).toEqual([]);
  });

  it('opens with what it has lost in words, or says what the query lacks', () => {
    for (const query of QUERIES) {
      const fit = view.fits(shapeOf(query));
      const resolved = resolveView({ value: id, config: {} }, query);
      if (fit.ok) expect(resolved.view).toBe(view);
      // Another view is drawn and says so, or the picture gives the reason in its place.
      else if (resolved.view !== view)
        expect(droppedFrom({ value: id, config: {} }, query).join()).toContain(`instead of ${view.label}`);
      else expect(fit.reason).toMatch(/required|exceeded|Only|counted|cannot/);
    }
  });
});

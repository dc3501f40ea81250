import type { QueryInput } from '@cairn/query';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { searchFixture } from '../../test/search-fixture.ts';
import type { SearchFixture } from '../../test/search-fixture.ts';
import { PUBLISH } from '../store/load.ts';

const words = 'Renames not yet joined';
const source = {
  provides: ['git' as const],
  simulated: false,
  state: { status: 'ingesting' as const, error: null, lastIngestedAt: null },
};
let fixture: SearchFixture;
let isPending = true;
beforeAll(async () => {
  const pending = { phase: 'diff', kind: 'SourceFile', words };
  fixture = await searchFixture({
    sources: async () =>
      isPending
        ? [
            { ...source, pending },
            { ...source, pending },
          ]
        : [source],
  });
});
afterAll(() => fixture.close());

const notesOf = async (route: Parameters<SearchFixture['ask']>[0], query: QueryInput) =>
  (await fixture.ask(route, query)).meta.notes;

const path = { target: 'SourceFile', attribute: 'path' };
const ofFiles: readonly QueryInput[] = [
  { select: ['Commit'], groupBys: [path] },
  { select: ['Commit'], filters: [{ any: [{ ...path, comparison: { IN: ['src/a.ts'] } }] }] },
  {
    select: ['Commit'],
    groupBys: [{ target: 'Person', attribute: 'name' }],
    aggregations: [
      {
        target: 'Commit',
        attribute: 'uuid',
        reducer: 'count',
        filters: [{ ...path, comparison: { IN: ['x'] } }],
      },
    ],
  },
];

describe('an answer about files, while the changes of a repository are read', () => {
  it('notes once that renames are not yet joined, in every shape', async () => {
    for (const query of ofFiles) expect(await notesOf('group-bys', query)).toEqual([words]);
    expect(await notesOf('entities', { select: ['SourceFile'] })).toEqual([words]);
    const aggregations = [{ target: 'SourceFile', attribute: 'linesAdded', reducer: 'sum' as const }];
    const dates = { startDate: '2024-03-01', endDate: '2024-03-31' };
    expect(await notesOf('time-series', { select: ['Commit'], ...dates, aggregations })).toEqual([words]);
  });

  it('notes nothing where no file is concerned', async () => {
    const query = { select: ['Commit'], groupBys: [{ target: 'Person', attribute: 'name' }] };
    expect(await notesOf('group-bys', query)).toBeUndefined();
    expect(await notesOf('entities', { select: ['Commit'] })).toBeUndefined();
  });

  it('notes nothing any more in the version that joins them', async () => {
    isPending = false;
    await fixture.graph.transaction((open) => open.run(PUBLISH));
    for (const query of ofFiles) expect(await notesOf('group-bys', query)).toBeUndefined();
  });
});

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { writerOf } from '../store/graph-writer.ts';
import { PUBLISH } from '../store/load.ts';
import { update } from '../store/statement.ts';
import { type Graph, id, load, openGraph } from '../../test/derived-graph.ts';
import { categoryStatements, readCategories } from './resource-categories.ts';

let graph: Graph;
beforeEach(async () => {
  graph = await openGraph();
  await graph.publish(
    load(
      'Repository',
      { uuid: id('api'), name: 'api', deleted: false },
      { uuid: id('web'), name: 'Web', deleted: false },
    ),
    load('Project', { uuid: id('cairn'), name: 'Cairn', projectKey: 'CAI', deleted: false }),
  );
});
afterEach(() => graph.close());

const give = (category: string | null, ...names: string[]) =>
  writerOf(graph.store).commit([...categoryStatements(names.map(id), category), PUBLISH]);
const columns = () =>
  graph.store.rows(
    `SELECT name, category FROM "Repository" UNION ALL SELECT name, category FROM "Project" ORDER BY name`,
  );

describe('the categories of resources', () => {
  it('stand in the rows of repositories and projects, where queries find them', async () => {
    await give('Platform', 'api', 'cairn');
    expect(await columns()).toEqual([
      { name: 'Cairn', category: 'Platform' },
      { name: 'Web', category: null },
      { name: 'api', category: 'Platform' },
    ]);
    await give('Product', 'api');
    await give(null, 'cairn');
    expect(await readCategories(graph.store)).toEqual([
      { uuid: id('api'), kind: 'Repository', name: 'api', category: 'Product' },
      { uuid: id('cairn'), kind: 'Project', name: 'Cairn', category: null },
      { uuid: id('web'), kind: 'Repository', name: 'Web', category: null },
    ]);
    expect(await columns()).toContainEqual({ name: 'Cairn', category: null });
  });

  it('stay when a source sends a resource again', async () => {
    await give('Platform', 'api');
    const lost = update('Repository', { category: 'NULL', name: `'api-server'` }, `WHERE t.name = 'api'`);
    await writerOf(graph.store).commit([lost, PUBLISH]);
    expect(await columns()).toContainEqual({ name: 'api-server', category: 'Platform' });
  });
});

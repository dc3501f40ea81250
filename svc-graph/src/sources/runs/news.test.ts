import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Graph, id, load, openGraph, t } from '../../../test/derived-graph.ts';
import { newsOf } from './news.ts';

let graph: Graph;
let events = 0;
/** An event of a source, observed at a moment. */
const event = (entityType: string, thing: string, observed: string, more: object = {}) => ({
  uuid: id(`event ${String((events += 1))}`),
  sourceId: 's1',
  action: 'made',
  entityType,
  entityUuid: id(thing),
  occurredAt: t('2026-03-02 08:00'),
  observedAt: t(observed),
  repositoryUuid: id('api'),
  actorUuid: id('ada'),
  projectUuid: null,
  teamUuid: null,
  ...more,
});
const SINCE = Date.parse('2026-03-02T10:00:00.900Z');

beforeAll(async () => {
  graph = await openGraph();
  await graph.publish(
    load(
      'Person',
      { uuid: id('ada'), name: 'Ada', deleted: false },
      { uuid: id('bob'), name: 'Bob', deleted: false },
    ),
    load(
      'Team',
      { uuid: id('core'), name: 'Core', deleted: false },
      { uuid: id('old'), name: 'Old', deleted: false },
    ),
    load(
      'Repository',
      { uuid: id('api'), name: 'api', deleted: false },
      { uuid: id('gone'), name: 'gone', deleted: true },
    ),
    load('Project', { uuid: id('cai'), name: 'Cairn', deleted: false }),
    load(
      'Relation',
      { relation: 'memberOf', fromUuid: id('ada'), toUuid: id('core'), since: t('2026-01-01 00:00') },
      { relation: 'memberOf', fromUuid: id('ada'), toUuid: id('old'), until: t('2026-01-01 00:00') },
    ),
    load(
      'Event',
      event('Commit', 'known', '2026-03-02 09:00'),
      event('Commit', 'c1', '2026-03-02 10:00:01'),
      event('Commit', 'c2', '2026-03-02 10:00:01'),
      event('PullRequest', 'p1', '2026-03-02 10:00:01'),
      event('PullRequest', 'p1', '2026-03-02 10:00:02', { action: 'merged', actorUuid: id('bob') }),
      event('Issue', 'i1', '2026-03-02 10:00:01', {
        repositoryUuid: id('gone'),
        projectUuid: id('cai'),
        actorUuid: null,
      }),
      event('Commit', 'elsewhere', '2026-03-02 10:00:01', { sourceId: 's2' }),
    ),
  );
});
afterAll(() => graph.close());

describe('what a reading brought', () => {
  it('is told of repositories, projects, people and the teams that they were in then, the most eventful first', async () => {
    const [news = []] = await newsOf(graph.store, 's1', SINCE);
    const told = news.map(({ kind, name, words }) => `${kind} ${name}: ${words}`);
    expect(new Set(told)).toEqual(
      new Set([
        'repository api: 2 commits and 1 pull request',
        'person Ada: 2 commits and 1 pull request',
        'team Core: 2 commits and 1 pull request',
        'person Bob: 1 pull request',
        'project Cairn: 1 issue',
      ]),
    );
    expect(told.slice(3).toSorted()).toEqual(['person Bob: 1 pull request', 'project Cairn: 1 issue']);
  });

  it('is nothing where nothing is new', async () => {
    expect(await newsOf(graph.store, 's1', Date.parse('2026-03-02T10:00:02.000Z'))).toEqual([]);
    expect(await newsOf(graph.store, 'none', SINCE)).toEqual([]);
  });

  it('comes in pages', async () => {
    const people = Array.from({ length: 60 }, (_, n) => `many ${String(n)}`);
    await graph.publish(
      load('Person', ...people.map((name) => ({ uuid: id(name), name, deleted: false }))),
      load(
        'Event',
        ...people.map((name) =>
          event('Commit', 'one', '2026-03-03 10:00', { sourceId: 's3', actorUuid: id(name) }),
        ),
      ),
    );
    const pages = await newsOf(graph.store, 's3', SINCE);
    expect(pages.map(({ length }) => length)).toEqual([50, 11]);
    expect(pages[0]?.[0]).toMatchObject({ words: '1 commit' });
  });
});

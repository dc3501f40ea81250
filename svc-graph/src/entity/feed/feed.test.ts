import { feedContract as contract } from '@cairn/contracts/feed';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Graph, id, load, openGraph } from '../../../test/derived-graph.ts';
import { entityApp, STORY } from '../../../test/story-graph.ts';

/** Within the week of the story, which begins on a Monday. */
const FRIDAY = Date.parse('2026-05-08T12:00:00Z');

let graph: Graph;
let ask: ReturnType<typeof entityApp>;
beforeAll(async () => {
  graph = await openGraph();
  await graph.publish(...STORY);
  const edge = { relation: 'memberOf', fromUuid: id('zoe'), toUuid: id('core'), since: null, until: null };
  await graph.publish(load('Relation', edge));
  ask = entityApp(graph.store, { now: () => FRIDAY });
});
afterAll(() => graph.close());

async function feed(body: Record<string, unknown>, of = ask) {
  return contract.readFeed.output.parse((await of('feed', body)).body);
}
const said = ({ data }: Awaited<ReturnType<typeof feed>>) => data.map(({ description }) => description);
const shop = { repositories: [id('shop')] };

describe('the feed', () => {
  it('is empty for somebody who follows nothing', async () => {
    const { data, meta } = await feed({});
    expect(data).toEqual([]);
    expect(meta).toMatchObject({ total: 0, followed: [], choices: { types: [], projects: [], teams: [] } });
  });

  it('tells what followed people did this week, in the sentences of their history', async () => {
    const answer = await feed({ people: [id('zoe')] });
    expect(said(answer)).toEqual(['zoe committed Something else', 'zoe commented on APP-1']);
    expect(answer.data[0]?.place).toEqual({ uuid: id('shop'), name: 'shop' });
    expect(answer.meta.followed).toEqual([{ kind: 'person', uuid: id('zoe'), name: 'zoe' }]);
    expect([answer.meta.start, answer.meta.end]).toEqual([
      '2026-05-04T00:00:00.000Z',
      '2026-05-11T00:00:00.000Z',
    ]);
  });

  it('tells of a repository, a project and a team, each event once', async () => {
    const ofShop = await feed(shop);
    expect(ofShop.meta.total).toBe(7);
    expect(said(ofShop)).toContainEqual(expect.stringMatching(/^bob merged .*#7/));
    const ofProject = await feed({ projects: [id('app')] });
    expect(ofProject.meta.total).toBeGreaterThan(ofShop.meta.total);
    const both = await feed({ ...shop, projects: [id('app')] });
    expect(both.meta.total).toBe(ofProject.meta.total);
    expect(said(await feed({ teams: [id('core')] }))).toContain('zoe commented on APP-1');
  });

  it('is filtered by type, project, team and time, and counts what the filters may name', async () => {
    const all = { people: [id('bob'), id('zoe')] };
    const { meta } = await feed(all);
    expect(meta.choices.types.map(({ value }) => value)).toEqual([
      'Commit',
      'Issue',
      'IssueComment',
      'PullRequest',
    ]);
    expect(meta.choices.teams).toEqual([{ value: id('core'), label: 'core', count: 2 }]);
    expect(meta.choices.projects).toEqual([
      { value: id('app'), label: 'app', count: expect.any(Number) as number },
    ]);
    expect(said(await feed({ ...all, filter: { types: ['Commit'] } }))).toEqual([
      'zoe committed Something else',
      'bob committed Fix login',
    ]);
    expect(said(await feed({ ...all, filter: { teams: [id('core')], types: ['IssueComment'] } }))).toEqual([
      'zoe commented on APP-1',
    ]);
    expect((await feed({ ...all, filter: { projects: [id('nowhere')] } })).meta.total).toBe(0);
    expect((await feed({ ...all, duration: 'P1D' })).meta.total).toBe(0);
  });

  it('tells of days of one’s own, whole in the zone', async () => {
    const { data, meta } = await feed({
      ...shop,
      startDate: '2026-05-05',
      endDate: '2026-05-05',
      timezone: 'Europe/Berlin',
    });
    expect([meta.start, meta.end]).toEqual(['2026-05-04T22:00:00.000Z', '2026-05-05T22:00:00.000Z']);
    const week = await feed(shop);
    const within = week.data.filter(({ occurredAt }) => occurredAt >= meta.start && occurredAt < meta.end);
    expect(data.map(({ uuid }) => uuid)).toEqual(within.map(({ uuid }) => uuid));
    expect([within.length > 0, within.length < week.data.length]).toEqual([true, true]);
  });

  it('leaves out bots, unless they are asked for, and comes in pages', async () => {
    expect((await feed({ ...shop, withoutBots: false })).meta.total).toBe(10);
    const second = await feed({ ...shop, pagination: { page: 2, pageSize: 5 } });
    expect([second.data.length, second.meta.total]).toEqual([2, 7]);
  });

  it('takes no person whose measures the caller may not see, and says so', async () => {
    const limited = entityApp(graph.store, { now: () => FRIDAY, audienceOf: async () => [id('bob')] });
    const answer = await feed({ people: [id('zoe')] }, limited);
    expect([answer.data, answer.meta.limited]).toEqual([[], true]);
    expect((await feed({ people: [id('bob')] }, limited)).meta.limited).toBe(false);
  });

  it('names nobody whose measures the caller may not see, and takes no team of few of them', async () => {
    const limited = entityApp(graph.store, { now: () => FRIDAY, audienceOf: async () => [id('bob')] });
    const { data, meta } = await feed(shop, limited);
    expect(new Set(data.map(({ actor }) => actor?.name ?? null))).toEqual(new Set(['bob', null]));
    expect(data.map(({ description }) => description).join()).not.toContain('zoe');
    expect(meta.choices.teams).toEqual([]);
    expect((await feed({ teams: [id('core')] }, limited)).meta).toMatchObject({ total: 0, limited: true });
    expect((await limited('feed', { ...shop, filter: { teams: [id('core')] } })).status).toBe(403);
    const lead = entityApp(graph.store, {
      now: () => FRIDAY,
      audienceOf: async () => ['ann', 'bob', 'zoe'].map(id),
    });
    expect((await feed({ teams: [id('core')] }, lead)).meta.limited).toBe(false);
  });

  it('refuses a time and a zone that are none', async () => {
    expect((await ask('feed', { duration: 'forever' })).status).toBe(400);
    expect((await ask('feed', { timezone: 'Mars/Olympus' })).status).toBe(400);
    expect((await ask('feed', { people: ["' OR 1=1 --"] })).status).toBe(400);
  });
});

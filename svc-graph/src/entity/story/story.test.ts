import { entityStoryContract as contract } from '@cairn/contracts/story';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Graph, id, openGraph } from '../../../test/derived-graph.ts';
import { FIX, STORY, storyApp } from '../../../test/story-graph.ts';

let graph: Graph;
let ask: ReturnType<typeof storyApp>;
beforeAll(async () => {
  graph = await openGraph();
  await graph.publish(...STORY);
  ask = storyApp(graph.store);
});
afterAll(() => graph.close());

async function history(entity: string, more: Record<string, unknown> = {}) {
  const { body } = await ask('entity-history', entity, { pagination: { pageSize: 100 }, ...more });
  return contract.entityHistory.output.parse(body);
}
const said = ({ data }: Awaited<ReturnType<typeof history>>) => data.map(({ description }) => description);

describe('the history of an entity', () => {
  it('is everything that is about it, each event as a sentence', async () => {
    expect(said(await history('APP-1'))).toEqual([
      'bob moved APP-1 from In Progress to Done',
      'bob moved APP-1 from In Review to In Progress',
      'bob moved APP-1 from In Progress to In Review',
      'bob committed Fix login',
      'bob moved APP-1 from To Do to In Progress',
      'zoe commented on APP-1',
      'ann changed the priority of APP-1 from Low to High',
      'ann renamed APP-1 from “Fix it” to “Fix login”',
      'ann created APP-1',
    ]);
  });

  it('says of each event what it is under lower-case keys, and the change of a status by its path', async () => {
    const [event] = (await history('APP-1')).data;
    expect(event).toMatchObject({
      occurredat: '2026-05-06T12:00:00.000Z',
      entitytype: 'Issue',
      newstatus: 'Done',
      'delta.status': { before: 'In Progress', after: 'Done' },
      actor: { name: 'bob', avatarurl: null, isbot: false },
    });
    const keys = Object.keys({ ...event, ...event?.actor });
    expect(keys.filter((key) => key !== key.toLowerCase())).toEqual([]);
  });

  it('has the type of each event', async () => {
    const { data } = await history('APP-1');
    const types = Object.fromEntries(data.map(({ description, type }) => [description.slice(0, 12), type]));
    expect(types).toEqual({
      'bob moved AP': 'status',
      'bob committe': 'other',
      'zoe commente': 'comment',
      'ann changed ': 'edit',
      'ann renamed ': 'edit',
      'ann created ': 'status',
    });
  });

  it('has the day of each event in the zone that is asked for', async () => {
    const inTokyo = await history('deploy', { timezone: 'Asia/Tokyo' });
    const inLosAngeles = await history('deploy', { timezone: 'America/Los_Angeles' });
    expect(new Set(inTokyo.data.map(({ day }) => day))).toEqual(new Set(['2026-05-06']));
    expect(inLosAngeles.data.at(-1)?.day).toBe('2026-05-06');
    expect((await history('APP-1', { timezone: 'Pacific/Kiritimati' })).data[0]?.day).toBe('2026-05-07');
    expect(inTokyo.meta.timezone).toBe('Asia/Tokyo');
  });

  const one = (field: string, ...values: string[]) => [{ field, mode: 'include', values }];
  it.each([
    ['action', one('action', 'commented'), 1],
    ['actor', one('actor', id('ann')), 3],
    ['integration', one('integration', 'jira'), 8],
    ['entity type', one('entityType', 'Commit'), 1],
    ['event type', one('eventType', 'edit'), 2],
    ['name', one('name', 'Fix login'), 8],
    ['several at once', [...one('actor', id('ann')), ...one('eventType', 'edit')], 2],
    ['what is left out', [{ field: 'actor', mode: 'exclude', values: [id('ann'), id('bob')] }], 1],
  ])('is filtered by %s', async (_, filters, total) => {
    expect((await history('APP-1', { filters })).meta.total).toBe(total);
  });

  it('leaves out bots where that is asked', async () => {
    expect((await history('shop')).meta.total).toBe(11);
    expect((await history('shop', { withoutBots: true })).meta.total).toBe(8);
  });

  it('counts the values of filters over all events, and lists people by their latest event', async () => {
    const { meta } = await history('APP-1', { facets: true, filters: one('action', 'commented') });
    const values = Object.fromEntries((meta.facets ?? []).map((facet) => [facet.field, facet.values]));
    expect(values['actor']).toEqual([
      { value: id('bob'), label: 'bob', count: 5 },
      { value: id('zoe'), label: 'zoe', count: 1 },
      { value: id('ann'), label: 'ann', count: 3 },
    ]);
    expect(values['eventType']?.map(({ value }) => value)).toEqual(['status', 'edit', 'comment', 'other']);
  });

  it('says the total of a page past its end', async () => {
    const past = await history('APP-1', { pagination: { page: 9, pageSize: 5 } });
    expect([past.data, past.meta.total]).toEqual([[], 9]);
  });
});

describe('the time machine', () => {
  it('lists the changes of the entity itself, twenty a page', async () => {
    const { body } = await ask('entity-time-machine', 'APP-1');
    const { data, meta } = contract.entityTimeMachine.output.parse(body);
    expect(meta).toMatchObject({ pageSize: 20, total: 7 });
    expect(data[0]).toMatchObject({
      event: 'bob moved APP-1 from In Progress to Done',
      actor: { name: 'bob' },
    });
    expect(data[0]?.delta?.['status']).toEqual({ before: 'In Progress', after: 'Done' });
  });

  async function asOf(at: string) {
    const { body } = await ask('entity-as-of', 'APP-1', { at });
    const { existed, fields, relations } = contract.entityAsOf.output.parse(body).data;
    const changed = fields.filter((field) => field.changed).map(({ name, was, now }) => [name, was, now]);
    return { existed, changed, assignees: relations.find(({ name }) => name === 'Assignees') };
  }

  it('shows an entity as it was, and what is another way now', async () => {
    expect(await asOf('2026-05-05T00:00:00Z')).toMatchObject({
      existed: true,
      changed: [['status', 'In Progress', 'Done']],
    });
    const before = await asOf('2026-05-04T09:30:00Z');
    expect(before.changed.toSorted()).toEqual([
      ['priority', 'Low', 'High'],
      ['status', 'To Do', 'Done'],
      ['title', 'Fix it', 'Fix login'],
    ]);
    expect(before.assignees).toMatchObject({
      changed: true,
      was: [{ name: 'ann' }],
      now: [{ name: 'bob' }],
    });
  });

  it('shows what a change made of it from the moment of the change on', async () => {
    expect((await asOf('2026-05-04T12:00:00Z')).changed).toEqual([['status', 'In Progress', 'Done']]);
  });

  it('differs in nothing at the present', async () => {
    expect(await asOf('2026-05-30T00:00:00Z')).toMatchObject({ existed: true, changed: [] });
  });

  it('says that it was not made yet', async () => {
    expect((await asOf('2026-05-01T00:00:00Z')).existed).toBe(false);
  });
});

describe('the people of an entity', () => {
  async function people(entity: string, more: Record<string, unknown> = {}) {
    const { body } = await ask('entity-contributors', entity, { pagination: { pageSize: 50 }, ...more });
    return contract.entityContributors.output.parse(body);
  }
  const roles = ({ data }: Awaited<ReturnType<typeof people>>) =>
    data.map(({ actor, relations, degree }) => [actor.name, relations.join(', '), degree]);

  it('have the roles that relations and events give them', async () => {
    expect(roles(await people('#7'))).toEqual([
      ['bob', 'Author, Merged it, Contributor', 1],
      ['ann', 'Reviewer', 1],
    ]);
  });

  it('name who made it before who spoke of it', async () => {
    expect(roles(await people('shop'))).toEqual([
      ['bob', 'Author, Merged it, Contributor', 1],
      ['ann', 'Reviewer', 1],
      ['bot', 'Contributor', 1],
    ]);
  });

  it('come with those of what it is related to in the second degree', async () => {
    const first = roles(await people('v1'));
    expect(first.map(([name]) => name)).toEqual(['ann', 'bob']);
    const second = roles(await people('deploy', { degrees: 2 }));
    expect(second).toContainEqual([
      'bob',
      'Commit: author, Pull request: author, Commit: committer, Pull request: merged it',
      2,
    ]);
  });

  it('come by pages of five', async () => {
    const { body } = await ask('entity-contributors', 'APP-1');
    expect(contract.entityContributors.output.parse(body).meta).toMatchObject({
      page: 1,
      pageSize: 5,
      total: 3,
    });
  });
});

describe('the work of an entity', () => {
  async function work(entity: string, more: Record<string, unknown> = {}) {
    const { body } = await ask('entity-work', entity, more);
    return contract.entityWork.output.parse(body);
  }

  it('has entity, actor, status and last activity, the latest first and each once', async () => {
    const { data, meta } = await work('APP-1');
    expect(
      data.map(({ entity, actor, lastActivity }) => [
        entity.key ?? entity.name,
        actor?.name,
        lastActivity?.slice(0, 10),
      ]),
    ).toEqual(
      [
        ['#7', 'bob', '2026-05-05'],
        ['c10000', 'bob', '2026-05-05'],
        ['comment', 'zoe', '2026-05-04'],
      ].map(([key, name, day]) => [key === 'c10000' ? 'c100000' : key, name, day]),
    );
    expect(meta).toMatchObject({ page: 1, pageSize: 10, total: 3 });
    expect(data[0]?.entity.status).toBe('Merged');
  });

  it('counts each kind, and is narrowed to kinds, a person and a text', async () => {
    const everything = await work('APP-1', {});
    expect(everything.data.length).toBeGreaterThan(0);
    // No chosen type is no choice.
    expect(await work('APP-1', { types: [] })).toEqual(everything);
    const { meta } = await work('APP-1', { types: ['PullRequest'] });
    expect(meta.total).toBe(1);
    expect(meta.types.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['Commit', 'Person', 'TimeInStatus']),
    );
    expect((await work('APP-1', { actorUuid: id('zoe') })).data.map(({ entity }) => entity.name)).toEqual([
      'comment',
    ]);
    const ofZoe = await work('APP-1', { actorUuid: id('zoe') });
    expect(ofZoe.meta.actors).toEqual((await work('APP-1')).meta.actors);
    expect(ofZoe.meta.actors.map(({ name }) => name)).toEqual(['bob', 'zoe']);
    expect((await work('APP-1', { search: 'C1' })).data.map(({ entity }) => entity.name)).toEqual(['c1']);
    expect((await work('APP-1', { search: '%' })).meta.total).toBe(0);
  });

  it('is what there is where nothing of it is work', async () => {
    const { data, meta } = await work('ann', { search: 'shop' });
    expect([data, meta.total]).toEqual([[], 0]);
    const { data: people } = await work('core');
    expect(people.map(({ entity }) => entity.name)).toEqual(['ann']);
  });

  it('tells the type of an issue, and none of what has no types', async () => {
    const { data } = await work('app', { types: ['Issue', 'PullRequest'] });
    const typed = data.map(({ entity }) => [entity.kind, entity.name, entity.type]);
    expect(typed).toContainEqual(['Issue', 'APP-1', 'Task']);
    expect(typed).toContainEqual(['Issue', 'INC-1', 'Incident']);
    const pulls = (await work('APP-1', { types: ['PullRequest'] })).data;
    expect(pulls.map(({ entity }) => entity.type)).toEqual([undefined]);
  });

  it('leaves out what was deleted', async () => {
    const names = (await work('app', { types: ['Issue'] })).data.map(({ entity }) => entity.name);
    expect(names).toEqual(['APP-1', 'INC-1']);
  });
});

describe('what an entity is related to', () => {
  async function related(entity: string, more: Record<string, unknown>) {
    const { body } = await ask('entity-related', entity, more);
    return contract.entityRelated.output.parse(body).related.map(({ name, relation }) => [relation, name]);
  }

  it('is read by relation, forward and inverse', async () => {
    expect(await related('#7', { relation: 'Issue' })).toEqual([['Issue', 'APP-1']]);
    expect(await related('ann', { relation: 'CreatedBy', direction: 'inverse', type: 'Issue' })).toEqual([
      ['CreatedBy', 'APP-1'],
    ]);
    expect(await related('bob', { relation: 'CurrentAssignee', direction: 'inverse' })).toEqual([
      ['Person', 'APP-1'],
    ]);
  });

  it('is every relation with rows where none is named', async () => {
    const names = new Set((await related('#7', {})).map(([relation]) => relation));
    expect(names).toEqual(
      new Set(['Person', 'MergedBy', 'Reviewer', 'Repository', 'Merge', 'Commit', 'Issue', 'Deployment']),
    );
  });

  it('is refused for a relation that the kind does not have', async () => {
    expect(await ask('entity-related', '#7', { relation: 'Weather' })).toMatchObject({
      status: 400,
      body: { error: { code: 'invalid_input' } },
    });
  });
});

type Line = Awaited<ReturnType<typeof lineOf>>;
async function lineOf(entity: string) {
  const { body } = await ask('entity-lineage', entity);
  return contract.entityLineage.output.parse(body).data;
}
/** The steps of a line: what was taken, by what, and how many hours after the step before. */
const stepsOf = (line: Line) =>
  line.map(({ step, items, secondsSincePrevious }) => [
    step,
    items.map(({ name }) => name).join(),
    secondsSincePrevious === null ? null : secondsSincePrevious / 3_600,
  ]);

describe('the line of a change', () => {
  it.each(['APP-1', 'c1', '#7', 'v1', 'deploy'])('is the same from %s', async (entity) => {
    const line = await lineOf(entity);
    expect(stepsOf(line)).toEqual([
      ['issue', 'APP-1', null],
      ['commit', 'c1', 23],
      ['pullRequest', '#7', 8],
      ['pipeline', 'deploy', 15.5],
      ['release', 'v1', 0.5],
      ['incident', 'INC-1', 1.5],
    ]);
    expect(
      line
        .flatMap(({ items }) => items)
        .filter(({ isThis }) => isThis)
        .map(({ name }) => name),
    ).toEqual([entity]);
  });

  it('is none for a kind that is no step of a change', async () => {
    expect((await ask('entity-lineage', 'ann')).body).toEqual({ data: [] });
  });
});

describe('what happened around an entity', () => {
  async function around(entity: string, more: Record<string, unknown> = {}) {
    const { body } = await ask('entity-around', entity, more);
    return contract.entityAround.output.parse(body);
  }

  it('is what else happened in its repository within a day of its moment', async () => {
    const { data, meta } = await around('deploy');
    expect(meta.at).toBe('2026-05-06T07:30:00.000Z');
    expect(data.map(({ name }) => name)).toEqual([
      'Something else',
      ...Array<string>(5).fill('Fix the login'),
      'Fix login',
    ]);
  });

  it('is around another moment where one is given', async () => {
    const { data } = await around('deploy', { at: '2026-05-20T00:00:00Z' });
    expect(data.map(({ name }) => name)).toEqual(['Much later']);
  });
});

describe('the line of an incident', () => {
  it('begins with the deployment that it followed, which is no pipeline of its fix even if it names it', async () => {
    await graph.publish(...FIX);
    expect(stepsOf(await lineOf('INC-1'))).toEqual([
      ['cause', 'deploy', null],
      ['issue', 'INC-1', 2],
      ['commit', 'c2', 1],
      ['pullRequest', '#8', 1],
      ['pipeline', 'deploy the fix', 0.5],
    ]);
  });
});

import { OrgId } from '@cairn/contracts';
import { OutboxMessage } from '@cairn/contracts/outbox';
import { type OwnTeam, teamContract } from '@cairn/contracts/teams';
import { serve } from '@cairn/service-kit';
import { silentLog, testTokens } from '@cairn/service-kit/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Graph, id, load, NOW, openGraph } from '../../test/derived-graph.ts';
import { readOutbox } from '../store/outbox.ts';
import { update } from '../store/statement.ts';
import { hasOwnTeams } from './own-teams.ts';
import { teamHandlers } from './routes.ts';

const tokens = await testTokens();
const ACME = OrgId.parse('acme');

let graph: Graph;
let later = 0;
let app: ReturnType<typeof serve>;
beforeEach(async () => {
  graph = await openGraph();
  later = 0;
  const person = (name: string, deleted = false) => ({ uuid: id(name), name, deleted, isBot: false });
  await graph.publish(
    load('Person', person('ann'), person('bob'), person('gone', true)),
    load('Repository', { uuid: id('shop'), name: 'shop', deleted: false }),
    load('Project', { uuid: id('app'), name: 'APP', deleted: false }),
  );
  const stores = { open: async () => graph.store };
  const handlers = teamHandlers({ stores, now: () => NOW * 1_000 + later });
  app = serve(teamContract, handlers, { name: 'svc-graph', log: silentLog(), verifier: tokens.verifier });
});
afterEach(() => graph.close());

async function call(name: string, input: object, role: 'viewer' | 'user' | 'admin' = 'admin') {
  const answer = await app.request(`/api/acme/teams/${name}`, {
    method: 'POST',
    headers: await tokens.headers({ role }),
    body: JSON.stringify(input),
  });
  const body = (await answer.json()) as { data: { uuid: string }; error?: { code: string; message: string } };
  return { status: answer.status, body };
}
const listed = async () => (await call('list', {}, 'viewer')).body.data as unknown as OwnTeam[];
const CORE = {
  name: 'Core',
  members: [
    { person: id('ann'), role: 'lead', since: '2026-01-05' },
    { person: id('bob'), since: '2026-02-01', until: '2026-03-01' },
  ],
  repositories: [id('shop')],
  projects: [id('app')],
};

describe('a team that an admin makes', () => {
  it('is a team of the graph like any other, with dated members and its repositories', async () => {
    expect(await hasOwnTeams({ open: async () => graph.store } as never, ACME)).toBe(false);
    const { body } = await call('save', CORE);
    expect(await listed()).toEqual([
      {
        uuid: body.data.uuid,
        name: 'Core',
        description: '',
        members: [
          { uuid: id('ann'), name: 'ann', role: 'lead', since: '2026-01-05', until: null },
          { uuid: id('bob'), name: 'bob', role: 'member', since: '2026-02-01', until: '2026-03-01' },
        ],
        repositories: [{ uuid: id('shop'), name: 'shop' }],
        projects: [{ uuid: id('app'), name: 'APP' }],
        parent: null,
      },
    ]);
    expect(await hasOwnTeams({ open: async () => graph.store } as never, ACME)).toBe(true);
    expect(
      await graph.store.rows(
        `SELECT t.name, p.name AS person FROM "Team" t JOIN "Relation" m ON m."toUuid" = t.uuid AND m.relation = 'memberOf'
           AND m.until IS NULL JOIN "Person" p ON p.uuid = m."fromUuid" WHERE NOT t.deleted`,
      ),
    ).toEqual([{ name: 'Core', person: 'ann' }]);
  });

  it('is changed to what is named, and told to the audit log', async () => {
    const { uuid } = (await call('save', CORE)).body.data;
    await call('save', { uuid, name: 'Platform', members: [{ person: id('bob') }] });
    expect(await listed()).toMatchObject([
      {
        uuid,
        name: 'Platform',
        members: [{ name: 'bob', role: 'member', since: null }],
        repositories: [],
        projects: [],
      },
    ]);
    const told = (await readOutbox(graph.store)).map((message) => OutboxMessage.parse(message));
    expect(told).toMatchObject([
      { action: 'teams.changed', target: { name: 'Core' }, changes: [{ from: null, to: '2' }] },
      { action: 'teams.changed', target: { name: 'Platform' }, changes: [{ from: '2', to: '1' }] },
    ]);
  });

  it('is removed, and its people stay', async () => {
    const { uuid } = (await call('save', CORE)).body.data;
    expect((await call('remove', { uuid })).status).toBe(200);
    expect(await listed()).toEqual([]);
    expect(await graph.store.rows(`SELECT 1 FROM "Relation" WHERE relation = 'memberOf'`)).toEqual([]);
    expect((await call('remove', { uuid })).body.error?.code).toBe('not_found');
  });

  it('comes back under its uuid with the teams that were within it, as far as all is still there', async () => {
    await graph.publish(load('Team', { uuid: id('theirs'), name: 'Theirs', deleted: false }));
    const core = (await call('save', { ...CORE, parent: id('theirs') })).body.data.uuid;
    const [inner, moved] = [
      (await call('save', { name: 'Inner', parent: core })).body.data.uuid,
      (await call('save', { name: 'Moved', parent: core })).body.data.uuid,
    ];
    const before = await listed();
    await call('remove', { uuid: core });
    expect((await call('restore', { uuid: core })).status).toBe(200);
    expect(await listed()).toEqual(before);
    expect((await call('restore', { uuid: core })).body.error?.code).toBe('not_found');

    await call('remove', { uuid: core });
    await call('save', { uuid: moved, name: 'Moved', parent: inner });
    for (const [table, name] of [
      ['Person', 'bob'],
      ['Team', 'theirs'],
    ] as const)
      await graph.store.transaction((open) =>
        open.runAll([update(table, { deleted: 'true' }, 'WHERE uuid = $1::UUID', [id(name)])]),
      );
    await call('save', { name: 'core' });
    expect((await call('restore', { uuid: core })).body.error?.message).toBe('Another team is called Core.');
    const [{ uuid: other } = { uuid: '' }] = (await listed()).filter(({ name }) => name === 'core');
    await call('save', { uuid: other, name: 'Other' });
    await call('restore', { uuid: core });
    const now = Object.fromEntries((await listed()).map((team) => [team.name, team]));
    expect(now['Core']).toMatchObject({ uuid: core, members: [{ name: 'ann', role: 'lead' }], parent: null });
    expect([now['Inner']?.parent?.name, now['Moved']?.parent?.name]).toEqual(['Core', 'Inner']);
  });

  it('is not restored beneath itself, and not after 30 days', async () => {
    await graph.publish(load('Team', { uuid: id('theirs'), name: 'Theirs', deleted: false }));
    const core = (await call('save', { ...CORE, parent: id('theirs') })).body.data.uuid;
    const inner = (await call('save', { name: 'Inner', parent: core })).body.data.uuid;
    await call('remove', { uuid: core });
    await graph.store.transaction((open) =>
      open.runAll([
        update('Team', { parentUuid: '$1::UUID' }, 'WHERE uuid = $2::UUID', [inner, id('theirs')]),
      ]),
    );
    await call('restore', { uuid: core });
    const above = Object.fromEntries((await listed()).map(({ name, parent }) => [name, parent?.name]));
    expect(above).toEqual({ Core: 'Theirs', Inner: undefined });
    await call('remove', { uuid: core });
    later = 31 * 86_400_000;
    expect((await call('restore', { uuid: core })).body.error?.code).toBe('not_found');
  });

  it('is within another, of a source too, and never within itself', async () => {
    await graph.publish(load('Team', { uuid: id('theirs'), name: 'Theirs', deleted: false }));
    const core = (await call('save', { ...CORE, parent: id('theirs') })).body.data.uuid;
    const inner = (await call('save', { name: 'Inner', parent: core })).body.data.uuid;
    const above = async () => (await listed()).map(({ name, parent }) => [name, parent?.name ?? null]);
    expect(await above()).toEqual([
      ['Core', 'Theirs'],
      ['Inner', 'Core'],
    ]);
    for (const parent of [inner, core]) {
      const { error } = (await call('save', { ...CORE, uuid: core, parent })).body;
      expect(error).toMatchObject({ code: 'conflict', message: 'A team cannot be within itself.' });
    }
    await call('remove', { uuid: core });
    expect(await above()).toEqual([['Inner', null]]);
  });

  it.each([
    ['a name that another team has', { name: 'CORE' }, 'conflict'],
    ['a person who is not there', { name: 'New', members: [{ person: id('gone') }] }, 'not_found'],
    ['a repository that is not there', { name: 'New', repositories: [id('none')] }, 'not_found'],
    ['a project that is not there', { name: 'New', projects: [id('none')] }, 'not_found'],
    ['a team above that is not there', { name: 'New', parent: id('none') }, 'not_found'],
    ['a team that no admin made', { name: 'New', uuid: id('theirs') }, 'not_found'],
    ['no name', { name: '  ' }, 'invalid_input'],
    ['a day that is none', { name: 'New', members: [{ person: id('ann'), since: 'soon' }] }, 'invalid_input'],
  ])('is refused for %s, and nothing changes', async (_, input, code) => {
    await call('save', CORE);
    expect((await call('save', input)).body.error?.code).toBe(code);
    expect((await listed()).map(({ name }) => name)).toEqual(['Core']);
  });

  it('leaves the teams of sources alone, and takes an admin', async () => {
    await graph.publish(load('Team', { uuid: id('theirs'), name: 'Theirs', deleted: false }));
    expect(await listed()).toEqual([]);
    expect((await call('remove', { uuid: id('theirs') })).body.error?.code).toBe('not_found');
    expect((await call('save', CORE, 'user')).body.error?.code).toBe('forbidden');
    expect((await call('save', CORE, 'viewer')).status).toBe(403);
  });
});

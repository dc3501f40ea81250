import type { Role } from '@cairn/contracts';
import { silentLog, testTokens } from '@cairn/service-kit/testing';
import { beforeEach, describe, expect, it } from 'vitest';
import { GitFixture, git } from '../../test/git-fixture.ts';
import { createApp } from '../app.ts';
import { CONNECTORS } from '../sources/connectors.ts';
import { Jobs } from '../sources/jobs.ts';

const at = new GitFixture();
const tokens = await testTokens();
const TEAMS = ['00000000-0000-4000-8000-00000000000a', '00000000-0000-4000-8000-00000000000b'];

let app: ReturnType<typeof createApp>;
let people: Record<string, string>;
beforeEach(async () => {
  const dir = at.emptyRepository();
  for (const name of ['ann', 'bo', 'cy', 'di'])
    git(
      dir,
      '-c',
      `user.name=${name}`,
      '-c',
      `user.email=${name}@acme.example`,
      'commit',
      '-q',
      '--allow-empty',
      '-m',
      'x',
    );
  await at.ingest(dir);
  const rows = await at.store.rows<{ name: string; uuid: string }>(
    'SELECT name, uuid::VARCHAR AS uuid FROM "Person"',
  );
  people = Object.fromEntries(rows.map(({ name, uuid }) => [name, uuid]));
  const log = silentLog();
  const connectors = CONNECTORS;
  const jobs = new Jobs({ stores: at.graphs, log, connectors });
  app = createApp({ graphs: at.graphs, jobs, connectors, verifier: tokens.verifier, log });
});

const join = (name: string, team: string, role: string, until = 'NULL') =>
  at.store.run(
    `INSERT INTO "Relation" (relation, fromUuid, toUuid, role, until)
     VALUES ('memberOf', '${people[name] ?? ''}', '${team}', '${role}', ${until})`,
  );

async function post(path: string, body: object, name: string, claims: { role?: Role } = {}) {
  const email = `${name}@acme.example`;
  const limited = {
    role: 'user' as const,
    email,
    emailVerified: true,
    personMeasures: 'limited' as const,
    ...claims,
  };
  const answer = await app.request(`/api/acme/${path}`, {
    method: 'POST',
    headers: { ...(await tokens.headers(limited)), accept: 'application/json' },
    body: JSON.stringify(body),
  });
  return {
    status: answer.status,
    body: (await answer.json()) as { data: { relations: { target: string }[] } },
  };
}

/** Whose commits somebody may count. */
async function seenBy(name: string): Promise<string[]> {
  const seen: string[] = [];
  for (const [other, uuid] of Object.entries(people)) {
    const filters = [{ target: 'Person', attribute: 'uuid', comparison: { IN: [uuid] } }];
    const { status } = await post('graph-search/group-bys', { select: ['Commit'], filters }, name);
    if (status === 200) seen.push(other);
  }
  return seen.toSorted();
}

describe('where measures of one person are limited', () => {
  it('people see their own, and leads those of the teams that they lead now', async () => {
    const [first = '', second = ''] = TEAMS;
    await join('ann', first, 'lead');
    await join('bo', first, 'member');
    await join('cy', first, 'member', `TIMESTAMP '2020-01-01'`);
    await join('ann', second, 'member');
    await join('di', second, 'lead');
    expect(await seenBy('ann')).toEqual(['ann', 'bo']);
    expect(await seenBy('bo')).toEqual(['bo']);
    expect(await seenBy('di')).toEqual(['ann', 'di']);
    expect(await seenBy('stranger')).toEqual([]);
  });

  it('the page of somebody else says who they are, without what they did', async () => {
    const entityUuid = people['bo'] ?? '';
    const detail = async (name: string, claims: { role?: Role } = {}) =>
      (await post('entity-detail', { entityUuid }, name, claims)).body.data.relations.map(
        ({ target }) => target,
      );
    expect(await detail('bo')).toContain('Commit');
    expect(await detail('ann', { role: 'admin' })).toContain('Commit');
    expect((await detail('ann')).filter((target) => target !== 'Team')).toEqual([]);
    expect((await post('entity-history', { entityUuid }, 'bo')).status).toBe(200);
    expect((await post('entity-history', { entityUuid }, 'ann')).status).toBe(403);
  });

  it('a daily summary of somebody else has no page', async () => {
    const [entityUuid = ''] = TEAMS;
    await at.store.run(
      `INSERT INTO "Flow" (uuid, deleted, name, "personUuid") VALUES ('${entityUuid}', false, 'A day', '${people['bo'] ?? ''}')`,
    );
    const status = async (name: string) => (await post('entity-detail', { entityUuid }, name)).status;
    expect(await status('bo')).toBe(200);
    expect(await status('ann')).toBe(403);
  });
});

import { OrgId, pathOf, type Contract, type Route } from '@cairn/contracts';
import { SERVICES } from '@cairn/contracts/services';
import { CALLERS, headersOf, letterOf, type CallerName } from '@cairn/service-kit/matrix';
import { silentLog, testTokens } from '@cairn/service-kit/testing';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  ELSEWHERE,
  ENTITY_INPUTS,
  ENTITY_RIGHTS,
  PROJECT,
  ROUTE_RIGHTS,
  SOURCE,
  TARGETS,
  TRIED_ROUTES,
} from '../test/access-matrix.ts';
import { plantedConnector } from '../test/planted-source.ts';
import { fill, uuidOf } from '../test/search-fixture.ts';
import { createApp } from './app.ts';
import { Jobs } from './sources/jobs.ts';
import { GraphStores } from './store/graph-stores.ts';
import { NEW_SOURCE, addSource } from './store/source-row.ts';

const contract: Contract = Object.assign({}, ...SERVICES.graph.contracts);
const acme = OrgId.parse('acme');
const tokens = await testTokens();
let folder: string;
let stores: GraphStores;
let app: ReturnType<typeof createApp>;

const again = {
  source: async () =>
    addSource(await stores.open(acme), {
      id: SOURCE,
      type: plantedConnector.type,
      settings: { url: 'http://127.0.0.1:1', token: 'a secret' },
      name: 'Tracker',
      state: NEW_SOURCE,
    }),
  /** Takes back what was decided about people. */
  people: async () => {
    const store = await stores.open(acme);
    await store.run('DELETE FROM "PersonDecision"');
    await store.run('DELETE FROM "PersonAssignment"');
    await store.run('DELETE FROM "JoinedPerson"');
  },
};

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'cairn-matrix-'));
  stores = new GraphStores(folder);
  const store = await stores.open(acme);
  await fill(store);
  await store.run(`INSERT INTO "Project" (uuid, name, deleted) VALUES ('${PROJECT}', 'Cairn', false)`);
  await again.source();
  const other = await stores.open(OrgId.parse('other'));
  await other.run(
    `INSERT INTO "Commit" (uuid, sha, name, deleted) VALUES ('${ELSEWHERE}', 'e1', 'ELSEWHERE', false)`,
  );
  await other.run(`INSERT INTO "Person" (uuid, name, deleted) VALUES (uuid(), 'ELSEWHERE Ann', false)`);
  const [log, connectors] = [silentLog(), [plantedConnector]];
  const jobs = new Jobs({ stores, log, connectors });
  // What is queued stays queued.
  await jobs.close();
  app = createApp({ graphs: stores, jobs, connectors, verifier: tokens.verifier, log });
});
afterAll(async () => {
  await stores.close();
  rmSync(folder, { recursive: true });
});

async function ask(name: string, caller: CallerName, input: object = {}, claims: object = {}) {
  const route = contract[name];
  if (!route) throw new Error(`there is no route ${name}`);
  return app.request(pathOf(route, { orgId: 'acme' }), {
    method: route.method,
    headers: await headersOf(tokens, caller, claims),
    ...(route.method === 'GET' ? {} : { body: JSON.stringify(input) }),
  });
}

/** The answers to all callers, in letters. */
async function answersTo(name: string, { input, again: back }: (typeof TRIED_ROUTES)[string], claims = {}) {
  let answers = '';
  for (const caller of CALLERS) {
    answers += await letterOf(await ask(name, caller, input, claims));
    if (back) await again[back]();
  }
  return answers;
}

describe('who may call what', () => {
  it('is said for every route that asks for a session or a role', () => {
    const asked = Object.entries(contract).filter(
      ([, { access }]) => !['public', 'internal'].includes(access),
    );
    expect(Object.keys(TRIED_ROUTES).toSorted()).toEqual(asked.map(([name]) => name).toSorted());
  });

  it.each(Object.entries(TRIED_ROUTES))('of %s is as the table says', async (name, tried) => {
    expect(await answersTo(name, tried)).toBe(ROUTE_RIGHTS[name]);
  });

  const entities = {
    own: uuidOf('c1'),
    deleted: uuidOf('gone'),
    private: uuidOf('Bob'),
    elsewhere: ELSEWHERE,
    nowhere: uuidOf('nobody made this'),
  };

  it.each(Object.entries(ENTITY_RIGHTS))(
    'of %s depends on the entity as the table says',
    async (name, rights) => {
      const answers: Record<string, string> = {};
      for (const target of TARGETS) {
        const input = { ...ENTITY_INPUTS[name], entityUuid: entities[target] };
        const claims = target === 'private' ? { personMeasures: 'limited' } : {};
        answers[target] = await answersTo(name, { input }, claims);
      }
      expect(answers).toEqual(rights);
    },
  );

  const isRead = ([name, { access }]: [string, Route]) => access === 'viewer' && name !== 'versions';
  const READS = Object.entries(contract)
    .filter(isRead)
    .map(([name]) => name);

  it.each(READS)('of %s tells nothing of another org', async (name) => {
    for (const caller of ['viewer', 'superuser'] as const) {
      const text = await (await ask(name, caller, TRIED_ROUTES[name]?.input)).text();
      expect(text).not.toContain('ELSEWHERE');
      expect(text).not.toContain(ELSEWHERE);
    }
  });

  it.each(['viewer', 'user', 'admin', 'super', 'superuser', 'script'] as const)(
    'of counts and searches is what stands in the org and is not deleted: %s',
    async (caller) => {
      const counted = await ask('groupBys', caller, { ...TRIED_ROUTES['groupBys']?.input, format: 'json' });
      const { data } = (await counted.json()) as { data: Record<string, number>[] };
      expect(data).toEqual([{ 'count(Commit.uuid)': 7 }]);
      const found = await ask('searchEntities', caller, { term: 'ann' });
      const people = (await found.json()) as { data: { name: string }[]; meta: { total: number } };
      expect(people.data.map((person) => person.name)).toEqual(['Ann']);
      expect(people.meta.total).toBe(1);
      const gone = await ask('searchEntities', caller, { term: 'removed commit' });
      expect(((await gone.json()) as { meta: { total: number } }).meta.total).toBe(0);
    },
  );
});

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type FoundEntity, OrgId } from '@cairn/contracts';
import { BADGE_KINDS } from '@cairn/entities';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { GraphStore } from '../store/graph-store.ts';
import { GraphStores } from '../store/graph-stores.ts';
import { NameIndex } from './name-index.ts';
import { nameEntities } from './name-entities.ts';
import { searchEntities } from './search-entities.ts';
import { PUBLISH } from '../store/load.ts';

let folder: string;
let stores: GraphStores;
let store: GraphStore;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cairn-names-'));
  stores = new GraphStores(folder);
  store = await stores.open(OrgId.parse('acme'));
  const add = (table: string, columns: string, ...rows: string[]) =>
    store.run(
      `INSERT INTO "${table}" (uuid, deleted, ${columns}) VALUES ${rows.map((row) => `(uuid(), false, ${row})`).join()}`,
    );
  await add(
    'Person',
    'name, email, emails',
    `'Nicholas C. Zakas', 'nz@one.example', ['nz@one.example', '7+nzakas@users.noreply.github.com']`,
    `'Ann Parser', 'ann@one.example', ['ann@one.example']`,
  );
  await add('Team', 'name', `'Parsers'`);
  await add('Repository', 'name, category', `'api', 'Shared platform'`);
  await add('Project', 'name, category', `'Billing', 'Shared platform'`);
  await add('Issue', 'name, "issueKey"', `'Parser loops', 'CAT-45'`, `'Say CAT-45 in docs', 'CAT-450'`);
  await add('Issue', 'name, "issueKey", "issueType"', `'Checkout is down', 'OPS-7', 'Incident'`);
  await add('PullRequest', 'name, number', `'Rewrite the parser', 45`);
  await add(
    'SourceFile',
    'name, path',
    `'parser.ts', 'src/parse/parser.ts'`,
    `'100%_done.ts', 'src/100%_done.ts'`,
  );
  await add(
    'Commit',
    'name, sha',
    `'Fix the parser', 'deadbeef00000000000000000000000000000000'`,
    `'Add deadbeef to docs', 'cafe000000000000000000000000000000000000'`,
  );
  await store.run(`INSERT INTO "Commit" (uuid, deleted, name) VALUES (uuid(), true, 'Fix the parser, gone')`);
});
afterAll(async () => {
  await stores.close();
  await rm(folder, { recursive: true });
});

const index = new NameIndex();
const search = async (term: string, page = 1, pageSize = 100) =>
  searchEntities(store, { term, page, pageSize }, await index.tableOf(store));
const publish = () => store.transaction((open) => open.run(PUBLISH));
const told = ({ kind, name, exact }: FoundEntity) => `${exact ? '=' : ''}${kind} ${name}`;
const found = async (term: string) => (await search(term)).data.map(told);

describe('entities are found', () => {
  it('by the category that the org gave them', async () => {
    expect(await found('shared plat')).toEqual(['Repository api', 'Project Billing']);
  });

  it('by words of their names, the nearest and the people first, without what is gone', async () => {
    expect(await found('parser')).toEqual([
      'Team Parsers',
      'Issue Parser loops',
      'SourceFile parser.ts',
      'Person Ann Parser',
      'PullRequest Rewrite the parser',
      'Commit Fix the parser',
    ]);
  });

  it('by their key, number, sha, path and e-mail, before those that only mention it', async () => {
    expect(await found('cat-45')).toEqual(['=Issue Parser loops', 'Issue Say CAT-45 in docs']);
    expect(await found('#45')).toEqual([
      '=PullRequest Rewrite the parser',
      'Issue Parser loops',
      'Issue Say CAT-45 in docs',
    ]);
    expect(await found('DEADBEEF')).toEqual(['=Commit Fix the parser', 'Commit Add deadbeef to docs']);
    expect(await found('dea')).toEqual(['Commit Add deadbeef to docs']);
    expect(await found('src/parse/parser.ts')).toEqual(['=SourceFile parser.ts']);
    expect(await found('parse/')).toEqual(['SourceFile parser.ts']);
    expect(await found('ann@one.example')).toEqual(['=Person Ann Parser']);
  });

  it('by a login, and by words in any order and with others between them', async () => {
    expect(await found('@nzakas')).toEqual(['Person Nicholas C. Zakas']);
    expect(await found('zakas nicholas')).toEqual(['Person Nicholas C. Zakas']);
    expect(await found('Nicholas Zakas')).toEqual(['Person Nicholas C. Zakas']);
  });

  it('with its type and the badge of an incident, which is an issue; badge kinds themselves name nothing', async () => {
    const [{ kind, type, badge } = {}] = (await search('ops-7')).data;
    expect({ kind, type, badge }).toEqual({ kind: 'Issue', type: 'Incident', badge: 'incident' });
    expect((await search('cat-45')).data.map((each) => each.badge)).toEqual([undefined, undefined]);
    for (const each of BADGE_KINDS) expect(await found(each.name), each.name).toEqual([]);
  });

  it('of one kind alone', async () => {
    const { data, meta } = await searchEntities(store, { term: '45', kind: 'Issue', page: 1, pageSize: 9 });
    expect(data.map(told)).toEqual(['Issue Parser loops', 'Issue Say CAT-45 in docs']);
    expect(meta.total).toBe(2);
  });

  it('a few of each kind, with how many there are of every kind', async () => {
    const asked = { term: 'parser', page: 1, pageSize: 100 };
    const every = { Team: 1, Issue: 1, SourceFile: 1, Person: 1, PullRequest: 1, Commit: 1 };
    expect((await searchEntities(store, { ...asked, kind: 'Team' })).meta).toMatchObject({
      total: 1,
      counts: every,
    });
    const few = await searchEntities(store, { ...asked, term: '45', perKind: 1 });
    expect(few.data.map(told)).toEqual(['=PullRequest Rewrite the parser', 'Issue Parser loops']);
    expect(few.meta).toMatchObject({ total: 3, counts: { Issue: 2, PullRequest: 1 } });
  });

  it('by names that are written almost alike, where nothing has the name', async () => {
    const similar = async (term: string, more: object = {}) => {
      const { data, similar: alike = [] } = await searchEntities(store, {
        term,
        page: 1,
        pageSize: 9,
        ...more,
      });
      expect(data).toEqual([]);
      return alike.map(told);
    };
    expect(await similar('zaksa')).toEqual(['Person Nicholas C. Zakas']);
    expect(await similar('Ann Praser')).toEqual(['Person Ann Parser']);
    expect(await similar('parsesr')).toEqual(['Person Ann Parser', 'Team Parsers']);
    expect(await similar('zaksa', { kind: 'Person' })).toEqual([]);
    for (const term of ['zx', 'nothing like it', `'; DROP`]) expect(await similar(term), term).toEqual([]);
    expect((await search('parser')).similar).toBeUndefined();
  });

  it('by what is written and not by patterns, a page at a time', async () => {
    expect(await found('0%_d')).toEqual(['SourceFile 100%_done.ts']);
    expect(await found(`'; DROP TABLE "Person"; --`)).toEqual([]);
    expect(await found('%')).toEqual(['SourceFile 100%_done.ts']);
    expect(await found('#')).toEqual([]);
    const { data, meta } = await search('parser', 2, 4);
    expect(meta).toMatchObject({ page: 2, pageSize: 4, total: 6 });
    expect(data).toHaveLength(2);
  });
});

describe('the index of names', () => {
  it('is of one version: what is new is found at once, and by the next index', async () => {
    const version = await store.dataVersion();
    expect(await index.tableOf(store)).toBeDefined();
    await store.run(`INSERT INTO "Team" (uuid, deleted, name) VALUES (uuid(), false, 'Newcomers')`);
    await publish();
    expect(await store.dataVersion()).toBe(version + 1);
    expect(await index.tableOf(store)).toBeUndefined();
    expect(await found('newcomers')).toEqual(['Team Newcomers']);
    await index.idle(store);
    expect(await index.tableOf(store)).toBeDefined();
    expect(await found('newcomers')).toEqual(['Team Newcomers']);
  });
});

describe.runIf(process.env['CAIRN_TEST_FULL'])('100,000 entities', () => {
  it('are searched within 50 ms', async () => {
    await store.run(`INSERT INTO "Commit" (uuid, deleted, name, sha)
      SELECT uuid(), false, 'Change number ' || i || ' of the ' || md5(i::VARCHAR), md5(i::VARCHAR) || '00000000' FROM range(60000) t(i)`);
    await store.run(`INSERT INTO "SourceFile" (uuid, deleted, name, path)
      SELECT uuid(), false, 'file-' || i || '.ts', 'packages/p' || i % 90 || '/src/file-' || i || '.ts' FROM range(35000) t(i)`);
    await store.run(`INSERT INTO "Person" (uuid, deleted, name, email, emails)
      SELECT uuid(), false, 'Person ' || i, 'p' || i || '@example.com', ['p' || i || '@example.com'] FROM range(5000) t(i)`);
    await publish();
    await search('x');
    await index.idle(store);
    expect(await index.tableOf(store)).toBeDefined();
    for (const term of ['4e732ced', 'change 777', 'file-12', 'person 42', 'p4999@example.com', 'e']) {
      const times: number[] = [];
      for (let round = 0; round < 9; round += 1) {
        const start = performance.now();
        await search(term, 1, 20);
        times.push(performance.now() - start);
      }
      const median = times.toSorted((one, other) => one - other)[4] ?? Infinity;
      expect(median, term).toBeLessThan(50);
    }
  });
});

describe('entities are called', () => {
  it('by the uuids that are asked for, a former one and a joined account too, and not once they are gone', async () => {
    const [person] = (await search('zakas')).data;
    const former = '0b0e2d4e-0000-5000-8000-0000000000aa';
    await store.run(
      `INSERT INTO "FormerUuid" (former, current) VALUES ('${former}', '${person?.uuid ?? ''}')`,
    );
    const joined = '0b0e2d4e-0000-5000-8000-0000000000bb';
    await store.run(
      `INSERT INTO "JoinedPerson" ("accountUuid", "personUuid") VALUES ('${joined}', '${person?.uuid ?? ''}')`,
    );
    const [gone] = await store.rows<{ uuid: string }>(
      'SELECT uuid::VARCHAR AS uuid FROM "Commit" WHERE deleted',
    );
    const comment = '0b0e2d4e-0000-5000-8000-0000000000cc';
    await store.run(`INSERT INTO "IssueComment" (uuid, deleted) VALUES ('${comment}', false)`);
    expect(await nameEntities(store, [comment])).toEqual([
      { uuid: comment, kind: 'IssueComment', name: comment, hint: null },
    ]);
    await store.run(`UPDATE "IssueComment" SET deleted = true WHERE uuid = '${comment}'`);
    const asked = [comment, former, person?.uuid.toUpperCase() ?? '', gone?.uuid ?? '', joined, former];
    const called = { kind: 'Person', name: 'Nicholas C. Zakas', hint: 'nz@one.example' };
    for (const names of [undefined, await index.tableOf(store)])
      expect(await nameEntities(store, asked, names)).toEqual([
        { uuid: former, ...called },
        { uuid: person?.uuid, ...called },
        { uuid: joined, ...called },
      ]);
  });
});

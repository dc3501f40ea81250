import { OrgId, UserId } from '@cairn/contracts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Graph, id, load, openGraph, t } from '../../test/derived-graph.ts';
import { type AskedDecision, decide } from './decide.ts';
import { listPeople } from './read-people.ts';
import { suggestMerges } from './suggestions.ts';

let graph: Graph;
beforeEach(async () => {
  graph = await openGraph();
  await graph.publish(...PEOPLE.flatMap(person), ...ISSUES, ...EDGES);
});
afterEach(() => graph.close());

const ADMIN = { userId: UserId.parse('u1'), email: 'ada@acme.example' };
const PEOPLE = ['Ann', 'Annie', 'Bo'];
const AT = t('2026-03-03 10:00');

/** Somebody of a tracker, with one account there. */
function person(name: string) {
  const email = `${name.toLowerCase()}@example.com`;
  const account = { uuid: id(`account ${name}`), integration: 'jira', name, emails: [email] };
  const link = { identityUuid: id(`account ${name}`), personUuid: id(name), method: 'email', confidence: 1 };
  return [
    load('Person', {
      uuid: id(name),
      name,
      email,
      emails: [email],
      integration: 'jira',
      isBot: false,
      deleted: false,
    }),
    load('Identity', { ...account, isBot: false }),
    { ...load('IdentityLink', { ...link, author: 'jira' }), key: ['identityUuid', 'personUuid', 'author'] },
  ];
}
function issue(key: string, assignee: string, createdBy: string) {
  const row = { uuid: id(key), name: key, issueKey: key, integration: 'jira', createdAt: AT, deleted: false };
  const match = { currentAssigneeUuid: 'replace' } as const;
  return {
    ...load('Issue', { ...row, currentAssigneeUuid: id(assignee), createdByUuid: id(createdBy) }),
    match,
  };
}
const ISSUES = [issue('A-1', 'Ann', 'Bo'), issue('A-2', 'Annie', 'Annie'), issue('A-3', 'Bo', 'Ann')];
const EDGES = [
  graphEdge('assignee', 'A-1', 'Ann', { since: AT }),
  graphEdge('assignee', 'A-2', 'Annie', { since: AT }),
  graphEdge('hasMember', 'a channel', 'Annie', {}),
];
function graphEdge(relation: string, from: string, to: string, more: object) {
  const row = { relation, fromUuid: id(from), toUuid: id(to), sourceId: 'jira', ...more };
  return { ...load('Relation', row), key: ['relation', 'fromUuid', 'toUuid'] };
}

const ACME = OrgId.parse('acme');
const ask = (asked: AskedDecision) => decide({ store: graph.store, orgId: ACME }, asked, ADMIN);
const merge = (one: string, other: string) => ask({ kind: 'merge', person: id(one), into: id(other) });

/** Whose the issues are, and where edges lead among people that are there. */
async function seen() {
  const issues = await graph.store.rows<{ text: string }>(
    `SELECT i.name || ': ' || a.name || ', by ' || c.name AS text FROM "Issue" i
     JOIN "Person" a ON a.uuid = i."currentAssigneeUuid" JOIN "Person" c ON c.uuid = i."createdByUuid" ORDER BY 1`,
  );
  const edges = await graph.store.rows<{ text: string }>(
    `SELECT e.relation || ' ' || p.name AS text FROM "Relation" e JOIN "Person" p ON p.uuid = e."toUuid"
     WHERE NOT p.deleted ORDER BY 1`,
  );
  return { issues: issues.map(({ text }) => text), edges: edges.map(({ text }) => text) };
}
const everything = async () => ({
  seen: await seen(),
  relations: await graph.store.rows('SELECT * FROM "Relation" ORDER BY ALL'),
  people: await graph.store.rows('SELECT uuid, deleted, emails, "isBot" FROM "Person" ORDER BY ALL'),
});

describe('people of a source other than git', () => {
  it('are merged with all that names them, and are themselves again once it is taken back', async () => {
    const before = await everything();
    const number = await merge('Annie', 'Ann');
    expect(await seen()).toEqual({
      issues: ['A-1: Ann, by Bo', 'A-2: Ann, by Ann', 'A-3: Bo, by Ann'],
      edges: ['assignee Ann', 'assignee Ann', 'hasMember Ann'],
    });
    const { data } = await listPeople(graph.store, { search: 'ann', page: 1, pageSize: 9 });
    expect(data.map(({ name, accounts }) => [name, accounts.map(({ address }) => address)])).toEqual([
      ['Ann', ['ann@example.com', 'annie@example.com']],
    ]);
    await ask({ kind: 'undo', number });
    expect(await everything()).toEqual(before);
  });

  it('stay merged when their source is read on, and take what it changed with them when split', async () => {
    await merge('Annie', 'Ann');
    await graph.publish(issue('A-3', 'Annie', 'Ann'), issue('A-4', 'Annie', 'Bo'));
    expect((await seen()).issues).toEqual([
      'A-1: Ann, by Bo',
      'A-2: Ann, by Ann',
      'A-3: Ann, by Ann',
      'A-4: Ann, by Bo',
    ]);
    await graph.publish(issue('A-2', 'Bo', 'Annie'));
    await ask({ kind: 'split', account: id('Annie') });
    expect((await seen()).issues).toEqual([
      'A-1: Ann, by Bo',
      'A-2: Bo, by Annie',
      'A-3: Annie, by Ann',
      'A-4: Annie, by Bo',
    ]);
  });

  it('follow a merge of the person that they were merged into', async () => {
    await merge('Annie', 'Ann');
    const number = await merge('Ann', 'Bo');
    expect((await seen()).issues).toEqual(['A-1: Bo, by Bo', 'A-2: Bo, by Bo', 'A-3: Bo, by Bo']);
    await ask({ kind: 'undo', number });
    expect((await seen()).issues).toEqual(['A-1: Ann, by Bo', 'A-2: Ann, by Ann', 'A-3: Bo, by Ann']);
  });

  it('are suggested by name and address, and are classified', async () => {
    await graph.publish(...person('Ann Lee'), ...person('Ann  Lee'));
    const { data } = await suggestMerges(graph.store);
    expect(data.map(({ people }) => people.map(({ name }) => name).toSorted())).toEqual([
      ['Ann  Lee', 'Ann Lee'],
    ]);
    await ask({ kind: 'classify', person: id('Bo'), type: 'bot' });
    expect(await graph.row(`SELECT "isBot" FROM "Person" WHERE name = 'Bo'`)).toEqual({ isBot: true });
    expect(await graph.row(`SELECT count(*)::INTEGER AS n FROM "Person" WHERE "isBot"`)).toEqual({ n: 1 });
  });
});

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OrgId } from '@cairn/contracts';
import { CATALOGUE } from '@cairn/entities';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { GraphStore } from '../store/graph-store.ts';
import { GraphStores } from '../store/graph-stores.ts';
import { writerOf } from '../store/graph-writer.ts';
import { PUBLISH, type Row, loadStatements } from '../store/load.ts';
import { entityDetail } from './detail.ts';
import { zoneTable } from '@cairn/query';
import { findEntity } from './find.ts';
import { entityHistory } from './story/history.ts';

const ACME = OrgId.parse('acme');
const at = (date: string) => Date.parse(date) / 1_000;
const id = (number: number) => `00000000-0000-5000-8000-${String(number).padStart(12, '0')}`;
const [TEAM, ANN, BOB, ZOE, BLOCKER, BLOCKED, DAILY] = [1, 2, 3, 4, 5, 6, 7].map(id) as [
  string,
  ...string[],
] &
  string[];
const named = (uuid: string | undefined, name: string) => ({ uuid: uuid ?? '', name, deleted: false });
const BLANK: Row = { since: null, until: null, role: null, answer: null };
const edge = (relation: string, from: string | undefined, to: string | undefined, more: Row = {}): Row => {
  return { relation, fromUuid: from ?? '', toUuid: to ?? '', ...BLANK, ...more };
};

const happened = { integration: 'jira', issueUuid: BLOCKED ?? '', actorUuid: ANN ?? '', reference: 'A-1' };
const EVENTS: Row[] = [
  {
    ...happened,
    uuid: id(20),
    sourceEventId: '1',
    occurredAt: at('2024-01-02'),
    action: 'status_changed',
    entityType: 'Issue',
    entityUuid: BLOCKED ?? '',
    name: 'second',
    newStatus: 'Done',
    comment: null,
    delta: JSON.stringify({ status: { before: 'To Do', after: 'Done' } }),
  },
  {
    ...happened,
    uuid: id(21),
    sourceEventId: '2',
    occurredAt: at('2024-01-03'),
    action: 'commented',
    entityType: 'IssueComment',
    entityUuid: id(30),
    name: 'second',
    newStatus: null,
    comment: 'Why?',
    delta: JSON.stringify(['no fields']),
  },
];

let folder: string;
let graphs: GraphStores;
let store: GraphStore;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cairn-relations-'));
  graphs = new GraphStores(folder);
  store = await graphs.open(ACME);
  const relations = [
    edge('memberOf', ANN, TEAM, { since: at('2024-01-01'), role: 'lead' }),
    edge('memberOf', BOB, TEAM, { since: at('2024-01-01'), until: at('2025-01-01'), role: 'member' }),
    // Zoë left and came back.
    edge('memberOf', ZOE, TEAM, { since: at('2024-01-01'), until: at('2024-06-01'), role: 'member' }),
    edge('memberOf', ZOE, TEAM, { since: at('2025-06-01'), role: 'reviewer' }),
    edge('blocks', BLOCKER, BLOCKED, { since: at('2024-01-01'), until: at('2024-02-01') }),
    edge('attends', ANN, DAILY, { answer: 'accepted' }),
    edge('attends', BOB, DAILY),
  ];
  const loads = [
    { table: 'Team', rows: [named(TEAM, 'core')] },
    { table: 'Person', rows: [named(ANN, 'Ann'), named(BOB, 'Bob'), named(ZOE, 'Zoë')] },
    { table: 'Issue', rows: [named(BLOCKER, 'first'), named(BLOCKED, 'second')] },
    { table: 'CalendarEntry', rows: [named(DAILY, 'Daily')] },
    { table: 'Relation', rows: relations, append: true },
    { table: 'Event', rows: EVENTS },
  ];
  await writerOf(store).commit([...loads.flatMap(loadStatements), PUBLISH]);
});
afterAll(async () => {
  await graphs.close();
  await rm(folder, { recursive: true });
});

async function related(uuid: string | undefined, name: string) {
  const integrations = ['jira', 'slack', 'gcalendar', 'github', 'settings'] as const;
  const known = { integrations, catalogue: CATALOGUE, now: Date.now() };
  const detail = await entityDetail(store, ACME, uuid ?? '', known);
  return detail.relations.find((each) => each.name === name);
}
const namesOf = (items: readonly { name: string }[] | undefined) =>
  (items ?? []).map(({ name }) => name).toSorted();

describe('what an entity is related to', () => {
  it('is who is a member now, with the role, and apart from them who was', async () => {
    const members = await related(TEAM, 'Person');
    expect(members?.total).toBe(2);
    expect(members?.items.toSorted((left, right) => left.name.localeCompare(right.name))).toEqual([
      {
        uuid: ANN,
        kind: 'Person',
        name: 'Ann',
        properties: { role: 'lead' },
        since: '2024-01-01T00:00:00.000Z',
      },
      {
        uuid: ZOE,
        kind: 'Person',
        name: 'Zoë',
        properties: { role: 'reviewer' },
        since: '2025-06-01T00:00:00.000Z',
      },
    ]);
    expect(members?.former).toMatchObject({
      total: 1,
      items: [{ name: 'Bob', until: '2025-01-01T00:00:00.000Z' }],
    });
  });

  it('is the same from the other end', async () => {
    expect(namesOf((await related(ANN, 'Team'))?.items)).toEqual(['core']);
    const teams = await related(BOB, 'Team');
    expect([teams?.total, teams?.items, namesOf(teams?.former?.items)]).toEqual([0, [], ['core']]);
  });

  it('is blocked by nothing that no longer blocks', async () => {
    expect(await related(BLOCKED, 'BlockedBy')).toMatchObject({ total: 0, items: [], former: { total: 1 } });
  });

  it('says how each was invited, and nothing of one without an answer', async () => {
    const attendees = await related(DAILY, 'Attendee');
    expect(attendees?.former).toBeUndefined();
    expect(new Map(attendees?.items.map(({ name, properties }) => [name, properties]))).toEqual(
      new Map([
        ['Ann', { answer: 'accepted' }],
        ['Bob', undefined],
      ]),
    );
  });

  it('is told by the whole history, with what changed, what was said, and about what', async () => {
    const { data, meta } = await entityHistory(store, await findEntity(store, BLOCKED ?? ''), {
      page: 1,
      pageSize: 5,
      zone: zoneTable('UTC'),
      filters: [],
      withoutBots: false,
      facets: false,
    });
    expect(meta.total).toBe(2);
    expect(data).toMatchObject([
      { action: 'commented', entityuuid: id(30), subjectuuid: BLOCKED, comment: 'Why?', delta: null },
      { newstatus: 'Done', subjectuuid: BLOCKED, delta: { status: { before: 'To Do', after: 'Done' } } },
    ]);
    expect(data.map(({ description }) => description)).toEqual([
      'Ann commented on A-1',
      'Ann moved A-1 from To Do to Done',
    ]);
  });

  it('has no list of events, which are its history', async () => {
    expect(await related(ANN, 'Event')).toBeUndefined();
  });
});

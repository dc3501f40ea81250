import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OrgId, Rows } from '@cairn/contracts';
import type { QueryInput } from '@cairn/query';
import { silentLog, testTokens } from '@cairn/service-kit/testing';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createApp } from '../app.ts';
import { DAY } from '../sources/simulated/calendar.ts';
import { ingestSimulated } from '../sources/simulated/ingest.ts';
import { CONNECTORS } from '../sources/connectors.ts';
import { Jobs } from '../sources/jobs.ts';
import { GraphStores } from '../store/graph-stores.ts';
import { writerOf } from '../store/graph-writer.ts';
import { NEW_SOURCE, addSource, readSources } from '../store/source-row.ts';
import { DEFAULT_CALENDAR, calendarStatements } from './calendar.ts';
import { RecomputeQueue } from './recompute-queue.ts';
import { recomputeIfStale, deriveNow } from './derive.ts';
import { ALWAYS } from '../../test/derived-graph.ts';

const folder = mkdtempSync(join(tmpdir(), 'cairn-asked-'));
const stores = new GraphStores(folder, { derive: deriveNow });
const log = silentLog();
const tokens = await testTokens();
const recomputes = new RecomputeQueue({ stores, log });
const connectors = CONNECTORS;
const app = createApp({
  recomputes,
  graphs: stores,
  jobs: new Jobs({ stores, log, connectors }),
  connectors,
  verifier: tokens.verifier,
  log,
});
const to = Date.UTC(2026, 2, 3) / 1_000;

/** Simulates a small company in an org of its own. */
async function simulateOrg(orgId: string, seed: number): Promise<void> {
  const store = await stores.open(OrgId.parse(orgId));
  const settings = { seed, events: 6_000, from: to - 120 * DAY, to };
  await addSource(store, {
    id: 'simulated',
    type: 'simulated',
    settings,
    name: 'Company',
    state: NEW_SOURCE,
  });
  const [source] = await readSources(store);
  const { signal } = new AbortController();
  if (source) await ingestSimulated({ writer: writerOf(store), orgId, source, signal });
}

const rows = async <Row>(sql: string, orgId = 'acme') =>
  (await stores.open(OrgId.parse(orgId))).rows<Row>(sql);

async function call(path: string, body?: object, claims: object = { role: 'admin' }) {
  const answer = await app.request(`/api/acme/${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: await tokens.headers(claims),
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}
const ask = async (query: QueryInput) =>
  Rows.parse((await call('graph-search/group-bys', { ...query, format: 'json' })).body);

beforeAll(async () => {
  await simulateOrg('acme', 7);
  await simulateOrg('evil', 8);
});
afterAll(async () => {
  await stores.close();
  rmSync(folder, { recursive: true });
});

const median = (target: string, attribute: string) => ({ target, attribute, reducer: 'median' as const });

describe('a question about a measure', () => {
  it('may be the lead time for changes by team by week', async () => {
    const answer = await ask({
      select: ['PullRequest'],
      filters: [{ target: 'PullRequest', attribute: 'deployedAt', comparison: { 'IS NOT EMPTY': [] } }],
      groupBys: [
        { target: 'Person.Team', attribute: 'name' },
        { target: 'PullRequest', attribute: 'deployedAt', unit: 'week' },
      ],
      aggregations: [
        median('PullRequest', 'leadTimeForChanges'),
        { target: 'PullRequest', attribute: 'leadTimeForChanges', reducer: 'count' },
      ],
      timezone: 'UTC',
      limit: 10_000,
    });
    const byHand = await rows<{ team: string; week: string; median: number; n: number }>(
      `SELECT t.name AS team, strftime(date_trunc('week', p."deployedAt"), '%Y-%m-%dT00:00:00.000Z') AS week,
         median(p."leadTimeForChanges")::DOUBLE AS median, count(p."leadTimeForChanges")::INTEGER AS n
       FROM "PullRequest" p JOIN "Relation" r ON r.relation = 'memberOf' AND r."fromUuid" = p."createdByUuid"
         AND r.since <= p."createdAt" AND (r.until IS NULL OR r.until > p."createdAt")
       JOIN "Team" t ON t.uuid = r."toUuid" WHERE p."deployedAt" IS NOT NULL GROUP BY ALL ORDER BY ALL`,
    );
    const got = answer.data
      .filter((row) => row['Person.Team.name'] !== null)
      .map((row) => Object.values(row) as [string, string, number, number])
      .map(([team, week, middle, n]) => ({ team, week: new Date(week).toISOString(), median: middle, n }));
    const order = (all: typeof byHand) => all.map((row) => JSON.stringify(row)).toSorted();
    expect(byHand.length).toBeGreaterThan(10);
    expect(order(got)).toEqual(order(byHand));
    const column = answer.columns.find(({ reducer }) => reducer === 'median');
    expect(column).toMatchObject({
      unit: 'second',
      definition: expect.stringContaining('first commit') as string,
    });
  });

  it('may be what was left out of it, and why', async () => {
    const answer = await ask({
      select: ['PullRequest'],
      groupBys: [{ target: 'PullRequest', attribute: 'noCycleTimeReason' }],
      aggregations: [
        { target: 'PullRequest', attribute: 'uuid', reducer: 'count' },
        { target: 'PullRequest', attribute: 'cycleTime', reducer: 'count' },
      ],
    });
    const counts = answer.data.map((row) => Object.values(row) as [string | null, number, number]);
    expect(counts.map(([why]) => why)).toContain('Not merged yet');
    // Each row has the measure or the reason, never both.
    for (const [why, all, measured] of counts) expect(measured, String(why)).toBe(why === null ? all : 0);
  });

  it('may be the share of deployments that failed, and how long they took to recover', async () => {
    const failed = { target: 'CicdPipeline', attribute: 'changeFailed', comparison: { IN: [true] } };
    const answer = await ask({
      select: ['CicdPipeline'],
      filters: [{ target: 'CicdPipeline', attribute: 'deployedAt', comparison: { 'IS NOT EMPTY': [] } }],
      aggregations: [
        { target: 'CicdPipeline', attribute: 'uuid', reducer: 'count' },
        { target: 'CicdPipeline', attribute: 'uuid', reducer: 'count', filters: [failed] },
        median('CicdPipeline', 'recoveryTime'),
      ],
      formulas: [
        { name: 'rate', formula: ['ratio', 'count(CicdPipeline.uuid) 2', 'count(CicdPipeline.uuid)'] },
      ],
    });
    const [byHand] = await rows<{ all_: number; failed: number; recovery: number }>(
      `SELECT count("deployedAt")::INTEGER AS all_, count(*) FILTER ("changeFailed")::INTEGER AS failed, median("recoveryTime")::DOUBLE AS recovery FROM "CicdPipeline"`,
    );
    const { all_: all = 0, failed: bad = 0, recovery } = byHand ?? {};
    expect(bad).toBeGreaterThan(0);
    expect(answer.data.map((row) => Object.values(row))).toEqual([[all, bad, recovery, bad / all]]);
  });

  it('may be of the stays in a status and of the days of people', async () => {
    const stays = await ask({
      select: ['TimeInStatus'],
      groupBys: [{ target: 'TimeInStatus', attribute: 'status' }],
      aggregations: [
        median('TimeInStatus', 'businessSeconds'),
        { target: 'Issue', attribute: 'uuid', reducer: 'countDistinct' },
      ],
    });
    expect(stays.data.length).toBeGreaterThan(3);
    const days = await ask({
      select: ['Flow'],
      groupBys: [{ target: 'Flow', attribute: 'Date', unit: 'dayOfWeek' }],
      aggregations: [{ target: 'Flow', attribute: 'focusTimePercent', reducer: 'avg' }],
    });
    expect(days.data).toHaveLength(5);
  });

  it('is offered by the catalogue of an org with sources that it is worked out from', async () => {
    const { body } = await call('graph-search/configuration');
    const kinds = body['kinds'] as {
      name: string;
      provided: boolean;
      attributes: { name: string; provided: boolean }[];
    }[];
    const isGiven = (kind: string, attribute: string) =>
      kinds.find(({ name }) => name === kind)?.attributes.find(({ name }) => name === attribute)?.provided;
    expect(isGiven('PullRequest', 'cycleTime')).toBe(true);
    expect(isGiven('TimeInStatus', 'businessSeconds')).toBe(true);
    expect(isGiven('Flow', 'focusTime')).toBe(true);
    expect(isGiven('PullRequest', 'cairnSummary')).toBe(false);
  });
});

describe('working calendars', () => {
  const cycle = async () => {
    const answer = await ask({
      select: ['PullRequest'],
      aggregations: [{ target: 'PullRequest', attribute: 'cycleTime', reducer: 'sum' }],
    });
    return Number(answer.data[0]?.['sum(PullRequest.cycleTime)']);
  };
  const always = { ...ALWAYS, zone: 'Asia/Kolkata' };
  const STANDARD = DEFAULT_CALENDAR;

  const ACME = OrgId.parse('acme');
  const durations = async () => (await call('working-calendars/list')).body['durations'];

  it('are set by admins, and answers count by them when that is worked out, in no other org', async () => {
    const [person] = await rows<{ uuid: string }>(
      `SELECT "createdByUuid"::VARCHAR AS uuid FROM "PullRequest" WHERE "clockCycleTime" > "cycleTime" ORDER BY uuid LIMIT 1`,
    );
    const owner = person?.uuid ?? '';
    const sum = `SELECT sum("cycleTime")::INTEGER AS total FROM "PullRequest"`;
    const [before, others] = [await cycle(), await rows(sum, 'evil')];
    expect((await call('working-calendars/set', { owner, calendar: always }, { role: 'user' })).status).toBe(
      403,
    );
    expect((await call('working-calendars/set', { owner, calendar: always })).status).toBe(200);
    await recomputes.idle(ACME);
    expect(await cycle()).toBeGreaterThan(before);
    const [same] = await rows<{ same: boolean }>(
      `SELECT bool_and("cycleTime" = "clockCycleTime") AS same FROM "PullRequest" WHERE "createdByUuid" = '${owner}' AND "cycleTime" IS NOT NULL`,
    );
    expect(same?.same).toBe(true);
    const listed = (await call('working-calendars/list', undefined, { role: 'viewer' })).body['data'];
    expect(listed).toContainEqual({ owner, calendar: always });
    await call('working-calendars/set', { owner, calendar: null });
    await recomputes.idle(ACME);
    expect(await cycle()).toBe(before);
    expect(await rows(sum, 'evil')).toEqual(others);
  });

  it('are kept at once while something else is worked out, and the list says until when', async () => {
    const store = await stores.open(ACME);
    const before = await cycle();
    let end = () => {};
    const other = store.transaction(() => new Promise<void>((resolve) => (end = resolve)));
    expect(await durations()).toBe('current');
    for (const calendar of [STANDARD, always])
      expect((await call('working-calendars/set', { owner: 'org', calendar })).status).toBe(200);
    const { body } = await call('working-calendars/list');
    expect(body).toMatchObject({ durations: 'workingOut' });
    expect(body['data']).toContainEqual({ owner: 'org', calendar: always });
    expect(await cycle()).toBe(before);
    end();
    await other;
    await recomputes.idle(ACME);
    expect(await durations()).toBe('current');
    expect(await cycle()).toBeGreaterThan(before);
    await call('working-calendars/set', { owner: 'org', calendar: null });
    await recomputes.idle(ACME);
    expect(await cycle()).toBe(before);
  });

  it('of which one is set at the same time as another are all kept, each once', async () => {
    const set = [always, STANDARD, always, STANDARD, always].map((calendar) =>
      call('working-calendars/set', { owner: 'org', calendar }),
    );
    expect((await Promise.all(set)).map(({ status }) => status)).toEqual(set.map(() => 200));
    const { data } = (await call('working-calendars/list')).body as { data: { owner: string }[] };
    expect(data.filter(({ owner }) => owner === 'org')).toHaveLength(1);
    await call('working-calendars/set', { owner: 'org', calendar: null });
    await recomputes.idle(ACME);
  });

  it('are followed after a restart before which that was not worked out', async () => {
    const store = await stores.open(ACME);
    const before = await cycle();
    await store.beside((transaction) => transaction.runAll(calendarStatements('org', always)));
    const restarted = new RecomputeQueue({ stores, log });
    restarted.start(ACME);
    await restarted.idle(ACME);
    expect(await cycle()).toBeGreaterThan(before);
    const version = await store.dataVersion();
    restarted.start(ACME);
    await restarted.idle(ACME);
    expect(await store.dataVersion()).toBe(version);
    await call('working-calendars/set', { owner: 'org', calendar: null });
    await recomputes.idle(ACME);
    expect(await cycle()).toBe(before);
  });

  it('are told to be behind when that could not be worked out, until it is', async () => {
    const stuck = vi.spyOn(await stores.open(ACME), 'transaction').mockRejectedValue(new Error('disk full'));
    expect((await call('working-calendars/set', { owner: 'org', calendar: always })).status).toBe(200);
    await recomputes.idle(ACME);
    expect(await durations()).toBe('failed');
    stuck.mockRestore();
    await call('working-calendars/set', { owner: 'org', calendar: null });
    await recomputes.idle(ACME);
    expect(await durations()).toBe('current');
  });

  it('are of people and teams of the org only, in zones that there are, and open before they close', async () => {
    const [stranger] = await rows<{ uuid: string }>(
      'SELECT uuid::VARCHAR AS uuid FROM "Person" LIMIT 1',
      'evil',
    );
    const refused = async (owner: string, calendar: object) =>
      (await call('working-calendars/set', { owner, calendar })).status;
    expect(await refused(stranger?.uuid ?? '', always)).toBe(404);
    expect(await refused('org', { ...always, zone: "x'; DROP TABLE Event" })).toBe(400);
    expect(await refused('org', { ...always, opens: 600, closes: 600 })).toBe(400);
    expect(await refused('everyone', always)).toBe(400);
  });
});

describe('an org whose measures follow older definitions', () => {
  it('is worked out anew once, and then left alone', async () => {
    const store = await stores.open(OrgId.parse('evil'));
    const sum =
      'SELECT sum("cycleTime")::INTEGER AS total, count("deployedAt")::INTEGER AS n FROM "PullRequest"';
    const before = await store.rows(sum);
    await store.run(`UPDATE "PullRequest" SET "cycleTime" = 1, "deployedAt" = NULL`);
    await store.run(`UPDATE "Meta" SET value = 'older' WHERE key = 'derivedBy'`);
    await recomputeIfStale(store);
    expect(await store.rows(sum)).toEqual(before);
    const version = await store.dataVersion();
    await recomputeIfStale(store);
    expect(await store.dataVersion()).toBe(version);
  });
});

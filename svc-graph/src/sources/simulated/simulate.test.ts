import { createHash } from 'node:crypto';
import { KINDS, extendKinds } from '@cairn/entities';
import { OWN_FIELDS } from './own-fields.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { tablesOf } from '../../store/ddl.ts';
import type { Row } from '../../store/load.ts';
import { DAY, HOUR, isFree, offsetOf } from './calendar.ts';
import type { Recipe } from './recipe.ts';
import { simulate } from './simulate.ts';

const to = Date.UTC(2026, 5, 16) / 1_000;
const recipe: Recipe = { seed: 7, events: 9_000, from: to - 400 * DAY, to };

function make(made: Recipe, orgId = 'acme'): Map<string, Row[]> {
  const all = new Map<string, Row[]>();
  for (const { tables } of simulate(orgId, made))
    for (const [table, rows] of tables) all.set(table, [...(all.get(table) ?? []), ...rows]);
  return all;
}

const digest = (tables: Map<string, Row[]>) =>
  createHash('sha256')
    .update(JSON.stringify([...tables]))
    .digest('hex');

/** Attributes that real sources fill and the simulation does not, with the reason. */
const LEFT_OUT: Readonly<Record<string, string>> = {
  'Commit.diffData': 'Patches of code that does not exist would say nothing.',
  'Person.avatarUrl': 'There is no picture of nobody.',
  'Sprint.avatarUrl': 'There is no picture of a sprint.',
  'Repository.category': 'Categories are what an admin gives.',
  'Project.category': 'Categories are what an admin gives.',
  'Issue.pullRequestUrls': 'Its pull requests are related to issues without addresses.',
  'Message.length': 'Its messages have their texts.',
  'Message.reactions': 'Nobody reacts to invented words.',
  'Message.references': 'Its messages are related to issues and pull requests without names.',
  'CicdPipeline.pullRequestUrl': 'Its pull requests are related to pipelines without addresses.',
  'Branch → Issue': 'Its branches are named after no issue.',
  'Issue → Branch': 'Its branches are named after no issue.',
};

/** What only a git repository tells is no part of it, nor what is computed. */
const isOfCompany = (source: string) => source !== 'derived' && source !== 'git';

let company: Map<string, Row[]>;
const rows = (table: string) => company.get(table) ?? [];
const by = (table: string) => new Map(rows(table).map((row) => [row['uuid'], row]));
beforeAll(() => {
  company = make(recipe);
});

describe('a simulated company', () => {
  it('is the same for the same recipe, to the byte, and another for another seed or org', () => {
    expect(digest(make(recipe))).toBe(digest(company));
    expect(digest(make({ ...recipe, seed: 8 }))).not.toBe(digest(company));
    expect(digest(make(recipe, 'other'))).not.toBe(digest(company));
  });

  it('gives the rows that it has always given for this recipe', () => {
    const { Vulnerability: vulnerabilities = [], ...others } = Object.fromEntries(company);
    expect(digest(new Map(Object.entries(others)))).toBe(
      '1d6a295fddaf4540648185502cc941c2abb7950f8eac95fcb0e699a2b63dbfc0',
    );
    // They came later, and draw by themselves, so that the other rows stay.
    expect(digest(new Map([['Vulnerability', vulnerabilities]]))).toBe(
      '6ee34e2facface5c1574875285da382064a2bbcefbb16a2ad87c3de703fedf9d',
    );
  });

  it('writes addresses as people read them, with plain colons', () => {
    const urls = rows('PullRequest').flatMap(({ sourceUrl, diffUrl }) => [
      String(sourceUrl),
      String(diffUrl),
    ]);
    expect(urls[0]).toContain(':');
    expect(urls.filter((url) => url.includes('%3A'))).toEqual([]);
  });

  it('has about as many events as were asked for', () => {
    const { length } = rows('Event');
    expect(length).toBeGreaterThan(recipe.events * 0.6);
    expect(length).toBeLessThan(recipe.events * 1.6);
  });

  it('has every kind, and fills every attribute that a source would fill', () => {
    const missing = KINDS.flatMap((kind) =>
      kind.attributes
        .filter(({ providedBy }) => providedBy.some(isOfCompany))
        .filter(({ name }) => !LEFT_OUT[`${kind.name}.${name}`])
        .filter(({ name }) => !rows(kind.name).some((row) => row[name] !== null && row[name] !== undefined))
        .map(({ name }) => `${kind.name}.${name}`),
    );
    expect(missing).toEqual([]);
  });

  it('has every relation of the graph somewhere', () => {
    const edges = new Set(rows('Relation').map(({ relation }) => relation));
    const missing = KINDS.flatMap(({ name, relations }) =>
      relations
        .filter(({ providedBy }) => providedBy.some(isOfCompany))
        .filter(({ via }) =>
          via.kind === 'edge'
            ? !edges.has(via.relation)
            : via.kind === 'link' && !rows(name).some((row) => row[via.column]),
        )
        .map((relation) => `${name} → ${relation.name}`)
        .filter((relation) => !LEFT_OUT[relation]),
    );
    expect(missing).toEqual([]);
  });

  it('fits the tables: every row has the same columns, all of them known, and every uuid once', () => {
    const tables = tablesOf(extendKinds(KINDS, OWN_FIELDS));
    for (const [table, made] of company) {
      const columns = Object.keys(made[0] ?? {});
      for (const column of columns) expect([...(tables.get(table)?.keys() ?? [])]).toContain(column);
      const odd = made.filter((row) => Object.keys(row).join() !== columns.join());
      expect({ table, odd: odd.length }).toEqual({ table, odd: 0 });
      if (!columns.includes('uuid')) continue;
      expect({ table, uuids: new Set(made.map(({ uuid }) => uuid)).size }).toEqual({
        table,
        uuids: made.length,
      });
    }
  });

  it('knows nothing of the future', () => {
    const late = rows('Event').filter((row) => Number(row['occurredAt']) >= to);
    expect(late).toEqual([]);
  });

  it('leaves issues and pull requests in the status of their last event', () => {
    for (const kind of ['Issue', 'PullRequest']) {
      const last = new Map<unknown, Row>();
      const events = rows('Event').filter(
        ({ entityType, newStatus }) => entityType === kind && newStatus !== null,
      );
      for (const event of events.toSorted(
        (left, right) => Number(left['occurredAt']) - Number(right['occurredAt']),
      ))
        last.set(event['entityUuid'], event);
      const wrong = rows(kind).filter(({ uuid, status }) => last.get(uuid)?.['newStatus'] !== status);
      expect(wrong.map(({ uuid, status }) => [uuid, status, last.get(uuid)?.['newStatus']])).toEqual([]);
    }
  });

  it('reviews pull requests after they are ready, and merges them only after an approval', () => {
    const pulls = by('PullRequest');
    const approvals = new Map<unknown, number>();
    for (const { pullRequestUuid, submittedAt, state } of rows('PullRequestReview')) {
      const pull = pulls.get(pullRequestUuid ?? '');
      expect(Number(submittedAt)).toBeGreaterThan(Number(pull?.['createdAt']));
      if (state === 'approved') approvals.set(pullRequestUuid, Number(submittedAt));
    }
    const merged = [...pulls.values()].filter((pull) => pull['merged'] === true);
    expect(merged.length).toBeGreaterThan(50);
    for (const pull of merged)
      expect(Number(pull['mergedAt'])).toBeGreaterThanOrEqual(approvals.get(pull['uuid']) ?? Infinity);
  });

  it('lets nobody review their own work, and nobody act before they join or after they leave', () => {
    const pulls = by('PullRequest');
    for (const { authorUuid, pullRequestUuid } of rows('PullRequestReview'))
      expect(pulls.get(pullRequestUuid ?? '')?.['createdByUuid']).not.toBe(authorUuid);
    // Short histories have nobody who leaves unfinished work.
    const longer = make({ ...recipe, seed: 4, from: to - 1_200 * DAY });
    const people = new Map((longer.get('Person') ?? []).map((row) => [row['uuid'], row]));
    for (const event of longer.get('Event') ?? []) {
      const { actorUuid, occurredAt, entityType, action } = event;
      const actor = people.get(actorUuid ?? '');
      if (!actor) continue;
      const what = `${String(entityType)} ${String(action)} by ${String(actor['name'])}`;
      expect(Number(occurredAt), what).toBeGreaterThanOrEqual(Number(actor['createdAt']));
      expect(Number(occurredAt), what).toBeLessThanOrEqual(Number(actor['updatedAt']) + 1);
    }
  });

  it('works in the working hours of each zone, with some late work and nearly empty weekends', () => {
    const people = by('Person');
    let [all, office, off] = [0, 0, 0];
    for (const { authorUuid, createdAt } of [...rows('Message'), ...rows('Commit')]) {
      const zone = String(people.get(authorUuid ?? '')?.['timezone'] ?? '');
      if (zone === '' || zone === 'null') continue;
      const at = Number(createdAt);
      const local = at + offsetOf(zone, Math.floor(at / DAY));
      const hour = (local % DAY) / HOUR;
      all += 1;
      if (hour >= 8.5 && hour < 18) office += 1;
      if (isFree(zone, Math.floor(local / DAY))) off += 1;
    }
    expect(office / all).toBeGreaterThan(0.85);
    expect(office / all).toBeLessThan(0.995);
    expect(off / all).toBeLessThan(0.02);
    expect(off).toBeGreaterThan(0);
  });

  it('retries failing pipelines, deploys what is merged, and flags bots', () => {
    const pipelines = rows('CicdPipeline');
    expect(pipelines.some(({ result }) => result === 'failed')).toBe(true);
    expect(pipelines.some(({ attempt, result }) => Number(attempt) > 1 && result === 'success')).toBe(true);
    const deployments = pipelines.filter((row) => row['isDeployment'] === true);
    expect(deployments.length).toBeGreaterThan(20);
    expect(rows('Person').filter((row) => row['isBot'] === true)).toHaveLength(3);
  });

  it('counts the clock of a zone as the zone does, through both changes of its clock', () => {
    const day = (text: string) => Date.parse(text) / 1_000 / DAY;
    expect(offsetOf('America/New_York', day('2026-01-15'))).toBe(-5 * HOUR);
    expect(offsetOf('America/New_York', day('2026-07-15'))).toBe(-4 * HOUR);
    expect(offsetOf('Asia/Tokyo', day('2026-07-15'))).toBe(9 * HOUR);
    expect(offsetOf('Asia/Kolkata', day('2026-07-15'))).toBe(5.5 * HOUR);
  });
});

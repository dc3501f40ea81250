import { writeFileSync } from 'node:fs';
import type { Role, identityContract } from '@cairn/contracts';
import { silentLog, testTokens } from '@cairn/service-kit/testing';
import { beforeEach, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { GitFixture, git } from '../../test/git-fixture.ts';
import { createApp } from '../app.ts';
import { Jobs } from '../sources/jobs.ts';

const at = new GitFixture();
const tokens = await testTokens();

type Listed = z.output<typeof identityContract.listPeople.output>;
type Suggested = z.output<typeof identityContract.suggestMerges.output>;
type Decisions = z.output<typeof identityContract.listDecisions.output>;

let app: ReturnType<typeof createApp>;
beforeEach(() => {
  const log = silentLog();
  const jobs = new Jobs({ stores: at.graphs, log, connectors: [] });
  app = createApp({ graphs: at.graphs, jobs, connectors: [], verifier: tokens.verifier, log });
});

async function call<T>(path: string, body?: unknown, role: Role = 'admin'): Promise<T> {
  const answer = await app.request(`/api/acme/identities/${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: await tokens.headers({ role }),
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return (await answer.json()) as T;
}

async function repositoryOf(people: readonly (readonly [name: string, email: string])[]): Promise<void> {
  const dir = at.emptyRepository();
  for (const [name, email] of people)
    git(
      dir,
      '-c',
      `user.name=${name}`,
      '-c',
      `user.email=${email}`,
      'commit',
      '-q',
      '--allow-empty',
      '-m',
      'x',
    );
  await at.ingest(dir);
}

const list = (search = '') => call<Listed>('list', { search });
const suggested = () => call<Suggested>('suggestions');
const pairs = async () =>
  (await suggested()).data.map(({ people, reasons }) => [
    people.flatMap(({ accounts }) => accounts.map(({ address }) => address)).toSorted(),
    reasons,
  ]);
const uuidOf = async (search: string) => (await list(search)).data[0]?.uuid ?? '';

describe('the people of a graph', () => {
  it('are listed by name with their accounts, and found by name, address and login, a page at a time', async () => {
    await repositoryOf([
      ['Bo', 'bo@example.com'],
      ['ann', 'ann@example.com'],
      ['Ann B', 'ann@example.com'],
      ['Cy', '12+cylogin@users.noreply.github.com'],
      ['Cy', 'cylogin@users.noreply.github.com'],
      ['renovate[bot]', '1+renovate[bot]@users.noreply.github.com'],
    ]);
    const { data, meta } = await list();
    expect(meta).toEqual({ page: 1, pageSize: 25, total: 4 });
    expect(data.slice(1).map(({ name, type }) => [name, type])).toEqual([
      ['Bo', 'person'],
      ['Cy', 'person'],
      ['renovate[bot]', 'bot'],
    ]);
    expect(data[0]?.accounts).toEqual([
      {
        uuid: data[0]?.uuid,
        integration: 'git',
        address: 'ann@example.com',
        names: ['Ann B', 'ann'],
        method: 'own',
      },
    ]);
    const [cy] = (await list('CYLOGIN')).data;
    expect(cy?.accounts.map(({ address, method }) => [address, method])).toEqual([
      ['12+cylogin@users.noreply.github.com', 'own'],
      ['cylogin@users.noreply.github.com', 'login'],
    ]);
    expect((await list('ann b')).meta.total).toBe(1);
    expect((await call<Listed>('list', { type: 'bot' })).data.map(({ name }) => name)).toEqual([
      'renovate[bot]',
    ]);
    const second = await call<Listed>('list', { page: 2, pageSize: 3 });
    expect(second.data.map(({ name }) => name)).toEqual(['renovate[bot]']);
    expect(second.meta).toEqual({ page: 2, pageSize: 3, total: 4 });
  });

  it('are shown with what their mailmap says, which only the mailmap changes', async () => {
    const dir = at.emptyRepository();
    git(
      dir,
      '-c',
      'user.name=Ann',
      '-c',
      'user.email=ann@home.example',
      'commit',
      '-q',
      '--allow-empty',
      '-m',
      'x',
    );
    writeFileSync(`${dir}/.mailmap`, 'Ann <ann@example.com> <ann@home.example>\n');
    git(dir, 'add', '-A');
    git(dir, 'commit', '-q', '-m', 'Map');
    await at.ingest(dir);
    const [ann] = (await list()).data;
    expect(ann?.accounts.map(({ address, method, uuid }) => [address, method, uuid !== null])).toEqual([
      ['ann@example.com', 'own', true],
      ['ann@home.example', 'mailmap', false],
    ]);
  });
});

describe('suggestions', () => {
  it('are pairs with a reason above a confidence, and never of bots or names of nobody', async () => {
    await repositoryOf([
      ['翠', 'green@sapphi.red'],
      ['翠', '49056869+sapphi-red@users.noreply.github.com'],
      ['Nicholas C. Zakas', 'nicholas@one.example'],
      ['Nicholas Zakas', 'nz@two.example'],
      ['Renée Dubois', 'renee@one.example'],
      ['renee dubois', 'rd@two.example'],
      ['Kai', 'k@one.example'],
      ['Kai', 'k@two.example'],
      ['Kai', 'k@three.example'],
      ['Root', 'root@one.example'],
      ['root', 'root@two.example'],
      ['Ola', 'olanord@one.example'],
      ['Ola N', '5+olanord@users.noreply.github.com'],
      ['x[bot]', '1+x[bot]@users.noreply.github.com'],
      ['x[bot]', 'x@example.com'],
    ]);
    expect((await pairs()).toSorted()).toEqual(
      [
        [['49056869+sapphi-red@users.noreply.github.com', 'green@sapphi.red'], ['The same name']],
        [['nicholas@one.example', 'nz@two.example'], ['The same first and last name, "nicholas zakas"']],
        [['rd@two.example', 'renee@one.example'], ['The same name']],
        [
          ['5+olanord@users.noreply.github.com', 'olanord@one.example'],
          ['The same login or start of an address, "olanord"'],
        ],
      ].toSorted(),
    );
  });

  it('go when they are dismissed, come back with the undo, and end with the merge', async () => {
    await repositoryOf([
      ['Jo Smith', 'jo@one.example'],
      ['Jo Smith', 'jo@two.example'],
      ['Jo Smith', 'jo@three.example'],
    ]);
    const [one, two, three] = await Promise.all(['one', 'two', 'three'].map((each) => uuidOf(`jo@${each}`)));
    expect((await suggested()).meta.total).toBe(3);
    const { data } = await call<{ data: { number: number } }>('dismiss', { people: [one, two] });
    expect((await suggested()).meta.total).toBe(2);
    // One of them belongs to a third person from here on; what was said of it still holds.
    await call('merge', { person: three, into: one, reason: 'She told me' });
    expect(await pairs()).toEqual([]);
    await call('undo', { number: data.number });
    expect(await pairs()).toHaveLength(1);
    const log = await call<Decisions>('decisions', {});
    expect(log.data.map(({ kind, reason, canUndo, author }) => [kind, reason, canUndo, author])).toEqual([
      ['undo', null, false, 'ada@example.com'],
      ['merge', 'She told me', true, 'ada@example.com'],
      ['dismiss', null, false, 'ada@example.com'],
    ]);
    expect(log.data[0]?.decidedAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  });

  it('are for admins, as is every decision', async () => {
    await repositoryOf([['Jo', 'jo@one.example']]);
    expect(await call('list', {}, 'user')).toMatchObject({ error: { code: 'forbidden' } });
    expect(await call('suggestions', undefined, 'viewer')).toMatchObject({ error: { code: 'forbidden' } });
  });
});

describe('the page of a person who was merged', () => {
  it('is that of whom they were merged into, until it is taken back', async () => {
    await repositoryOf([
      ['Ann', 'ann@one.example'],
      ['Bo', 'bo@one.example'],
    ]);
    const [ann, bo] = await Promise.all(['ann', 'bo'].map(uuidOf));
    const shown = async () => {
      const answer = await app.request('/api/acme/entity-detail', {
        method: 'POST',
        headers: await tokens.headers({ role: 'viewer' }),
        body: JSON.stringify({ entityUuid: ann }),
      });
      return ((await answer.json()) as { data: { uuid: string } }).data.uuid;
    };
    const { data } = await call<{ data: { number: number } }>('merge', { person: ann, into: bo });
    expect(await shown()).toBe(bo);
    await call('undo', { number: data.number });
    expect(await shown()).toBe(ann);
  });
});

describe('the person that a login is', () => {
  const own = async (claims: object) => {
    const answer = await app.request('/api/acme/identities/own', {
      headers: await tokens.headers({ role: 'viewer', ...claims }),
    });
    return ((await answer.json()) as { data: { name: string; method: string } | null }).data;
  };

  it('has its e-mail among their accounts, once it is shown to be theirs', async () => {
    await repositoryOf([
      ['Ann', 'ann@one.example'],
      ['Ann', 'ann@two.example'],
      ['Jenkins', 'jenkins@one.example'],
    ]);
    await call('merge', { person: await uuidOf('ann@two'), into: await uuidOf('ann@one') });
    const email = 'Ann@two.example';
    expect(await own({ email, emailVerified: true })).toMatchObject({ name: 'Ann', method: 'email' });
    expect(await own({ email, emailVerified: false })).toBeNull();
    expect(await own({ email })).toBeNull();
    expect(await own({ email: '', emailVerified: true })).toBeNull();
    expect(await own({ email: 'jenkins@one.example', emailVerified: true })).toBeNull();
  });

  it('is found for another user: whom an admin linked before who has the e-mail', async () => {
    await repositoryOf([
      ['Ann', 'ann@one.example'],
      ['Bea', 'bea@one.example'],
    ]);
    const of = async (input: object) =>
      (await call<{ data: { name: string; method: string } | null }>('of-user', input)).data;
    const bea = { userId: 'bea', email: 'bea@one.example' };
    expect(await of(bea)).toMatchObject({ name: 'Bea', method: 'email' });
    await call('link-login', { person: await uuidOf('ann@one'), ...bea });
    expect(await of(bea)).toMatchObject({ name: 'Ann', method: 'decision' });
    expect(await of({ userId: 'bea' })).toMatchObject({ name: 'Ann' });
    expect(await of({ userId: 'cy' })).toBeNull();
  });

  it('is whom an admin says, also after a merge, until that is taken back', async () => {
    await repositoryOf([
      ['Ann', 'ann@one.example'],
      ['Bo', 'bo@one.example'],
      ['Cy', 'cy@one.example'],
    ]);
    const [ann, bo, cy] = await Promise.all(['ann', 'bo', 'cy'].map(uuidOf));
    const claims = { userId: 'u-7', email: 'ann@one.example', emailVerified: true };
    const linked = { person: bo, userId: 'u-7', email: 'seven@acme.example' };
    const { data } = await call<{ data: { number: number } }>('link-login', linked);
    expect(await own(claims)).toMatchObject({ name: 'Bo', method: 'decision' });
    expect(await own({ ...claims, userId: 'u-8' })).toMatchObject({ name: 'Ann', method: 'email' });
    await call('merge', { person: bo, into: cy });
    expect(await own(claims)).toMatchObject({ name: 'Cy', method: 'decision' });
    expect((await list('cy')).data[0]?.logins).toEqual(['u-7']);
    await call('undo', { number: data.number });
    expect(await own(claims)).toMatchObject({ uuid: ann, method: 'email' });
  });
});

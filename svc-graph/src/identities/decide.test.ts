import * as fc from 'fast-check';
import { OrgId, UserId } from '@cairn/contracts';
import { beforeEach, describe, expect, it } from 'vitest';
import { GitFixture, commitFile, git } from '../../test/git-fixture.ts';
import { runs } from '../../test/runs.ts';
import { renormaliseGit } from '../sources/git/renormalise.ts';
import { removalStatements } from '../sources/remove-source.ts';
import { CONNECTORS } from '../sources/connectors.ts';
import { writerOf } from '../store/graph-writer.ts';
import { type AskedDecision, decide } from './decide.ts';

const at = new GitFixture();
const ACME = OrgId.parse('acme');
const ADMIN = { userId: UserId.parse('u1'), email: 'ada@acme.example' };
const { signal } = new AbortController();

const ANN = 'ann@work.example';
const HOME = 'ann@home.example';
const BO = 'bo@example.com';
const LOGIN = '7+bo@users.noreply.github.com';
const OLD_LOGIN = 'bo@users.noreply.github.com';
const ALL = [ANN, HOME, BO, LOGIN, OLD_LOGIN];

let dir: string;
beforeEach(async () => {
  dir = at.emptyRepository();
  commitFile(dir, '.mailmap', '# nobody\n');
  for (const email of ALL) {
    const name = email.startsWith('ann') ? 'Ann' : 'Bo';
    const message = `By ${email}\n\nCo-authored-by: Helper <${BO}>`;
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
      message,
    );
  }
  await at.ingest(dir);
});

const ask = (asked: AskedDecision) => decide({ store: at.store, orgId: ACME }, asked, ADMIN);

async function uuidOf(email: string): Promise<string> {
  const [row] = await at.store.rows<{ uuid: string }>(
    'SELECT uuid::VARCHAR AS uuid FROM "Person" WHERE email = $1',
    [email],
  );
  return row?.uuid ?? '';
}

const merge = async (one: string, other: string) =>
  ask({ kind: 'merge', person: await uuidOf(one), into: await uuidOf(other) });
const split = async (email: string) => ask({ kind: 'split', account: await uuidOf(email) });

/** Which address the commits of each address belong to; only what differs. */
async function joined(): Promise<Record<string, string>> {
  const rows = await at.store.rows<{ was: string; now: string }>(
    `SELECT DISTINCT s.email AS was, p.email AS now FROM "Commit" c JOIN "Person" s ON s.uuid = c."authorSignedUuid"
     JOIN "Person" p ON p.uuid = c."authorUuid" WHERE s.uuid <> p.uuid`,
  );
  return Object.fromEntries(rows.map(({ was, now }) => [was, now]));
}

const BY_LOGIN = { [OLD_LOGIN]: LOGIN };

/** Everything of people that readers see. */
const everything = async () =>
  Promise.all([
    at.fingerprint('Commit', '"authorUuid", "committerUuid", uuid'),
    at.fingerprint('Event', '"actorUuid", uuid'),
    at.fingerprint('Relation', '*'),
    at.fingerprint('Person', '*'),
    at.fingerprint('JoinedPerson', '*'),
  ]);

async function map(text: string): Promise<void> {
  commitFile(dir, '.mailmap', text, 'Another mailmap');
  await at.ingest(dir);
}

describe('a merge', () => {
  it('gives all accounts of a person to another one, publishes, and deletes nothing', async () => {
    const rows = await at.count('"Person"');
    const version = await at.store.dataVersion();
    await merge(LOGIN, HOME);
    expect(await joined()).toEqual({ [LOGIN]: HOME, [OLD_LOGIN]: HOME });
    expect(await at.store.dataVersion()).toBe(version + 1);
    expect(await at.count('"Person"')).toBe(rows);
    const [person] = await at.store.rows(`SELECT emails FROM "Person" WHERE email = $1`, [HOME]);
    expect(person).toEqual({ emails: [HOME, OLD_LOGIN, LOGIN].toSorted() });
  });

  it('survives reading again, normalising again, and mailmaps that come and go', async () => {
    await merge(HOME, ANN);
    await map(`Bo <${BO}> <${LOGIN}>\n`);
    const source = await at.ingest(dir);
    expect(await joined()).toMatchObject({ [HOME]: ANN });
    await renormaliseGit({ writer: writerOf(at.store), orgId: 'acme', source, signal });
    await map('# nobody\n');
    expect(await joined()).toEqual({ [HOME]: ANN, ...BY_LOGIN });
  });

  it('keeps together what only a mailmap joined before', async () => {
    const other = at.emptyRepository('other');
    commitFile(other, '.mailmap', `Ann <${ANN}> <${HOME}>\n`);
    git(
      other,
      '-c',
      'user.name=Ann',
      '-c',
      `user.email=${HOME}`,
      'commit',
      '-q',
      '--allow-empty',
      '-m',
      'Mapped',
    );
    await at.ingest(other);
    await merge(ANN, BO);
    commitFile(other, '.mailmap', '# nobody\n', 'Take it back');
    await at.ingest(other);
    expect(await joined()).toMatchObject({ [ANN]: BO, [HOME]: BO });
  });

  it('holds only while its person is there, and again once they come back', async () => {
    const other = at.emptyRepository('other');
    git(
      other,
      '-c',
      'user.name=Cy',
      '-c',
      'user.email=cy@example.com',
      'commit',
      '-q',
      '--allow-empty',
      '-m',
      'Alone',
    );
    const source = await at.ingest(other);
    await merge(ANN, 'cy@example.com');
    const connector = CONNECTORS.find(({ type }) => type === 'git');
    for (const each of [source, await at.ingest(dir)])
      await writerOf(at.store).commit(removalStatements(connector, { orgId: 'acme', source: each }));
    await at.ingest(dir, undefined, 'dir again');
    expect(await joined()).toEqual(BY_LOGIN);
    expect(await at.count('"Commit" WHERE "authorUuid" NOT IN (SELECT uuid FROM "Person")')).toBe(0);
    await at.ingest(other, undefined, 'other again');
    expect(await joined()).toEqual({ [ANN]: 'cy@example.com', ...BY_LOGIN });
  });

  it('in a circle with a mailmap leaves one person', async () => {
    await merge(BO, ANN);
    await merge(ANN, HOME);
    await merge(HOME, LOGIN);
    const other = at.emptyRepository('other');
    commitFile(other, '.mailmap', `Ann <${HOME}> <${LOGIN}>\n`);
    git(
      other,
      '-c',
      'user.name=Ann',
      '-c',
      `user.email=${LOGIN}`,
      'commit',
      '-q',
      '--allow-empty',
      '-m',
      'x',
    );
    await at.ingest(other);
    const now = await joined();
    expect(new Set(ALL.map((email) => now[email] ?? email)).size).toBe(1);
  });
});

describe('a split', () => {
  it('makes an account its own person, whatever joined it, and the others stay together', async () => {
    await merge(LOGIN, HOME);
    await merge(ANN, HOME);
    await split(HOME);
    const now = await joined();
    expect(now[HOME]).toBeUndefined();
    expect(now[OLD_LOGIN]).toBeDefined();
    expect(new Set([LOGIN, OLD_LOGIN, ANN].map((email) => now[email] ?? email)).size).toBe(1);
    await split(OLD_LOGIN);
    await map(`# changed\n`);
    expect((await joined())[OLD_LOGIN]).toBeUndefined();
  });

  it('of somebody with one account is refused', async () => {
    await expect(split(ANN)).rejects.toMatchObject({ code: 'conflict' });
  });
});

describe('an undo', () => {
  it('is refused while a later decision stands on it, and of what was taken back', async () => {
    const first = await merge(HOME, ANN);
    const second = await split(HOME);
    await expect(ask({ kind: 'undo', number: first })).rejects.toMatchObject({ code: 'conflict' });
    await ask({ kind: 'undo', number: second });
    const undo = await ask({ kind: 'undo', number: first });
    for (const number of [first, undo]) {
      await expect(ask({ kind: 'undo', number })).rejects.toMatchObject({ code: 'conflict' });
    }
    await expect(ask({ kind: 'undo', number: 99 })).rejects.toMatchObject({ code: 'not_found' });
    expect(await joined()).toEqual(BY_LOGIN);
  });

  it('of every decision, in any order that is allowed, restores every row', async () => {
    const before = await everything();
    const step = fc.record({
      kind: fc.constantFrom('merge', 'split', 'classify'),
      one: fc.nat(4),
      other: fc.nat(4),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 6 }), fc.integer(), async (steps, turn) => {
        const made: number[] = [];
        for (const { kind, one, other } of steps) {
          const [a, b] = [ALL[one] ?? '', ALL[other] ?? ''];
          const asked =
            kind === 'merge'
              ? merge(a, b)
              : kind === 'split'
                ? split(a)
                : ask({ kind: 'classify', person: await uuidOf(a), type: 'bot' });
          await asked.then(
            (number) => made.push(number),
            (error: unknown) => expect(error).toMatchObject({ name: 'AppError' }),
          );
        }
        while (made.length > 0) {
          const order = [...made.slice(Math.abs(turn) % made.length), ...made.toReversed()];
          for (const number of order) {
            const undone = await ask({ kind: 'undo', number }).catch(() => undefined);
            if (undone !== undefined) made.splice(made.indexOf(number), 1);
          }
        }
        expect(await everything()).toEqual(before);
      }),
      { numRuns: runs(24) },
    );
  }, 120_000);
});

describe('a type that is decided', () => {
  it('counts for the whole person, is reversible, and the log says who and when', async () => {
    await merge(HOME, ANN);
    const number = await ask({ kind: 'classify', person: await uuidOf(ANN), type: 'agent' });
    const type = async () =>
      (
        await at.store.rows('SELECT "accountType" AS type, "isBot" AS bot FROM "Person" WHERE email = $1', [
          ANN,
        ])
      )[0];
    expect(await type()).toEqual({ type: 'agent', bot: true });
    await at.ingest(dir);
    expect(await type()).toEqual({ type: 'agent', bot: true });
    await ask({ kind: 'undo', number });
    expect(await type()).toEqual({ type: 'person', bot: false });
    const log = await at.store.rows(
      'SELECT kind, words, "authorName" AS who FROM "PersonDecision" ORDER BY number',
    );
    expect(log).toEqual([
      { kind: 'merge', words: `Merged Ann <${HOME}> into Ann <${ANN}>`, who: ADMIN.email },
      { kind: 'classify', words: `Ann <${ANN}> is an AI agent`, who: ADMIN.email },
      { kind: 'undo', words: `Took back: Ann <${ANN}> is an AI agent`, who: ADMIN.email },
    ]);
  });
});

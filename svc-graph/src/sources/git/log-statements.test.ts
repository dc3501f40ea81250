import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { writerOf } from '../../store/graph-writer.ts';
import { entityUuid, entityUuidSql } from '../../store/uuid.ts';
import { GitFixture } from '../../../test/git-fixture.ts';
import { runs } from '../../../test/runs.ts';
import { aloneIn, logStatements } from './log-statements.ts';
import { type Context, commitUuid } from './normalise.ts';
import { RECORD_END, parseLog } from './records.ts';

const at = new GitFixture();

const context: Context = {
  orgId: 'acme',
  sourceId: `/it's a "path"`,
  repository: `/it's a "path"`,
  repositoryUuid: entityUuid('acme', 'git', 'repository:x'),
  webUrl: 'https://github.com/a/b',
  isShallow: false,
  observedAt: 1_700_000_000,
};

interface Commit {
  readonly sha: string;
  readonly parents: readonly string[];
  readonly author: string;
  readonly at: string;
  readonly message: Buffer;
}

const word = fc.string({ unit: 'grapheme' }).map((text) => text.replaceAll(/[\0\n<>]/g, ''));
const message = fc.oneof(
  fc.string({ unit: 'grapheme' }).map((text) => Buffer.from(text.replaceAll('\0', ''))),
  fc
    .string({ unit: 'grapheme' })
    .map((text) => Buffer.from(`${text.replaceAll('\0', '')}\n\u2003\u00a0\r\n`)),
  fc
    .constantFrom('', '\n', '=', '😀'.repeat(600), `x${'😀'.repeat(100_100)}`)
    .map((text) => Buffer.from(text)),
  fc.constantFrom(Buffer.from('Gr\u00fc\u00dfe', 'latin1'), Buffer.from('\u20ac: 5', 'utf8')),
  // A name that alone would be UTF-8.
  fc.constant(Buffer.concat([Buffer.from('\u20ac: 5\n', 'utf8'), Buffer.from('Gr\u00fc\u00dfe', 'latin1')])),
);
const sha = fc.stringMatching(/^[0-9a-f]{40}$/);
const commits = fc.uniqueArray(
  fc.record({
    sha,
    parents: fc.array(sha, { maxLength: 3 }),
    author: word,
    at: fc.constantFrom('0', '1700000000', '-5', '4102444800', '99999999999999', '', '18446744073709551615'),
    message,
  }),
  { selector: (commit) => commit.sha, minLength: 1, maxLength: 5 },
);

const bytesOf = (commit: Commit) => {
  const name = Buffer.from(commit.author).toString('latin1');
  const identity = [name, `${name}@x`, name, `${name}@x`].join('\n');
  const text = commit.message.toString('latin1');
  const at = `@${commit.at}`;
  return (
    [`${commit.sha} ${commit.parents.join(' ')}`, identity, at, identity, at, `=${text}`].join('\0') +
    RECORD_END
  );
};

function textOf(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes).trimEnd();
  } catch {
    return new TextDecoder('windows-1252').decode(bytes).trimEnd();
  }
}

/** The first paragraph on one line. */
const subjectOf = (text: string) =>
  (text.replaceAll('\r', '').replace(/^\n+/, '').split('\n\n', 1)[0] ?? '')
    .replaceAll(/[ \t]*\n/g, ' ')
    .replace(/ +$/, '');

/** The first so many characters, a character beyond the basic plane being one. */
const first = (text: string, count: number) => [...text].slice(0, count).join('');
const secondsOf = (at: string) => (at === '' || at.length > 12 ? null : Number(at));

/** The engine's tables of Unicode do not list what is unassigned. */
const SEEN = /[^\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Z}\p{M}\u115F\u1160\u2800\u3164\uFFA0]/u;

function nameOf(text: string, sha: string): string {
  const named = [subjectOf(text), ...text.split('\n')].find((line) => SEEN.test(line));
  return named ?? sha.slice(0, 10);
}

function expected(commit: Commit) {
  const text = textOf(commit.message);
  return {
    uuid: commitUuid(context, commit.sha),
    name: nameOf(first(text, 100_000), commit.sha),
    message: first(text, 100_000),
    sourceUrl: `https://github.com/a/b/commit/${commit.sha}`,
    at: secondsOf(commit.at),
    merge: commit.parents.length > 1,
    additions: null,
    files: commit.parents.length > 1 ? 0 : null,
    event: entityUuid('acme', 'git', `event:commit:${commit.sha}`),
    actor: `${commit.author}@x`.toLowerCase(),
    parents: [...new Set(commit.parents)].map((parent) => commitUuid(context, parent)).toSorted(),
  };
}

const READ = `SELECT c.uuid, c.name, c.message, c."sourceUrl", epoch(c."committedAt")::DOUBLE AS at, c."isMerge" AS merge,
    c.additions::INTEGER AS additions, c."changedFiles"::INTEGER AS files, e.uuid AS event, p.email AS actor,
    (SELECT coalesce(list_sort(list_distinct(list(r."toUuid"::VARCHAR))), []) FROM "Relation" r WHERE r."fromUuid" = c.uuid) AS parents
  FROM "Commit" c JOIN "Event" e ON e."entityUuid" = c.uuid JOIN "Person" p ON p.uuid = c."authorUuid" ORDER BY c.sha`;

async function load(bytes: string, before: 'none' | 'some'): Promise<void> {
  await writerOf(at.store).commit(logStatements(parseLog(bytes), context, aloneIn(context, before)));
}

describe('commits taken apart by the engine', () => {
  it('are what their bytes say, whatever those are', async () => {
    await fc.assert(
      fc.asyncProperty(commits, async (batch) => {
        for (const table of [
          'Commit',
          'Event',
          'Person',
          'Relation',
          'Identity',
          'IdentityLink',
          'SourceRecord',
        ])
          await at.store.run(`DELETE FROM "${table}"`);
        const bytes = batch.map(bytesOf).join('');
        await load(bytes, 'none');
        const want = batch.toSorted((left, right) => (left.sha < right.sha ? -1 : 1)).map(expected);
        expect(await at.store.rows(READ)).toEqual(want);
        await load(bytes, 'some');
        expect(await at.store.rows(READ)).toEqual(want);
      }),
      { numRuns: runs(40) },
    );
  });

  it('have the uuids that are made elsewhere', async () => {
    await fc.assert(
      fc.asyncProperty(word, word, async (org, id) => {
        const [row] = await at.store.rows<{ uuid: string }>(
          `SELECT ${entityUuidSql('$1::VARCHAR', 'git', '$2::VARCHAR')} AS uuid`,
          [org, id],
        );
        expect(row?.uuid).toBe(entityUuid(org, 'git', id));
      }),
    );
  });
});

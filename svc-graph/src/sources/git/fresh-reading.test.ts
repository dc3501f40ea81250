import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { GitFixture, git } from '../../../test/git-fixture.ts';
import { runs } from '../../../test/runs.ts';

const at = new GitFixture();

interface Written {
  readonly author: readonly [name: string, email: string];
  readonly committer: readonly [name: string, email: string];
  readonly written: number;
  readonly helper: readonly [name: string, email: string] | null;
  readonly file: string;
}

const NAMES = ['Ann', 'Ann B.', '"Ann"', 'ann', 'Änn', '\u200b'] as const;
const EMAILS = [
  'ann@example.com',
  'Bo@example.com',
  '7+cy@users.noreply.github.com',
  'cy@users.noreply.github.com',
];
const signature = fc.tuple(fc.constantFrom(...NAMES), fc.constantFrom(...EMAILS));
const written: fc.Arbitrary<Written> = fc.record({
  author: signature,
  committer: signature,
  written: fc.integer({ min: 1_600_000_000, max: 1_600_400_000 }),
  helper: fc.option(fc.tuple(fc.constantFrom(...NAMES), fc.constantFrom(...EMAILS, 'dee@example.com'))),
  file: fc.constantFrom('a', 'b', 'c'),
});

let commits = 0;

/** A commit as git imports it, an hour after the one before. */
function imported({ author, committer, written: moment, helper, file }: Written, from: string): string {
  commits += 1;
  const trailer = helper ? `\n\nCo-authored-by: ${helper[0]} <${helper[1]}>` : '';
  const message = `Change ${String(commits)}${trailer}`;
  const text = String(commits);
  return [
    'commit refs/heads/main',
    `author ${author[0]} <${author[1]}> ${String(moment)} +0000`,
    `committer ${committer[0]} <${committer[1]}> ${String(1_600_000_000 + commits * 3_600)} +0000`,
    `data ${String(Buffer.byteLength(message))}`,
    `${message}${from === '' ? '' : `\nfrom ${from}`}`,
    `M 100644 inline ${file}`,
    `data ${String(text.length)}`,
    `${text}\n`,
  ].join('\n');
}

/** Writes commits upon one that is there, in the place of what stood upon it. */
function write(dir: string, from: string, changes: readonly Written[]): void {
  const input = changes.map((change, index) => imported(change, index === 0 ? from : '')).join('');
  if (input !== '') execFileSync('git', ['-C', dir, 'fast-import', '--quiet', '--force'], { input });
}

const TABLES = [
  'Commit',
  'Event',
  'Person',
  'Relation',
  'Identity',
  'IdentityLink',
  'JoinedPerson',
  'SourceRecord',
];
const MORE = ['SourceFile', 'Branch', 'Release', 'Repository', 'RawPayload', 'Source'];

async function forget(): Promise<void> {
  for (const table of [...TABLES, ...MORE]) await at.store.run(`DELETE FROM "${table}"`);
}

/** What people, events and files say of themselves, but for when they were read. */
async function told() {
  const people = await at.store.rows(
    'SELECT email, name, "createdAt", "updatedAt" FROM "Person" WHERE NOT deleted ORDER BY ALL',
  );
  const events = await at.store.rows(
    `SELECT e.action, e.name, e."occurredAt", p.email FROM "Event" e LEFT JOIN "Person" p ON p.uuid = e."actorUuid"
     WHERE e."entityType" = 'Commit' ORDER BY ALL`,
  );
  const files = await at.store.rows(
    'SELECT path, removed, "createdAt", "updatedAt", "formerPaths" FROM "SourceFile" WHERE NOT deleted ORDER BY ALL',
  );
  return { people, events, files };
}

/** How each address was last spelt by its author, else by its committer. */
function spellings(dir: string): Map<string, string> {
  const lines = git(dir, 'log', '--format=%ae%x00%an%x00%at%x00%ce%x00%cn%x00%ct').split('\n');
  const signed = lines.flatMap((line) => {
    const [author = '', name = '', at = '', committer = '', other = '', then = ''] = line.split('\0');
    return [
      { email: author.toLowerCase(), name, own: 1, at: Number(at) },
      { email: committer.toLowerCase(), name: other, own: 0, at: Number(then) },
    ];
  });
  const visible = signed.filter(({ name }) => name !== '\u200b');
  const ordered = visible.toSorted(
    (one, other) => one.own - other.own || one.at - other.at || (one.name < other.name ? 1 : -1),
  );
  return new Map(ordered.map(({ email, name }) => [email, name]));
}

it('people, events and files are the same whether a history was read at once or as it was rewritten', async () => {
  const history = fc.array(written, { minLength: 1, maxLength: 5 });
  await fc.assert(
    fc.asyncProperty(history, history, fc.nat({ max: 3 }), async (first, then, dropped) => {
      await forget();
      const dir = at.emptyRepository(`repo-${String(commits)}-${String(Math.random()).slice(2)}`);
      write(dir, '', first);
      await at.ingest(dir);
      const kept = Math.max(0, first.length - 1 - dropped);
      write(dir, git(dir, 'rev-parse', `main~${String(first.length - 1 - kept)}`), then);
      await at.ingest(dir);
      const grown = await told();
      await forget();
      await at.ingest(dir);
      expect(grown).toEqual(await told());
      const own = spellings(dir);
      const named = grown.people as { email: string; name: string }[];
      const shown = new Map(named.map(({ email, name }) => [email, name]));
      for (const [email, name] of own) if (shown.has(email)) expect(shown.get(email)).toBe(name);
    }),
    { numRuns: runs(12) },
  );
});

import { writerOf } from '../../store/graph-writer.ts';
import { describe, expect, it } from 'vitest';
import { GitFixture, commitFile, git } from '../../../test/git-fixture.ts';
import { accountNature } from './account-type.ts';
import { renormaliseGit } from './renormalise.ts';

const at = new GitFixture();

const commitAs = (dir: string, name: string, email: string, message = 'By hand') =>
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

/** Who is there, with how many commits they wrote. */
async function authors(): Promise<Record<string, number>> {
  const rows = await at.store.rows<{ who: string; n: number }>(
    `SELECT p.name || ' <' || p.email || '>' AS who, count(c.uuid)::INTEGER AS n
     FROM "Person" p LEFT JOIN "Commit" c ON c."authorUuid" = p.uuid AND NOT c.deleted WHERE NOT p.deleted GROUP BY 1`,
  );
  return Object.fromEntries(rows.map(({ who, n }) => [who, n]));
}

/** What git says with the mailmap of HEAD. */
function authorsOf(dir: string): Record<string, number> {
  const found: Record<string, number> = {};
  for (const who of git(dir, 'log', '--all', '--format=%aN <%aE>').split('\n'))
    found[who] = (found[who] ?? 0) + 1;
  return found;
}

describe('people', () => {
  it('are those of the mailmap as it is now: grown, shortened, gone', async () => {
    const dir = at.emptyRepository();
    commitFile(dir, 'a', '1');
    commitAs(dir, 'Ann', 'ann@home.example');
    commitAs(dir, 'Bo', 'bo@example.com');
    commitAs(dir, 'Bo', 'bo@home.example');
    const MAPS = [
      'Ann <ann@example.com> <ann@home.example>\nBo <bo@example.com> <bo@home.example>\n',
      'Bo <bo@example.com> <bo@home.example>\n',
      'Ann <ann@home.example> <ann@example.com>\n',
      '',
    ];
    for (const map of MAPS) {
      commitFile(dir, '.mailmap', `# ${String(map.length)}\n${map}`, `Map ${String(map.length)}`);
      await at.ingest(dir);
      expect(await authors()).toEqual(authorsOf(dir));
    }
    expect(await at.count('"Event" e JOIN "Person" p ON p.uuid = e."actorUuid" WHERE p.deleted')).toBe(0);
  });

  it('follow the mailmap of another repository as long as it says so', async () => {
    const [plain, mapped] = [at.emptyRepository('plain'), at.emptyRepository('mapped')];
    commitAs(plain, 'Ann', 'ann@home.example');
    commitFile(mapped, '.mailmap', 'Ann <ann@example.com> <ann@home.example>\n');
    commitAs(mapped, 'Ann', 'ann@home.example');
    await at.ingest(plain);
    await at.ingest(mapped);
    expect(await authors()).toEqual({ 'Ann <ann@example.com>': 3 });
    commitFile(mapped, '.mailmap', '# nobody\n', 'Take it back');
    await at.ingest(mapped);
    expect(await authors()).toEqual({ 'Ann <ann@example.com>': 2, 'Ann <ann@home.example>': 2 });
  });

  it('are one by the login of a no-reply address, and never by a name', async () => {
    const dir = at.emptyRepository();
    commitAs(dir, '翠', 'green@sapphi.red');
    commitAs(dir, '翠', '49056869+sapphi-red@users.noreply.github.com');
    commitAs(dir, 'sapphi', 'sapphi-red@users.noreply.github.com');
    await at.ingest(dir);
    expect(await authors()).toEqual({
      '翠 <green@sapphi.red>': 1,
      '翠 <49056869+sapphi-red@users.noreply.github.com>': 2,
    });
  });

  it('are bots by any of their accounts, and by a name only where all have such a name', async () => {
    const dir = at.emptyRepository();
    commitAs(dir, 'Copilot', '198982749+Copilot@users.noreply.github.com');
    commitAs(dir, 'copilot-swe-agent[bot]', '198982749+Copilot@users.noreply.github.com');
    commitAs(dir, 'Github', '78469050+softwareincgithub@users.noreply.github.com');
    commitAs(dir, 'GitHub Actions Bot', 'eslint@googlegroups.com');
    commitAs(dir, 'Jo Smith', 'jo@example.com');
    commitAs(dir, 'Release Bot', 'jo@example.com');
    await at.ingest(dir);
    const natures = await at.store.rows(
      'SELECT email, "isBot" AS bot, "accountType" AS type FROM "Person" WHERE NOT deleted ORDER BY email',
    );
    expect(natures).toEqual([
      { email: '198982749+copilot@users.noreply.github.com', bot: true, type: 'agent' },
      { email: '78469050+softwareincgithub@users.noreply.github.com', bot: false, type: 'person' },
      { email: 'eslint@googlegroups.com', bot: true, type: 'bot' },
      { email: 'jo@example.com', bot: false, type: 'person' },
    ]);
  });

  it('are co-authors of what they helped with, also under another address, and not of their own', async () => {
    const dir = at.emptyRepository();
    commitFile(dir, '.mailmap', 'Bo <bo@example.com> <bo@home.example>\n');
    commitAs(dir, 'Bo', 'bo@home.example');
    const text = [
      'Pair',
      '',
      'Co-authored-by: Bo <bo@home.example>',
      'co-authored-by: Claude <noreply@anthropic.com>',
      'Co-Authored-By: Ann <ann@example.com>',
    ];
    commitFile(dir, 'a', '1', text.join('\n'));
    const source = await at.ingest(dir);
    const helped = () =>
      at.store.rows(
        `SELECT p.email, p."accountType" AS type FROM "Relation" e JOIN "Person" p ON p.uuid = e."toUuid"
         WHERE e.relation = 'coAuthored' AND NOT p.deleted ORDER BY 1`,
      );
    const expected = [
      { email: 'bo@example.com', type: 'person' },
      { email: 'noreply@anthropic.com', type: 'agent' },
    ];
    expect(await helped()).toEqual(expected);
    const { signal } = new AbortController();
    await renormaliseGit({ writer: writerOf(at.store), orgId: 'acme', source, signal });
    expect(await helped()).toEqual(expected);
  });
});

it('each co-author of a batch belongs to the commit whose message names them', async () => {
  const dir = at.emptyRepository();
  const helped = [
    ['One', 'cy@example.com'],
    ['Two'],
    ['Three', 'dee@example.com', 'cy@example.com'],
    ['Four', 'eve@example.com'],
  ];
  for (const [subject = '', ...emails] of helped)
    commitFile(
      dir,
      'a',
      subject,
      [subject, '', ...emails.map((email) => `Co-authored-by: X <${email}>`)].join('\n'),
    );
  await at.ingest(dir);
  const edges = await at.store.rows<{ subject: string; email: string }>(
    `SELECT c.name AS subject, p.email FROM "Relation" e JOIN "Person" p ON p.uuid = e."toUuid"
     JOIN "Commit" c ON c.uuid = e."fromUuid" WHERE e.relation = 'coAuthored'`,
  );
  const pairs = helped.flatMap(([subject, ...emails]) => emails.map((email) => `${subject} ${email}`));
  expect(edges.map(({ subject, email }) => `${subject} ${email}`).sort()).toEqual(pairs.sort());
});

describe('what an account is', () => {
  it.each([
    ['Claude', 'noreply@anthropic.com', 'agent'],
    ['anthropic-code-agent[bot]', '1+anthropic-code-agent[bot]@users.noreply.github.com', 'agent'],
    ['renovate[bot]', '29139614+renovate[bot]@users.noreply.github.com', 'bot'],
    ['GitHub', 'noreply@github.com', 'bot'],
    ['Automated', 'action@github.com', 'bot'],
    ['ESLint Jenkins', 'eslint@googlegroups.com', 'bot'],
    ['vitebot', 'vitebot@example.com', 'bot'],
    ['codetriage-readme-bot', 'readme-bot@codetriage.com', 'bot'],
    ['Renovate Bot', 'bot@renovateapp.com', 'bot'],
    ['Greg Talbot', 'greg.talbot@example.com', 'person'],
    ['Talbot', 'talbot@example.com', 'person'],
    ['Claude Monet', 'claude@monet.example', 'person'],
    ['Jules', 'jules@example.com', 'person'],
    ['jenkins', '5+jenkinsfan@users.noreply.github.com', 'person'],
    ['Github', 'lucia@example.com', 'person'],
  ])('%s <%s> is a %s', (name, email, type) => {
    expect(accountNature(name, email).type).toBe(type);
  });
});

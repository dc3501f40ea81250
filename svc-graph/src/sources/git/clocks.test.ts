import { expect, it } from 'vitest';
import { GitFixture, commitFile, git } from '../../../test/git-fixture.ts';

const at = new GitFixture();

const DATES = [
  '2024-03-10T23:30:00+05:30',
  '2024-03-10T00:15:00-09:30',
  '2024-02-29T12:00:00+00:00',
  '2023-12-31T23:59:59+14:00',
  '2001-01-01T03:00:00+0000',
];

it('commits know the clock of their author, as git tells it', async () => {
  const dir = at.emptyRepository();
  for (const [index, date] of DATES.entries())
    git(dir, 'commit', '-q', '--allow-empty', '-m', String(index), `--date=${date}`);
  await at.ingest(dir);
  const told = git(dir, 'log', '--format=%ad', '--date=format:%H %A %z').split('\n');
  const expected = told.map((line) => {
    const [hour, weekday, offset = ''] = line.split(' ');
    return { hour: Number(hour), weekday, zone: `${offset.slice(0, 3)}:${offset.slice(3)}` };
  });
  const rows = await at.store.rows(
    `SELECT "localHour"::INTEGER AS hour, "localWeekday" AS weekday, "utcOffset" AS zone FROM "Commit" ORDER BY name DESC`,
  );
  expect(rows).toEqual(expected);
});

it('subjects are whole, on one line and without carriage returns, as git tells them', async () => {
  const dir = at.emptyRepository();
  const messages = ['One', 'Wrapped\nsubject\n\nBody', 'CRLF\r\n\r\nBody\r\n', 'CRLF\r\nwrapped\r\n\r\nBody'];
  for (const message of messages) commitFile(dir, 'a', message, message);
  git(
    dir,
    '-c',
    'core.commentChar=;',
    'commit',
    '-q',
    '--allow-empty',
    '--cleanup=verbatim',
    '-m',
    'Two  \nlines\n',
  );
  await at.ingest(dir);
  const names = await at.store.rows<{ name: string }>('SELECT name FROM "Commit"');
  expect(names.map(({ name }) => name).toSorted()).toEqual(
    git(dir, 'log', '--format=%s').split('\n').toSorted(),
  );
});

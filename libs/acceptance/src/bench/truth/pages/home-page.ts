import type { Highlights } from '@cairn/contracts';
import { type Query, withDefaultBranch } from '@cairn/query';
import { peopleQuery } from '../../../../../../mfe-workspace/src/home/people-query.ts';
import { homeFigures, homeQuestions } from '../../../../../../mfe-workspace/src/home/questions.ts';
import type { Compared } from '../compare.ts';
import type { HistoryCommit } from '../git-history.ts';
import { humanOf } from '../one-human.ts';
import { topFolderOf } from '../paths.ts';
import { authorClock, wallClock } from '../wall-clock.ts';
import { isoOf, touchedBy } from './history-facts.ts';
import { type OpenPages, type Said, comparedPages, inAnyOrder } from './page.ts';

const DAY = 86_400;
const ZONE = 'UTC';
const COUNT = 'count(Commit.uuid)';

interface Window {
  readonly start: number;
  readonly end: number;
}

/** The last whole weeks of a history, about a year of them, as Home shows one that ended. */
function lastYear(commits: readonly HistoryCommit[]): Window {
  const last = commits.reduce((most, { committedAt }) => Math.max(most, committedAt), 0);
  return { start: last + 1 - 365 * DAY, end: last + 1 };
}

const isWithin =
  ({ start, end }: Window) =>
  (at: number) =>
    at >= start && at < end;

/** The tiles of a window, by git; a person whom Cairn takes for a bot is none. */
function countTiles({ facts }: OpenPages, window: Window, bots: ReadonlySet<string>): Record<string, number> {
  const within = isWithin(window);
  const commits = facts.history.commits.filter(
    (commit) => facts.isOnDefault(commit) && within(commit.committedAt),
  );
  const people = new Set(commits.map(({ author }) => humanOf(author)).filter((human) => !bots.has(human)));
  const files = new Set(commits.flatMap((commit) => commit.files.map(({ path }) => path)));
  const releases = facts.history.tags.filter(({ at }) => within(at));
  return { commits: commits.length, people: people.size, files: files.size, releases: releases.length };
}

/** The week of a moment, by its Monday. */
const labelWeek = (at: number) => wallClock(ZONE).label('week', at);

function chartsOf({ facts }: OpenPages, window: Window, bots: ReadonlySet<string>): Said {
  const within = isWithin(window);
  const commits = facts.history.commits.filter(
    (commit) => facts.isOnDefault(commit) && within(commit.committedAt),
  );
  const clocks = commits.map(({ authoredAt, offset }) => authorClock(authoredAt, offset));
  const people = commits.map(({ author }) => humanOf(author)).filter((human) => !bots.has(human));
  return {
    'commits a week': inAnyOrder(commits.map(({ committedAt }) => labelWeek(committedAt))),
    'where the work happens': touchedBy(commits, topFolderOf),
    'when commits are made': inAnyOrder(clocks.map(({ hour, weekday }) => `${weekday} ${String(hour)}`)),
    'who was active': inAnyOrder(people),
  };
}

async function botsOf({ served, facts }: OpenPages): Promise<ReadonlySet<string>> {
  const { data } = await served.ask('group-bys', {
    select: ['Commit'],
    groupBys: [{ target: 'Person', attribute: 'uuid' }],
    aggregations: [{ target: 'Commit', attribute: 'uuid', reducer: 'count' }],
    filters: [{ target: 'Person', attribute: 'isBot', comparison: { IN: [true] } }],
    limit: 1_000_000,
  });
  return new Set(data.map((row) => facts.humanOf(String(row['Person.uuid']))));
}

async function chartsShown(
  { served, facts }: OpenPages,
  questions: readonly Query[],
  people: Query,
): Promise<Said> {
  const [weeks, places, hours] = questions;
  const series = weeks ? (await served.ask('time-series', weeks)).data : [];
  const folders = places ? (await served.ask('group-bys', { ...places, limit: 1_000_000 })).data : [];
  const clocks = hours ? (await served.ask('group-bys', hours)).data : [];
  const groupBys = [{ target: 'Person', attribute: 'uuid' }];
  const active = (await served.ask('group-bys', { ...people, groupBys, order: [], limit: 1_000_000 })).data;
  const counted = (rows: typeof series, pickName: (row: (typeof series)[number]) => string) =>
    Object.fromEntries(
      rows.filter((row) => row[COUNT] !== 0).map((row) => [pickName(row), row[COUNT] as number]),
    );
  return {
    'commits a week': counted(series, (row) => labelWeek(Date.parse(String(row['timestamp'])) / 1_000)),
    'where the work happens': counted(folders, (row) => String(row['SourceFile.topFolder'])),
    'when commits are made': counted(
      clocks,
      (row) => `${String(row['Commit.localWeekday'])} ${String(row['Commit.localHour'])}`,
    ),
    'who was active': counted(active, (row) => facts.humanOf(String(row['Person.uuid']))),
  };
}

/** Opens Home for the last year of the history, and compares tiles, their comparison, charts and people. */
export async function homePage(pages: OpenPages): Promise<Compared[]> {
  const { served, facts } = pages;
  const window = lastYear(facts.history.commits);
  const range = { startDate: isoOf(window.start), endDate: isoOf(window.end) };
  const bots = await botsOf(pages);
  const { data } = (await served.call('graph-search/overview-highlights', {
    ...range,
    timezone: ZONE,
    branches: 'default',
  })) as Pick<Highlights, 'data'>;
  const before = { start: 2 * window.start - window.end, end: window.start };
  const said = (of: (key: string) => number) =>
    Object.fromEntries(['commits', 'people', 'files', 'releases'].map((key) => [key, of(key)]));
  const highlight = (key: string) => data.find((each) => each.key === key);
  const tiles: Record<string, number> = {};
  for (const { id, query, column } of homeFigures(range, ZONE))
    tiles[id] = ((await served.ask('group-bys', withDefaultBranch(query))).data[0]?.[column] ?? 0) as number;
  const questions = homeQuestions(range, ZONE, true).map(({ query }) => withDefaultBranch(query));
  const git = countTiles(pages, window, bots);
  return comparedPages('Home', [
    {
      key: 'the last year',
      git: {
        tiles: git,
        'tiles of the highlights': git,
        'the year before': countTiles(pages, before, bots),
        ...chartsOf(pages, window, bots),
      },
      cairn: {
        tiles,
        'tiles of the highlights': said((key) => highlight(key)?.value ?? 0),
        'the year before': said((key) => highlight(key)?.previous ?? 0),
        ...(await chartsShown(pages, questions, withDefaultBranch(peopleQuery(range, ZONE)))),
      },
    },
  ]);
}

import type { Rows } from '@cairn/contracts';
import type { QueryInput } from '@cairn/query';
import { randomFrom } from '../../fixture-cast.ts';
import { type People, allFigures, drilledFigures } from './all-figures.ts';
import { drilledCells } from './cells.ts';
import { type Compared, type Difference, differenceOf } from './compare.ts';
import type { GitFigure } from './figures.ts';
import type { GitHistory } from './git-history.ts';
import { humanOf as humanOfSigner } from './one-human.ts';
import { pageFigures } from './pages/all-pages.ts';
import { COMMIT_COLUMNS, allRows, commitRows, refRows } from './rows.ts';
import type { ServedHistory } from './served-history.ts';

type Ask = (path: string, query: QueryInput) => Promise<Rows>;

/** How many figures were compared, of how many single values, and those that differ. */
export interface CheckedHistory {
  readonly figures: number;
  readonly values: number;
  readonly differences: readonly Difference[];
}

/** Cells of each grouped figure that are drilled into; fifty in all. */
const CELLS = 5;
/** Pages of each sort that are opened. */
const PAGES = 20;

async function answered(figure: GitFigure, ask: Ask): Promise<Compared> {
  const { data } = await ask('group-bys', figure.query);
  const { name, expected } = figure;
  return { name, expected, actual: data.map((row) => [figure.key(row), row[figure.column] ?? null]) };
}

/** Which human each person of Cairn is, by one of their commits. */
function peopleIn(history: GitHistory, rows: readonly Readonly<Record<string, unknown>>[]): People {
  const bySha = new Map(history.commits.map((commit) => [commit.sha, commit]));
  const found = new Map<string, string>();
  for (const row of rows) {
    const commit = bySha.get(String(row['Commit.sha']));
    if (!commit) continue;
    found.set(String(row['Committer.uuid']), humanOfSigner(commit.committer));
    found.set(String(row['Person.uuid']), humanOfSigner(commit.author));
  }
  return { human: humanOfSigner, humanOf: (uuid) => found.get(uuid) ?? `nobody of git: ${uuid}` };
}

/** What is compared: the cells and pages that a seed draws, pages of each sort, and grouped figures by their names. */
interface Extent {
  readonly seed?: number;
  readonly pages?: number;
  readonly wants?: (name: string) => boolean;
}

/** Compares every figure of a repository, and those of its pages, with git's plumbing. */
export async function checkHistory(
  history: GitHistory,
  served: Pick<ServedHistory, 'ask' | 'call'>,
  { seed = 1, pages = PAGES, wants = () => true }: Extent = {},
): Promise<CheckedHistory> {
  const { ask } = served;
  const rows = await allRows(ask, 'Commit', COMMIT_COLUMNS);
  const compared = [...commitRows(history, rows), ...(await refRows(history, ask))];
  const people = peopleIn(history, rows);
  for (const figure of allFigures(history, people).filter(({ name }) => wants(name)))
    compared.push(await answered(figure, ask));
  const random = randomFrom(seed);
  for (const figure of drilledFigures(history).filter(({ name }) => wants(name)))
    compared.push(...(await drilledCells(figure, CELLS, random, ask)));
  const { humanOf } = people;
  compared.push(...(await pageFigures({ history, served, random, most: pages, commits: rows, humanOf })));
  return {
    figures: compared.length,
    values: compared.reduce((sum, { expected }) => sum + expected.size, 0),
    differences: compared.flatMap((each) => differenceOf(each) ?? []),
  };
}

import type { Random } from '../../../fixture-cast.ts';
import type { Compared } from '../compare.ts';
import type { GitHistory } from '../git-history.ts';
import { allRows } from '../rows.ts';
import type { ServedHistory } from '../served-history.ts';
import { branchPages } from './branch-page.ts';
import { commitPages } from './commit-page.ts';
import { filePages } from './file-page.ts';
import { historyFacts } from './history-facts.ts';
import { homePage } from './home-page.ts';
import type { OpenPages } from './page.ts';
import { personPages } from './person-page.ts';
import { releasePages } from './release-page.ts';
import { repositoryPage } from './repository-page.ts';

type Row = Readonly<Record<string, unknown>>;

const uuidsBy = (rows: readonly Row[], pickName: (row: Row) => string) =>
  new Map(rows.map((row) => [pickName(row), String(row['uuid'])]));

interface Opened {
  readonly history: GitHistory;
  readonly served: Pick<ServedHistory, 'ask' | 'call'>;
  readonly random: Random;
  readonly most: number;
  /** The rows of all commits, with their people. */
  readonly commits: readonly Row[];
  humanOf(personUuid: string): string;
}

/** Opens pages of each sort as a browser does, and compares their figures with git's. */
export async function pageFigures({
  history,
  served,
  random,
  most,
  commits,
  humanOf,
}: Opened): Promise<Compared[]> {
  const bySha = new Map(history.commits.map((commit) => [commit.sha, commit]));
  const shas = new Map(commits.map((row) => [String(row['uuid']), String(row['Commit.sha'])]));
  const commitOf = (uuid: string) => bySha.get(shas.get(uuid) ?? '');
  const pages: OpenPages = { facts: historyFacts(history, { humanOf, commitOf }), served, random, most };
  const rowsOf = (kind: string, column: string) => allRows(served.ask, kind, [column]);
  const named = async (kind: string, column: string) =>
    uuidsBy(await rowsOf(kind, column), (row) => String(row[column]));
  const signers = [...new Set(commits.flatMap((row) => [row['Person.uuid'], row['Committer.uuid']]))];
  const people = new Map(signers.map((uuid) => [humanOf(String(uuid)), String(uuid)]));
  const [repository] = await rowsOf('Repository', 'Repository.name');
  return [
    ...(await homePage(pages)),
    ...(await repositoryPage(pages, String(repository?.['uuid']))),
    ...(await personPages(pages, people)),
    ...(await filePages(pages, await named('SourceFile', 'SourceFile.path'))),
    ...(await branchPages(pages, await named('Branch', 'Branch.name'))),
    ...(await releasePages(pages, await named('Release', 'Release.tagName'))),
    ...(await commitPages(
      pages,
      uuidsBy(commits, (row) => String(row['Commit.sha'])),
    )),
  ];
}

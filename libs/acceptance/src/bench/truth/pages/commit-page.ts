import type { ChangedFile } from '@cairn/contracts';
import type { Compared } from '../compare.ts';
import type { HistoryCommit } from '../git-history.ts';
import { filesOf, linesOf } from '../measures.ts';
import { humanOf } from '../one-human.ts';
import { shownName } from '../rows.ts';
import { drawn } from '../cells.ts';
import { eventsOf, isoOf, releasedLine } from './history-facts.ts';
import {
  type OpenedPage,
  type OpenPages,
  type Said,
  comparedPages,
  detailOf,
  readProperty,
  timelineOf,
  toldEvents,
  readTotal,
} from './page.ts';

const isMerge = (commit: HistoryCommit) => commit.isMerge;
const changed = (commit: HistoryCommit, changes: string) =>
  filesOf(commit, ({ files }) => files.filter(({ change }) => changes.includes(change)).length);

const WORDS: Readonly<Record<string, string>> = { A: 'added', D: 'deleted', R: 'renamed' };

function header(commit: HistoryCommit): Said {
  return {
    title: shownName(commit),
    message: commit.message.trimEnd(),
    sha: commit.sha,
    written: isoOf(commit.authoredAt),
    committed: isoOf(commit.committedAt),
    'is a merge': isMerge(commit),
    'lines added': linesOf(commit, 'added'),
    'lines deleted': linesOf(commit, 'deleted'),
    'files changed': filesOf(commit, ({ files }) => files.length),
    'files added': changed(commit, 'A'),
    'files modified': changed(commit, 'MT'),
    'files deleted': changed(commit, 'D'),
    'files renamed': changed(commit, 'R'),
  };
}

/** What git says of the page of a commit. */
function readGit({ facts }: OpenPages, commit: HistoryCommit): Said {
  const { sha, files, parents } = commit;
  const tags = facts.history.tags.filter((tag) => tag.sha === sha).map(releasedLine);
  const lines = [...eventsOf(commit).map(({ line }) => line), ...tags];
  const listed = files.map(({ path, change, added, deleted }) => [
    path,
    `${WORDS[change] ?? 'modified'} +${String(added)} -${String(deleted)}`,
  ]);
  return {
    ...header(commit),
    author: humanOf(commit.author),
    committer: humanOf(commit.committer),
    branch: facts.branchOf.get(sha) ?? null,
    'first released in': facts.releaseOf.get(sha) ?? null,
    parents: new Set(parents.filter((parent) => facts.bySha.has(parent))).size,
    children: facts.children.get(sha) ?? 0,
    files: isMerge(commit) || commit.told === 'nothing' ? 0 : files.length,
    'change set': isMerge(commit) || commit.told !== 'lines' ? {} : Object.fromEntries(listed),
    ...toldEvents(lines, lines.length),
  };
}

async function changeSet({ served }: OpenPages, entityUuid: string): Promise<Said> {
  const { data, meta } = (await served.call('entity-diff', { entityUuid })) as {
    data: ChangedFile[];
    meta: { total: number };
  };
  if (data.length < meta.total) return {};
  const listed = data.map(({ path, change, additions, deletions }) => [
    path,
    `${change} +${String(additions)} -${String(deletions)}`,
  ]);
  return { 'change set': Object.fromEntries(listed) as Record<string, string> };
}

async function shownOf(pages: OpenPages, commit: HistoryCommit, uuid: string): Promise<Said> {
  const page = await detailOf(pages, uuid);
  const [author, committer] = ['Person', 'Committer'].map(
    (name) => page.relations.find((each) => each.name === name)?.items[0]?.uuid ?? '',
  );
  const first = (name: string) => page.relations.find((each) => each.name === name)?.items[0]?.name ?? null;
  const isTold = !isMerge(commit) && commit.told === 'lines';
  return {
    title: page.name,
    message: String(page.properties['message'] ?? '').trimEnd(),
    sha: readProperty(page, 'sha'),
    written: readProperty(page, 'authoredAt'),
    committed: readProperty(page, 'committedAt'),
    'is a merge': readProperty(page, 'isMerge'),
    'lines added': readProperty(page, 'additions'),
    'lines deleted': readProperty(page, 'deletions'),
    'files changed': readProperty(page, 'changedFiles'),
    'files added': readProperty(page, 'totalFilesAdded'),
    'files modified': readProperty(page, 'totalFilesModified'),
    'files deleted': readProperty(page, 'totalFilesDeleted'),
    'files renamed': readProperty(page, 'totalFilesRenamed'),
    author: pages.facts.humanOf(author ?? ''),
    committer: pages.facts.humanOf(committer ?? ''),
    branch: first('Branch'),
    'first released in': first('Release'),
    parents: readTotal(page, 'Parent'),
    children: readTotal(page, 'Child'),
    files: readTotal(page, 'SourceFile'),
    'change set': {},
    ...(isTold ? await changeSet(pages, uuid) : {}),
    ...(await timelineOf(pages, uuid)),
  };
}

/** Opens pages of commits that were drawn, and compares header, files and timeline. */
export async function commitPages(pages: OpenPages, uuids: ReadonlyMap<string, string>): Promise<Compared[]> {
  const opened: OpenedPage[] = [];
  for (const commit of drawn(pages.facts.history.commits, pages.most, pages.random)) {
    const uuid = uuids.get(commit.sha);
    if (uuid === undefined) continue;
    const key = commit.sha.slice(0, 10);
    opened.push({ key, git: readGit(pages, commit), cairn: await shownOf(pages, commit, uuid) });
  }
  return comparedPages('Commit', opened);
}

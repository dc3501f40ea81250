import type { z } from 'zod';
import type { SourcePage } from '../payload.ts';
import { askGithub } from './ask.ts';
import { type From, type GithubReading, isOpenSecond } from './cursor.ts';
import { type ListedRepository, WorkAnswer } from './payloads.ts';
import { BRANCHES, LISTS } from './queries.ts';
import { wholeDiscussion, wholeIssue, wholePullRequest } from './whole.ts';

export type List = keyof typeof LISTS;

const NO_PAGE = { nodes: [], pageInfo: { hasNextPage: false, endCursor: null } };

/** The lists that a day may bound. */
const WORK: readonly List[] = ['pullRequests', 'issues', 'discussions'];

/** One page of a list, each item whole. */
async function readPage(from: From, list: List, id: string, after: string | null, until: string) {
  const since = WORK.includes(list) ? from.settings.since : '';
  const variables = { id, after };
  const { node } = await askGithub(from, { query: LISTS[list], variables, answer: WorkAnswer });
  const { nodes, pageInfo } = node?.[list] ?? NO_PAGE;
  const changed = nodes.filter(({ updatedAt }) => updatedAt >= until && updatedAt >= since);
  const items: object[] = [];
  for (const item of changed)
    if ('reviews' in item) items.push(await wholePullRequest(from, item));
    else if ('labels' in item) items.push(await wholeIssue(from, item));
    else items.push('comments' in item ? await wholeDiscussion(from, item) : item);
  return { items, isUnchangedBelow: changed.length < nodes.length, pageInfo };
}

/** What is first in a list by creation says nothing of the order of changes, so a whole page must be unchanged. */
const BY_CREATION: readonly List[] = ['releases', 'deployments'];

/** The moment of the latest change of a list, as far as its head tells. */
function newestIn(repository: ListedRepository, list: List): string {
  const moments = (repository[list]?.nodes ?? []).map(({ updatedAt }) => updatedAt);
  return moments.toSorted().at(-1) ?? '';
}

/** How payloads name a repository. */
export const tellPlace = ({ url, name, known }: ListedRepository) => ({
  url,
  name,
  ...(known === undefined ? {} : { known }),
});

function placeFor(repository: ListedRepository, list: List) {
  const place = tellPlace(repository);
  if (list !== 'issues') return place;
  const { milestones } = repository;
  return { ...place, milestones: (milestones?.nodes ?? []).map(({ id, title }) => ({ id, title })) };
}

/** The pages of a list that changed since it was last read, the latest first. */
export async function* readList(
  reading: GithubReading,
  list: List,
  repository: ListedRepository,
): AsyncGenerator<SourcePage> {
  const { since } = reading.from.settings;
  // What an earlier day lets in is below what was read until now.
  const key = `${list}:${repository.id}${WORK.includes(list) ? since : ''}`;
  const newest = newestIn(repository, list);
  const known = reading.cursor.lists[key] ?? { until: '', after: null, newest };
  if (known.after === null && newest <= known.until && !known.isOpen) return;
  const isOpen = isOpenSecond(newest);
  // A reading that was cut goes on below; what changed since is above, and found by the next one.
  let place = known.after === null ? { ...known, newest } : known;
  for (;;) {
    const { items, isUnchangedBelow, pageInfo } = await readPage(
      reading.from,
      list,
      repository.id,
      place.after,
      place.until,
    );
    const isEnd = BY_CREATION.includes(list) ? items.length === 0 : isUnchangedBelow;
    const isLast = isEnd || !pageInfo.hasNextPage;
    place = isLast
      ? { until: place.newest, after: null, newest: place.newest, ...(isOpen ? { isOpen } : {}) }
      : { ...place, after: pageInfo.endCursor };
    const isFirstReading = place.until === '' || known.until === '';
    const isWhole = reading.from.settings.since === '' || !WORK.includes(list);
    reading.cursor = { ...reading.cursor, lists: { ...reading.cursor.lists, [key]: place } };
    yield {
      phase: list,
      payloads:
        items.length === 0 ? [] : [{ kind: list, body: { repository: placeFor(repository, list), items } }],
      count: items.length,
      ...(isFirstReading && isWhole ? { total: repository[list]?.totalCount ?? 0 } : {}),
      cursor: reading.cursor,
    };
    if (isLast) return;
  }
}

/** Of more branches than these it is not kept which were there, so that none is missed when it goes. */
const MOST_NAMES = 1_000;

/** All branches of a repository to which something was pushed, and those that are gone. */
export async function* readBranches(
  reading: GithubReading,
  repository: ListedRepository,
): AsyncGenerator<SourcePage> {
  const { id, pushedAt, refs, defaultBranchRef } = repository;
  const mark = `${pushedAt ?? ''} ${String(refs?.totalCount ?? 0)}`;
  const known = reading.cursor.branches[id] ?? { mark: '', names: [] };
  const isKnown = mark === known.mark && !known.isOpen;
  if (!refs || isKnown || (refs.totalCount === 0 && known.names.length === 0)) return;
  const isOpen = pushedAt ? isOpenSecond(pushedAt) : false;
  const names: string[] = [];
  for (let after: string | null = null; ;) {
    const asked = { query: BRANCHES, variables: { id, after }, answer: WorkAnswer };
    const answered: z.infer<typeof WorkAnswer> = await askGithub(reading.from, asked);
    const { nodes: items, pageInfo } = answered.node?.refs ?? NO_PAGE;
    names.push(...items.map((branch) => branch.name));
    const isLast = !pageInfo.hasNextPage;
    const gone = isLast ? known.names.filter((each) => !names.includes(each)) : [];
    const defaultBranch = defaultBranchRef?.name ?? null;
    if (isLast) {
      const place = { mark, names: names.length > MOST_NAMES ? [] : names, ...(isOpen ? { isOpen } : {}) };
      reading.cursor = { ...reading.cursor, branches: { ...reading.cursor.branches, [id]: place } };
    }
    const body = { repository: tellPlace(repository), items, defaultBranch, gone };
    const page = { phase: 'branches', payloads: [{ kind: 'branches', body }], count: items.length };
    yield { ...page, total: refs.totalCount, cursor: reading.cursor };
    if (isLast) return;
    after = pageInfo.endCursor;
  }
}

import type { SourcePage } from '../payload.ts';
import { askGithub } from './ask.ts';
import type { GithubReading, HistoryPlace } from './cursor.ts';
import { type GithubCommit, HistoryAnswer, type ListedRepository } from './payloads.ts';
import { HISTORY } from './queries.ts';
import { tellPlace } from './read-lists.ts';

/** Tells the commits of a walk that a former one did not reach; children come before their parents. */
class Walk {
  /** Commits that the former head reaches. */
  private readonly known = new Set<string>();
  /** Parents of new commits that the walk has not met yet. */
  private readonly open: Set<string>;
  private readonly met = new Set<string>();

  constructor(head: string, former: string) {
    this.open = new Set([head]);
    if (former !== '') this.known.add(former);
  }

  /** Whether every new commit was met. */
  get isOver(): boolean {
    return [...this.open].every((oid) => this.known.has(oid));
  }

  /** Whether the next commit of the walk is new. */
  isNew({ oid, parents }: GithubCommit): boolean {
    this.met.add(oid);
    this.open.delete(oid);
    const isKnown = this.known.has(oid);
    for (const parent of parents?.nodes ?? [])
      if (isKnown) this.known.add(parent.oid);
      else if (!this.met.has(parent.oid)) this.open.add(parent.oid);
    return !isKnown;
  }
}

const NO_PAGE = { totalCount: 0, nodes: [], pageInfo: { hasNextPage: false, endCursor: null } };

async function readHistoryPage(
  { from }: GithubReading,
  id: string,
  { head: oid, after }: { readonly head: string; readonly after: string | null },
) {
  const { since } = from.settings;
  const variables = { id, oid, after, since: since === '' ? null : `${since}T00:00:00Z` };
  const { node } = await askGithub(from, { query: HISTORY, variables, answer: HistoryAnswer });
  return node?.object?.history ?? NO_PAGE;
}

/** The new commits of the default branch, the latest first. A first reading goes on where it was cut; a later one starts again. */
export async function* readHistory(
  reading: GithubReading,
  repository: ListedRepository,
): AsyncGenerator<SourcePage> {
  const { id, defaultBranchRef } = repository;
  const latest = defaultBranchRef?.target?.oid;
  if (!defaultBranchRef || latest === undefined) return;
  const key = id + reading.from.settings.since;
  const { head: former, next }: HistoryPlace = reading.cursor.histories[key] ?? { head: '', next: null };
  if (next === null && former === latest) return;
  const head = next?.head ?? latest;
  const walk = new Walk(head, former);
  for (let after = next?.after ?? null; ;) {
    const { nodes, pageInfo, totalCount } = await readHistoryPage(reading, id, { head, after });
    const items = nodes.filter((commit) => walk.isNew(commit));
    after = pageInfo.endCursor;
    const isLast = !pageInfo.hasNextPage || (former !== '' && walk.isOver);
    const going = former === '' ? { head: '', next: { head, after } } : { head: former, next: null };
    const place = isLast ? { head, next: null } : going;
    reading.cursor = { ...reading.cursor, histories: { ...reading.cursor.histories, [key]: place } };
    const body = { repository: tellPlace(repository), branch: defaultBranchRef.name, items };
    yield {
      phase: 'commits',
      payloads: items.length === 0 ? [] : [{ kind: 'commits', body }],
      count: items.length,
      ...(former === '' ? { total: totalCount } : {}),
      cursor: reading.cursor,
    };
    if (isLast) return;
  }
}

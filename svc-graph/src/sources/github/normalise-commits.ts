import { naturalKey } from '../../store/natural-key.ts';
import type { Load, OnMatch, Row } from '../../store/load.ts';
import { accountNature } from '../git/account-type.ts';
import type { GithubCommit, GithubSigner } from './payloads.ts';
import { type GithubRows, toSeconds } from './rows.ts';

/** A commit of the history, or one of a pull request, of which less is told. */
type ToldCommit = Partial<GithubCommit> & Pick<GithubCommit, 'oid'>;
type WholeCommit = ToldCommit & Pick<GithubCommit, 'message' | 'authoredDate' | 'committedDate'>;

const isTold = (commit: ToldCommit): commit is WholeCommit =>
  commit.message !== undefined && commit.authoredDate !== undefined && commit.committedDate !== undefined;

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

/** The hour, the day and the offset of the clock of whoever signed; nothing where GitHub tells the moment alone. */
function tellClock(date: string | null | undefined): Row {
  const [, sign = '', hours = '', minutes = ''] = /([+-])(\d\d):(\d\d)$/.exec(date ?? '') ?? [];
  if (!date || sign === '') return { localHour: null, localWeekday: null, utcOffset: null };
  const offset = (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? -1 : 1);
  const local = new Date(Date.parse(date) + offset * 60_000);
  return {
    localHour: local.getUTCHours(),
    localWeekday: WEEKDAYS[local.getUTCDay()] ?? null,
    utcOffset: `${sign}${hours}:${minutes}`,
  };
}

/** The account that GitHub has verified an address for, or else somebody known by that address alone. */
function signer(rows: GithubRows, signed: GithubSigner | null | undefined, at: string): string | null {
  if (!signed) return null;
  const email = (signed.email ?? '').toLowerCase();
  const name = signed.name ?? '';
  const { type, reason, by } = accountNature(name, email);
  // GitHub has an account for what it commits itself.
  if (signed.user && by !== 'address') {
    const uuid = rows.person(signed.user, at);
    if (uuid !== null && email !== '') rows.vouch(uuid, email);
    return uuid;
  }
  if (email === '' && name === '') return null;
  const known = { id: `email:${email === '' ? name : email}`, name: name === '' ? email : name };
  const nature = { isBot: type !== 'person', botReason: reason, avatarUrl: null };
  return rows.add(
    'Person',
    { ...known, createdAt: at, updatedAt: at },
    { ...nature, email: email === '' ? null : email },
  );
}

const firstLine = (message: string) =>
  message
    .split('\n')
    .find((line) => line.trim() !== '')
    ?.trim() ?? '';

/** What only the history tells; a merge has no changes of its own. */
function tellChanges({ parents, additions, deletions, changedFilesIfAvailable }: WholeCommit): Row {
  const isMerge = (parents?.nodes.length ?? 0) > 1;
  return {
    isMerge,
    additions: isMerge ? null : (additions ?? null),
    deletions: isMerge ? null : (deletions ?? null),
    changedFiles: isMerge ? 0 : (changedFilesIfAvailable ?? null),
  };
}

interface Told {
  readonly commit: WholeCommit;
  readonly uuid: string;
  readonly name: string;
  readonly authorUuid: string | null;
  readonly committerUuid: string | null;
}

function commitRow(rows: GithubRows, { commit, uuid, name, authorUuid, committerUuid }: Told): Row {
  const [authoredAt, committedAt] = [toSeconds(commit.authoredDate), toSeconds(commit.committedDate)];
  return {
    uuid,
    name,
    integration: 'github',
    externalId: commit.oid,
    sourceUrl: commit.url ?? null,
    sha: commit.oid,
    message: commit.message,
    authoredAt,
    committedAt,
    ...tellClock(commit.author?.date),
    createdAt: authoredAt,
    updatedAt: committedAt,
    firstObservedAt: committedAt,
    observedAt: committedAt,
    deleted: false,
    repositoryUuid: rows.repositoryUuid,
    authorUuid,
    committerUuid,
    authorSignedUuid: authorUuid,
    committerSignedUuid: committerUuid,
    authorSignedName: commit.author?.name ?? null,
    committerSignedName: commit.committer?.name ?? null,
  };
}

/** A commit happened once, whoever tells of it, so its event has the name that a clone gives it. */
function commitEvent(rows: GithubRows, { commit, uuid, name, ...who }: Told, isMerge: boolean): Row {
  const at = toSeconds(isMerge ? commit.authoredDate : commit.committedDate);
  const id = `commit:${commit.oid}`;
  return {
    uuid: rows.keyed(naturalKey.other({ integration: 'git', id: `event:${id}` })),
    occurredAt: at,
    observedAt: at,
    sourceEventId: id,
    integration: 'github',
    action: isMerge ? 'merged' : 'committed',
    entityType: 'Commit',
    entityUuid: uuid,
    actorUuid: isMerge ? who.authorUuid : who.committerUuid,
    name,
    reference: commit.oid.slice(0, 10),
    repositoryUuid: rows.repositoryUuid,
  };
}

const owned = (names: readonly string[]): Record<string, OnMatch> =>
  Object.fromEntries(names.map((name) => [name, 'own']));

/** The edges from commits to their parents; a clone gives them no moment either. */
function parentEdges(told: readonly Told[], rows: GithubRows): Load {
  const edges = told.flatMap(({ commit, uuid }) =>
    (commit.parents?.nodes ?? []).map(({ oid }) => ({
      relation: 'parent',
      fromUuid: uuid,
      toUuid: rows.commit(oid),
    })),
  );
  return { table: 'Relation', rows: edges, key: ['relation', 'fromUuid', 'toUuid'] };
}

/** Adds commits. What a clone says of one stays; of the history also what only that tells, with its branch. */
export function addCommits(rows: GithubRows, commits: readonly ToldCommit[], branch?: string): void {
  const told = commits.filter(isTold).map((commit): Told => {
    const committed = signer(rows, commit.committer, commit.committedDate);
    return {
      commit,
      uuid: rows.commit(commit.oid),
      name: firstLine(commit.message) || commit.oid.slice(0, 10),
      authorUuid: signer(rows, commit.author, commit.authoredDate),
      committerUuid: committed,
    };
  });
  const whole = (each: Told): Row =>
    branch === undefined ? {} : { ...tellChanges(each.commit), branchUuid: rows.branch(branch) };
  const all = told.map((each) => ({ ...commitRow(rows, each), ...whole(each) }));
  const events = told.map((each) => commitEvent(rows, each, whole(each)['isMerge'] === true));
  const [first] = told;
  if (!first) return;
  const more = branch === undefined ? {} : { match: owned(Object.keys(whole(first))) };
  const again = branch === undefined ? {} : { match: owned(['action', 'occurredAt', 'actorUuid']) };
  rows.bring({ table: 'Commit', rows: all, ...more });
  rows.bring({ table: 'Event', rows: events, ...again });
  rows.bring(parentEdges(told, rows));
}

import { createHash } from 'node:crypto';
import type { GraphWriter } from '../store/graph-writer.ts';
import { loadStatements } from '../store/load.ts';
import type { SourceRow } from '../store/source-row.ts';
import { entityUuid } from '../store/uuid.ts';
import { fileDates } from './diff-statements.ts';
import { type Facts, readFacts } from './facts.ts';
import { gitLine, gitOutput } from './git.ts';
import { type History, readHistory, topsOf } from './history.ts';
import { type Context, fileUuid } from './normalise.ts';
import { type RefsPayload, normaliseRefs } from './normalise-refs.ts';
import { type Pending, readDiffs } from './read-diffs.ts';
import { readLog } from './read-log.ts';
import { type Cursor, Reading } from './reading.ts';
import { type Refs, readRefs } from './refs.ts';
import { derive, knownPeople, settle } from './settle.ts';

/** The uuid of a repository of an org. */
export function repositoryUuid(orgId: string, repositoryId: string): string {
  return entityUuid(orgId, 'git', `repository:${repositoryId}`);
}

/** What payloads of a source are read within. */
export async function contextOf(
  writer: GraphWriter,
  orgId: string,
  source: SourceRow,
  webUrl: string | null,
): Promise<Context> {
  return {
    orgId,
    repositoryId: source.id,
    repositoryUuid: repositoryUuid(orgId, source.id),
    webUrl,
    known: await knownPeople(writer),
    observedAt: Math.floor(Date.now() / 1_000),
  };
}

const SHALLOW =
  'This is a shallow clone: older history is missing, and so are the changes of its oldest commits.';
const PARTIAL =
  'This is a partial clone without the contents of files: lines added and deleted are not counted.';
const EMPTY = 'The repository has no commits yet.';

function notesOf(facts: Facts, history: History): string[] {
  return [
    ...(facts.shallow.length > 0 ? [SHALLOW] : []),
    ...(facts.partial ? [PARTIAL] : []),
    ...(history.size === 0 ? [EMPTY] : []),
  ];
}

function shapeOf(facts: Facts): string {
  return createHash('sha256')
    .update(JSON.stringify([facts.mailmap, facts.shallow, facts.partial]))
    .digest('hex');
}

function tipsOf(refs: Refs, head: string | undefined): string[] {
  const tips = [...refs.branches, ...refs.tags].map(({ sha }) => sha);
  return [...new Set(head ? [...tips, head] : tips)];
}

async function rewrittenBranches(path: string, cursor: Cursor, refs: Refs): Promise<string[]> {
  const moved = refs.branches.filter(({ name, sha }) => {
    const before = cursor.heads[name];
    return before !== undefined && before !== sha;
  });
  const checks = moved.map(async ({ name, sha }) => {
    const args = ['merge-base', '--is-ancestor', cursor.heads[name] ?? '', sha];
    const kept = await gitOutput(path, args).then(
      () => true,
      () => false,
    );
    return kept ? [] : [name];
  });
  return (await Promise.all(checks)).flat();
}

async function knownShas(writer: GraphWriter, context: Context): Promise<Set<string>> {
  const rows = await writer.rows<{ sha: string }>(
    'SELECT sha FROM "Commit" WHERE "repositoryUuid" = $1::UUID',
    [context.repositoryUuid],
  );
  return new Set(rows.map(({ sha }) => sha));
}

/** Phase one: commits, people, branches and releases, without what the commits changed. */
async function logPhase(reading: Reading, facts: Facts, context: Context): Promise<void> {
  const { writer, cursor } = reading;
  const path = facts.gitDir;
  const refs = await readRefs(path);
  const head = await gitLine(path, ['rev-parse', '--quiet', '--verify', 'HEAD^{commit}']);
  const tips = tipsOf(refs, head);
  const shape = shapeOf(facts);
  reading.begin('log', 0, null);
  const again = cursor !== null && cursor.shape !== shape;
  const known = cursor ? new Set<string>() : await knownShas(writer, context);
  const since = again ? [] : (cursor?.tips ?? []);
  const before = again ? 'again' : cursor ? 'some' : 'none';
  const read = await readLog(path, context, { since, known, before }, reading);
  const whole = since.length === 0 && known.size === 0;
  const history = whole ? read : await readHistory(path);
  const payload: RefsPayload = {
    facts: {
      name: reading.source.name,
      fullName: facts.fullName,
      webUrl: facts.webUrl,
      headBranch: facts.headBranch,
    },
    refs,
    tops: topsOf(history),
    before: cursor?.heads ?? null,
    rewritten: cursor ? await rewrittenBranches(path, cursor, refs) : [],
  };
  reading.set({
    notes: notesOf(facts, history),
    cursor: {
      tips,
      heads: Object.fromEntries(refs.branches.map(({ name, sha }) => [name, sha])),
      shape,
      undiffable: again ? [] : (cursor?.undiffable ?? []),
    } satisfies Cursor,
  });
  const bytes = Buffer.from(JSON.stringify(payload)).toString('latin1');
  const shapeNow = { history, refs, defaultBranch: facts.headBranch };
  const refsIn = normaliseRefs(payload, context).flatMap(loadStatements);
  await reading.send({ kind: 'refs', bytes }, [...refsIn, ...settle(shapeNow, context)], 0);
  await reading.flush();
}

const UNREAD = `FROM "Commit" WHERE "repositoryUuid" = $1::UUID AND "changedFiles" IS NULL AND NOT deleted`;

/** Commits whose changes have not been read, the newest first; as one text, since they are many. */
async function pendingCommits(
  writer: GraphWriter,
  context: Context,
  skip: ReadonlySet<string>,
): Promise<Pending[]> {
  const [row] = await writer.rows<{ packed: string | null }>(
    `SELECT string_agg(sha || ' ' || uuid || ' ' || coalesce(epoch("committedAt")::BIGINT::VARCHAR, ''), chr(10) ORDER BY "committedAt" DESC, sha)
     AS packed ${UNREAD}`,
    [context.repositoryUuid],
  );
  if (!row?.packed) return [];
  return row.packed.split('\n').flatMap((line) => {
    const [sha = '', uuid = '', at = ''] = line.split(' ');
    return skip.has(sha) ? [] : [{ sha, uuid, committedAt: at === '' ? null : Number(at) }];
  });
}

/** The log is in: says so before anything is prepared for what comes next. */
async function beginDiff(reading: Reading, context: Context, skipped: number): Promise<void> {
  const [row] = await reading.writer.rows<{ total: number; unread: number }>(
    `SELECT count(*)::INTEGER AS total, count(*) FILTER ("changedFiles" IS NULL)::INTEGER AS unread
     FROM "Commit" WHERE "repositoryUuid" = $1::UUID AND NOT deleted`,
    [context.repositoryUuid],
  );
  const { total, unread } = row ?? { total: 0, unread: 0 };
  reading.begin('diff', total - Math.max(0, unread - skipped), total);
  await reading.change();
}

/** Phase two: what each commit changed. */
async function diffPhase(reading: Reading, facts: Facts, context: Context): Promise<void> {
  const { writer, cursor } = reading;
  const skip = new Set([...facts.shallow, ...(cursor?.undiffable ?? [])]);
  await beginDiff(reading, context, skip.size);
  const pending = await pendingCommits(writer, context, skip);
  if (pending.length === 0) return;
  const failed = await readDiffs({ path: facts.gitDir, context, pending, counted: !facts.partial }, reading);
  if (failed.length > 0 && reading.cursor) {
    reading.set({
      cursor: { ...reading.cursor, undiffable: [...reading.cursor.undiffable, ...failed] } satisfies Cursor,
    });
    reading.note(`The changes of some commits cannot be read from this clone: ${String(failed.length)}.`);
  }
}

/** Marks the files that the default branch no longer has. */
async function markRemoved(reading: Reading, facts: Facts, context: Context): Promise<void> {
  const ref = facts.headBranch ? `refs/heads/${facts.headBranch}` : 'HEAD';
  const head =
    (await gitLine(facts.gitDir, ['rev-parse', '--quiet', '--verify', `${ref}^{commit}`])) ??
    (await gitLine(facts.gitDir, ['rev-parse', '--quiet', '--verify', 'HEAD^{commit}']));
  if (!head) return;
  const listed = await gitOutput(facts.gitDir, [
    'ls-tree',
    '-r',
    '-z',
    '--name-only',
    '--full-tree',
    head,
  ]).catch(() => undefined);
  if (!listed) return;
  const there = new Set(
    listed
      .toString('latin1')
      .split('\0')
      .map((path) => fileUuid(context, path)),
  );
  const files = await reading.writer.rows<{ uuid: string; removed: boolean }>(
    'SELECT uuid::VARCHAR AS uuid, removed FROM "SourceFile" WHERE "repositoryUuid" = $1::UUID',
    [context.repositoryUuid],
  );
  const rows = files
    .filter(({ uuid, removed }) => removed === there.has(uuid))
    .map(({ uuid, removed }) => ({ uuid, removed: !removed }));
  await reading.change(
    loadStatements({ table: 'SourceFile', rows, match: { removed: 'replace' }, updateOnly: true }),
  );
}

async function unchanged(reading: Reading, facts: Facts): Promise<boolean> {
  const { cursor } = reading;
  if (!cursor || cursor.shape !== shapeOf(facts)) return false;
  const refs = await readRefs(facts.gitDir);
  const head = await gitLine(facts.gitDir, ['rev-parse', '--quiet', '--verify', 'HEAD^{commit}']);
  const heads = Object.fromEntries(refs.branches.map(({ name, sha }) => [name, sha]));
  return (
    JSON.stringify(tipsOf(refs, head)) === JSON.stringify(cursor.tips) &&
    JSON.stringify(heads) === JSON.stringify(cursor.heads)
  );
}

/** Reads what is new in a repository into the graph of its org, and goes on where a reading was cut short. */
export async function ingestGit(
  writer: GraphWriter,
  orgId: string,
  source: SourceRow,
  signal: AbortSignal,
): Promise<void> {
  const reading = new Reading(writer, source, signal);
  reading.set({ status: 'ingesting', error: null, erroredAt: null });
  const facts = await readFacts(source.path);
  const context = await contextOf(writer, orgId, source, facts.webUrl);
  if (!(await unchanged(reading, facts))) await logPhase(reading, facts, context);
  await diffPhase(reading, facts, context);
  await markRemoved(reading, facts, context);
  const { done } = reading.state.progress;
  reading.set({
    status: 'active',
    progress: { phase: 'done', done, total: done, perSecond: null },
    lastIngestedAt: new Date().toISOString(),
  });
  await reading.change([fileDates(context), ...derive(context)]);
}

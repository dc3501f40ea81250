import { createHash } from 'node:crypto';
import { Uuids } from '../../store/columns.ts';
import type { GraphWriter, Step } from '../../store/graph-writer.ts';
import { type Statement, loadStatements } from '../../store/load.ts';
import type { SourceRow } from '../../store/source-row.ts';
import { entityUuid } from '../../store/uuid.ts';
import type { IngestContext } from '../connector.ts';
import { endProgress } from '../progress.ts';
import { DiffGits } from './diff-gits.ts';
import { fileDates } from './diff-statements.ts';
import { type Facts, isMapped, readFacts } from './facts.ts';
import { gitOutput } from './git.ts';
import { readHistory, topsOf } from './history.ts';
import { Lineage } from './lineage.ts';
import { aloneIn } from './log-statements.ts';
import { type Context, fileUuid } from './normalise.ts';
import { type RefsPayload, normaliseRefs } from './normalise-refs.ts';
import { type Pending, readDiffs } from './read-diffs.ts';
import { readLog } from './read-log.ts';
import { type Batch, type GitCursor, IngestRun } from './ingest-run.ts';
import type { Names, Refs } from './refs.ts';
import { GitSettings } from './settings.ts';
import { correct, derive, knownPeople, settle } from './settle.ts';

/** What a run over a repository works with; git knows no secrets. */
export type GitIngest = Omit<IngestContext, 'secrets'>;

/** The uuid of a repository of an org. */
export function repositoryUuid(orgId: string, repositoryId: string): string {
  return entityUuid(orgId, 'git', `repository:${repositoryId}`);
}

/** What payloads of a source are read within. */
export async function contextOf({
  writer,
  orgId,
  source,
}: Pick<IngestContext, 'writer' | 'orgId' | 'source'>): Promise<Context> {
  return {
    orgId,
    repositoryId: source.id,
    repositoryUuid: repositoryUuid(orgId, source.id),
    webUrl: null,
    known: await knownPeople(writer),
    observedAt: Math.floor(Date.now() / 1_000),
  };
}

const SHALLOW =
  'This is a shallow clone: older history is missing, and so are the changes of its oldest commits.';
const PARTIAL =
  'This is a partial clone without the contents of files: lines added and deleted are not counted.';
const EMPTY = 'The repository has no commits yet.';

function notesOf(facts: Facts, commits: number): string[] {
  return [
    ...(facts.shallow.length > 0 ? [SHALLOW] : []),
    ...(facts.partial ? [PARTIAL] : []),
    ...(commits === 0 ? [EMPTY] : []),
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

async function rewrittenBranches(path: string, cursor: GitCursor, refs: Refs): Promise<string[]> {
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

/** What the graph has before a run. */
interface Before {
  /** Commits that a reading cut short has brought in; not looked for where one has ended. */
  readonly known: ReadonlySet<string>;
  /** The org has no people. */
  readonly nobody: boolean;
}

async function lookBefore(writer: GraphWriter, orgId: string, { id, state }: SourceRow): Promise<Before> {
  if (state.cursor !== null) return { known: new Set(), nobody: false };
  const commits = writer.rows<{ sha: string }>('SELECT sha FROM "Commit" WHERE "repositoryUuid" = $1::UUID', [
    repositoryUuid(orgId, id),
  ]);
  const people = writer.rows('SELECT uuid FROM "Person" LIMIT 1');
  const [known, someone] = await Promise.all([commits, people]);
  return { known: new Set(known.map(({ sha }) => sha)), nobody: someone.length === 0 };
}

/** Whether a mailmap, of this repository or of another one of the org, may give what one person did to another. */
const mayMove = (facts: Facts, { known }: Context) => isMapped(facts.mailmap) || known.size > 0;

/** What is known of the history once the log is read. */
interface Read {
  readonly tops: readonly string[];
  readonly total: number;
  /** The last of the log, which is not in yet. */
  readonly last: readonly Batch[];
  /** Brings branches and releases of the commits in line with it. */
  readonly settled: Statement[];
}

/** All of it: branches and releases come with the commits. */
async function readWhole(
  run: IngestRun,
  facts: Facts,
  refs: Refs,
  context: Context,
  before: Before,
): Promise<Read> {
  const alone = aloneIn(context, 'none', before.nobody);
  const lineage = new Lineage(refs, facts.headBranch, context, alone.numbers);
  const log = { ...alone, lineage };
  const range = { since: [], known: new Set<string>(), mapped: isMapped(facts.mailmap) };
  const last = await readLog(facts.gitDir, context, range, log, run);
  const { total, merges } = lineage;
  run.advance(last.reduce((sum, { commits }) => sum + commits, 0));
  // The log is in with what is sent next; a merge has no changes of its own to be read.
  run.begin('diff', Math.min(total, merges + facts.shallow.length), total);
  return {
    tops: lineage.tops(),
    total,
    // They are counted above: the next phase counts what they changed.
    last: last.map((batch) => ({ ...batch, commits: 0 })),
    settled: [...correct(lineage, context), ...derive(context, mayMove(facts, context))],
  };
}

/** What is new since the last run, or what one that was cut short has left. */
async function readFurther(
  run: IngestRun,
  facts: Facts,
  refs: Refs,
  context: Context,
  { known }: Before,
): Promise<Read> {
  const { cursor } = run;
  const again = cursor !== null && cursor.shape !== shapeOf(facts);
  const there = again ? 'again' : cursor ? 'some' : 'none';
  const range = { since: again ? [] : (cursor?.tips ?? []), known, mapped: isMapped(facts.mailmap) };
  const last = await readLog(facts.gitDir, context, range, aloneIn(context, there), run);
  const history = await readHistory(facts.gitDir);
  const settled = settle({ history, refs, defaultBranch: facts.headBranch }, context);
  return { tops: topsOf(history), total: history.size, last, settled };
}

/**
 * Phase one: commits, people, branches and releases, without what the commits changed; its last batch comes in after
 * it has ended. Answers whether phase two was begun with it.
 */
async function logPhase(
  run: IngestRun,
  facts: Facts,
  { refs, head }: Names,
  context: Context,
  before: Before,
): Promise<boolean> {
  const { cursor } = run;
  const path = facts.gitDir;
  run.begin('log', 0, null);
  const whole = cursor === null && before.known.size === 0;
  const { tops, total, last, settled } = whole
    ? await readWhole(run, facts, refs, context, before)
    : await readFurther(run, facts, refs, context, before);
  const payload: RefsPayload = {
    facts: {
      name: run.source.name,
      fullName: facts.fullName,
      webUrl: facts.webUrl,
      headBranch: facts.headBranch,
    },
    refs,
    tops,
    before: cursor?.heads ?? null,
    rewritten: cursor ? await rewrittenBranches(path, cursor, refs) : [],
  };
  const shape = shapeOf(facts);
  run.set({
    notes: notesOf(facts, total),
    cursor: {
      tips: tipsOf(refs, head),
      heads: Object.fromEntries(refs.branches.map(({ name, sha }) => [name, sha])),
      shape,
      undiffable: cursor?.shape === shape ? cursor.undiffable : [],
    } satisfies GitCursor,
  });
  const bytes = Buffer.from(JSON.stringify(payload));
  const refsIn = normaliseRefs(payload, context).flatMap(loadStatements);
  const rest: Batch = { raw: { kind: 'refs', bytes }, steps: [...refsIn, ...settled], commits: 0 };
  await run.sendTogether([...last, rest]);
  return whole;
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
async function beginDiff(run: IngestRun, context: Context, skipped: number): Promise<void> {
  const [row] = await run.writer.rows<{ total: number; unread: number }>(
    `SELECT count(*)::INTEGER AS total, count(*) FILTER ("changedFiles" IS NULL)::INTEGER AS unread
     FROM "Commit" WHERE "repositoryUuid" = $1::UUID AND NOT deleted`,
    [context.repositoryUuid],
  );
  const { total, unread } = row ?? { total: 0, unread: 0 };
  run.begin('diff', total - Math.max(0, unread - skipped), total);
  await run.change();
}

/** Phase two: what each commit changed. Gits that wait for it are given where it is sure to be needed. */
async function diffPhase(
  run: IngestRun,
  facts: Facts,
  context: Context,
  waiting: DiffGits | undefined,
): Promise<void> {
  const { writer, cursor } = run;
  const skip = new Set([...facts.shallow, ...(cursor?.undiffable ?? [])]);
  if (!waiting) await beginDiff(run, context, skip.size);
  const pending = await pendingCommits(writer, context, skip);
  if (pending.length === 0) return;
  const counted = !facts.partial;
  const gits = waiting ?? new DiffGits(facts.gitDir, counted);
  const plan = { context, pending, counted, fresh: waiting !== undefined };
  const failed = await readDiffs(plan, gits, run).finally(() => gits.close());
  if (failed.length > 0 && run.cursor) {
    run.set({
      cursor: { ...run.cursor, undiffable: [...run.cursor.undiffable, ...failed] } satisfies GitCursor,
    });
    run.note(`The changes of some commits cannot be read from this clone: ${String(failed.length)}.`);
  }
}

/** The uuids of the files that the default branch has; undefined when it cannot be told. */
async function filesOfHead(facts: Facts, context: Context): Promise<Uuids | undefined> {
  const list = async (of: string) =>
    gitOutput(facts.gitDir, ['ls-tree', '-r', '-z', '--name-only', '--full-tree', of]);
  const ref = facts.headBranch ? `refs/heads/${facts.headBranch}` : 'HEAD';
  const listed = await list(ref)
    .catch(() => list('HEAD'))
    .catch(() => undefined);
  const paths = listed?.toString('latin1').split('\0');
  return paths && Uuids.of(paths.map((path) => fileUuid(context, path)));
}

const OF_HEAD = 'files_of_head';

/** Marks the files that the default branch no longer has, and those that it has again. */
function markRemoved(context: Context, there: Uuids | undefined): Step[] {
  if (!there) return [];
  return [
    { table: OF_HEAD, rows: there.length, columns: [there.column('uuid')] },
    {
      sql: `UPDATE "SourceFile" SET removed = NOT removed
        WHERE "repositoryUuid" = $1::UUID AND removed = (uuid IN (SELECT uuid FROM temp.${OF_HEAD}))`,
      params: [context.repositoryUuid],
    },
    { sql: `DROP TABLE temp.${OF_HEAD}`, params: [] },
  ];
}

function unchanged({ cursor }: IngestRun, facts: Facts, { refs, head }: Names): boolean {
  if (!cursor || cursor.shape !== shapeOf(facts)) return false;
  const heads = Object.fromEntries(refs.branches.map(({ name, sha }) => [name, sha]));
  return (
    JSON.stringify(tipsOf(refs, head)) === JSON.stringify(cursor.tips) &&
    JSON.stringify(heads) === JSON.stringify(cursor.heads)
  );
}

/** Reads what is new in a repository into the graph of its org, and goes on where a run was cut short. */
export async function ingestGit({ writer, orgId, source, signal }: GitIngest): Promise<void> {
  const run = new IngestRun({ writer, source, signal });
  run.set({ status: 'ingesting', error: null, erroredAt: null });
  // Where the names point is read before the log, so that what comes meanwhile is new to the next run.
  const looking = readFacts(GitSettings.parse(source.settings).path);
  looking.catch(() => undefined);
  const [within, before] = await Promise.all([
    contextOf({ writer, orgId, source }),
    lookBefore(writer, orgId, source),
  ]);
  const { facts, names } = await looking;
  const context = { ...within, webUrl: facts.webUrl };
  const isRead = unchanged(run, facts, names);
  const begun = !isRead && (await logPhase(run, facts, names, context, before));
  await run.flush();
  const gits = begun ? new DiffGits(facts.gitDir, !facts.partial) : undefined;
  const diffed = diffPhase(run, facts, context, gits);
  // Asked meanwhile, so that nothing is left to wait for at the end.
  const [, there] = await Promise.all([diffed, filesOfHead(facts, context)]).finally(() => gits?.close());
  // The log that was read just now has brought with it what follows from it.
  const settled = isRead ? derive(context, mayMove(facts, context)) : [];
  run.set({
    status: 'active',
    progress: endProgress(run.state.progress),
    lastIngestedAt: new Date().toISOString(),
  });
  await run.change([...markRemoved(context, there), fileDates(context), ...settled]);
}

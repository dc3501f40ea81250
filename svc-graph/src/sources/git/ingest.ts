import type { GitIngest } from './git-ingest.ts';
import { createHash } from 'node:crypto';
import { keepForLater } from '@cairn/service-kit/keep-for-later';
import type { GraphWriter } from '../../store/graph-writer.ts';
import { loadStatements } from '../../store/load.ts';
import type { Statement } from '../../store/statement.ts';
import type { SourceRow } from '../../store/source-row.ts';
import { endProgress } from '../progress.ts';
import { renewCommits } from './commit-pages.ts';
import { readCutMerges, tellCutMerges } from './cut-merges.ts';
import { DiffGits } from './diff-gits.ts';
import { fileDates } from './diff-statements.ts';
import { type RepositoryFacts, isMapped, readFacts } from './facts.ts';
import { alignFiles, filesOfHead } from './files-of-head.ts';
import { alignTouchedFiles, readFilesOfMerges } from './files-of-merges.ts';
import { childrenFirst, followRenames } from './former-paths.ts';
import { gitOutput } from './git.ts';
import { readHistory, topsOf } from './history.ts';
import { Lineage } from './lineage.ts';
import { aloneIn } from './log-statements.ts';
import { type Context, contextOf } from './normalise.ts';
import { type RefsPayload, normaliseBranches, normaliseRefs, normaliseRepository } from './normalise-refs.ts';
import { type DiffPlan, type Pending, readDiffs } from './read-diffs.ts';
import { readLog } from './read-log.ts';
import { type IngestBatch, type GitCursor, IngestRun } from './ingest-run.ts';
import { type Names, type RefCounts, type Refs, countRefs, coverageOf } from './refs.ts';
import { GitSettings } from './settings.ts';
import { EDITION, upgradeFrom } from './edition.ts';
import { correctCommits, deriveFromCommits, alignWithHistory } from './align-history.ts';
import { renormaliseGit } from './renormalise.ts';
import { forgetLinks } from './resolve-people.ts';
import { shareCommits } from './share-commits.ts';

const SHALLOW =
  'This is a shallow clone: older history is missing, and so are the changes of its oldest commits.';
const PARTIAL =
  'This is a partial clone without the contents of files: lines added and deleted are not counted, and a mailmap is heard only where the clone has it.';
const EMPTY = 'The repository has no commits yet.';

const goneNote = (gone: string, now: string | null) =>
  `The default branch “${gone}” is gone; “${now ?? ''}” counts as the default one.`;

function notesOf(facts: RepositoryFacts, commits: number): string[] {
  return [
    ...(facts.shallow.length > 0 ? [SHALLOW] : []),
    ...(facts.partial ? [PARTIAL] : []),
    ...(commits === 0 ? [EMPTY] : []),
    ...(facts.goneBranch === null ? [] : [goneNote(facts.goneBranch, facts.headBranch)]),
  ];
}

function shapeOf(facts: RepositoryFacts): string {
  return createHash('sha256')
    .update(JSON.stringify([facts.mailmap, facts.shallow, facts.partial, EDITION]))
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

/** The state of the graph before a run. */
interface Before {
  /** Commits read by a run that was cut short; empty once a run has ended. */
  readonly known: ReadonlySet<string>;
  /** Whether the org has neither people nor commits. */
  readonly nobody: boolean;
  /** What the source was taken for by an earlier run; undefined in the first. */
  readonly repository: string | undefined;
}

async function lookBefore(writer: GraphWriter, { id, state }: SourceRow): Promise<Before> {
  const recorded = (kind: string) =>
    writer.rows<{ name: string }>(
      'SELECT "externalId" AS name FROM "SourceRecord" WHERE "sourceId" = $1 AND kind = $2',
      [id, kind],
    );
  const repository = (await recorded('Repository'))[0]?.name;
  if (state.cursor !== null) return { known: new Set(), nobody: false, repository };
  const anything = writer.rows(
    'SELECT uuid FROM (SELECT uuid FROM "Person" LIMIT 1) UNION ALL SELECT uuid FROM (SELECT uuid FROM "Commit" LIMIT 1)',
  );
  const [known, some] = await Promise.all([recorded('Commit'), anything]);
  return { known: new Set(known.map(({ name }) => name)), nobody: some.length === 0, repository };
}

/** What is known of the history once the log is read. */
interface ReadLog {
  readonly tops: readonly string[];
  readonly total: number;
  /** The last batches of the log, not committed yet. */
  readonly last: readonly IngestBatch[];
  /** Aligns branches and releases of the commits with it. */
  readonly settled: Statement[];
}

/** Reads the whole log; branches and releases are computed with the commits. */
async function readWhole(
  run: IngestRun,
  facts: RepositoryFacts,
  refs: Refs,
  context: Context,
  before: Before,
): Promise<ReadLog> {
  const alone = aloneIn(context, 'none', before.nobody);
  const lineage = new Lineage(refs, facts.headBranch, context, alone.numbers);
  const log = { ...alone, lineage };
  const range = { since: [], known: new Set<string>(), mapped: isMapped(facts.mailmap) };
  const last = await readLog(facts.gitDir, context, range, log, run);
  const { total, merges } = lineage;
  run.advance(last.reduce((sum, { commits }) => sum + commits, 0));
  // The next transaction completes the log. A merge has no changes of its own to read.
  run.begin('diff', Math.min(total, merges + facts.shallow.length), total);
  return {
    tops: lineage.tops(),
    total,
    // These commits are counted above; the next phase counts their changes.
    last: last.map((batch) => ({ ...batch, commits: 0 })),
    settled: [...correctCommits(lineage, context), ...deriveFromCommits(context)],
  };
}

/** Reads the commits that are new since the last run, or those that a run left when it was cut short. */
async function readFurther(
  run: IngestRun,
  facts: RepositoryFacts,
  refs: Refs,
  context: Context,
  { known }: Before,
): Promise<ReadLog> {
  const { cursor } = run;
  const again = cursor !== null && cursor.shape !== shapeOf(facts);
  const there = again ? 'again' : cursor ? 'some' : 'none';
  const range = { since: again ? [] : (cursor?.tips ?? []), known, mapped: isMapped(facts.mailmap) };
  if (again) await run.change([forgetLinks(context.sourceId)]);
  const last = await readLog(facts.gitDir, context, range, aloneIn(context, there), run);
  const history = await readHistory(facts.gitDir);
  const settled = alignWithHistory({ history, refs, defaultBranch: facts.headBranch }, context);
  return { tops: topsOf(history), total: history.size, last, settled };
}

/**
 * Phase one reads commits, people, branches and releases, without the changed files. Its last batch is committed in
 * the background. Returns whether phase two has begun with it.
 */
async function logPhase(
  run: IngestRun,
  facts: RepositoryFacts,
  { refs, head, counted }: Names & { readonly counted: RefCounts },
  context: Context,
  before: Before,
): Promise<boolean> {
  const { cursor } = run;
  const path = facts.gitDir;
  run.begin('log', 0, null);
  const whole = cursor === null && before.known.size === 0;
  const { repository, fullName, webUrl, headBranch } = facts;
  const { isShallow } = context;
  const shown = { name: run.source.name, repository, fullName, webUrl, headBranch, isShallow };
  const cutMerges = await readCutMerges(facts);
  const named = [
    ...normaliseRepository({ facts: shown }, context),
    ...normaliseBranches({ refs, facts: shown }, context),
  ];
  run.holdSteps(named.flatMap(loadStatements));
  const { tops, total, last, settled } = whole
    ? await readWhole(run, facts, refs, context, before)
    : await readFurther(run, facts, refs, context, before);
  const payload: RefsPayload = {
    facts: shown,
    ...(cutMerges.length > 0 ? { cutMerges } : {}),
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
      edition: EDITION,
      undiffable: cursor?.shape === shape ? cursor.undiffable : [],
      webUrl: facts.webUrl,
      headBranch,
      refs: counted.hash,
    } satisfies GitCursor,
  });
  const bytes = Buffer.from(JSON.stringify(payload));
  const refsIn = normaliseRefs(payload, context).flatMap(loadStatements);
  const upgrade = cursor ? upgradeFrom(cursor.edition, context) : [];
  const renewed = !whole && cursor?.webUrl !== facts.webUrl ? renewCommits(context) : [];
  const merged = tellCutMerges(cutMerges, context);
  const steps = [...refsIn, ...merged, ...settled, ...upgrade, ...renewed];
  const rest: IngestBatch = { raw: { kind: 'refs', bytes }, steps, commits: 0 };
  await run.sendTogether([...last, rest]);
  return whole;
}

/** The commits that the source has. */
const OWN = `FROM "Commit" c JOIN "SourceRecord" r ON r."entityUuid" = c.uuid
  WHERE r."sourceId" = $1 AND r.kind = 'Commit' AND NOT r.deleted`;
/** A commit that another source has read has its numbers, but its files of this repository may not be known yet. */
const ELSEWHERE = `c."changedFiles" > 0 AND c.uuid IN
  (SELECT "entityUuid" FROM "SourceRecord" WHERE "sourceId" <> $1 AND kind = 'Commit')`;
const UNREAD_FILES = `c."changedFiles" > 0 AND c.uuid NOT IN (SELECT e."fromUuid" FROM "Relation" e
  JOIN "SourceFile" f ON f.uuid = e."toUuid" WHERE e.relation = 'touches' AND f."repositoryUuid" = $2::UUID)`;

/** The condition on commits whose changes are to be read. Most repositories share none with another. */
async function unreadIn(writer: GraphWriter, { sourceId, repositoryUuid: own }: Context): Promise<string> {
  const shared = await writer.rows(`SELECT 1 ${OWN} AND ${ELSEWHERE} AND $2 <> '' LIMIT 1`, [sourceId, own]);
  const never = `c."changedFiles" IS NULL AND $2::UUID IS NOT NULL`;
  return shared.length > 0 ? `((${never}) OR (${UNREAD_FILES}))` : never;
}

/** Commits whose changes have not been read, newest first. The query returns them as one text, since they are many. */
async function pendingCommits(
  writer: GraphWriter,
  context: Context,
  skip: ReadonlySet<string>,
): Promise<Pending[]> {
  const [row] = await writer.rows<{ packed: string | null }>(
    `SELECT string_agg(c.sha || ' ' || c.uuid || ' ' || coalesce(epoch(c."committedAt")::BIGINT::VARCHAR, ''), chr(10) ORDER BY c."committedAt" DESC, c.sha)
     AS packed ${OWN} AND ${await unreadIn(writer, context)}`,
    [context.sourceId, context.repositoryUuid],
  );
  if (!row?.packed) return [];
  return row.packed.split('\n').flatMap((line) => {
    const [sha = '', uuid = '', at = ''] = line.split(' ');
    return skip.has(sha) ? [] : [{ sha, uuid, committedAt: at === '' ? null : Number(at) }];
  });
}

/** Tells readers that the log is complete before phase two is prepared. */
async function beginDiff(run: IngestRun, context: Context, skipped: number): Promise<void> {
  const [row] = await run.writer.rows<{ total: number; unread: number }>(
    `SELECT count(*)::INTEGER AS total, count(*) FILTER (${await unreadIn(run.writer, context)})::INTEGER AS unread ${OWN}`,
    [context.sourceId, context.repositoryUuid],
  );
  const { total, unread } = row ?? { total: 0, unread: 0 };
  run.begin('diff', total - Math.max(0, unread - skipped), total);
  await run.change();
}

const MOST_NAMED = 10;
const SHORT_SHA = 10;

/** Names the commits whose changes cannot be read, in the place of an earlier list. */
function noteUnreadable(run: IngestRun): void {
  const shas = run.cursor?.undiffable ?? [];
  const begin = 'The changes of some commits cannot be read from this clone';
  run.set({ notes: run.state.notes.filter((note) => !note.startsWith(begin)) });
  if (shas.length === 0) return;
  const named = shas.slice(0, MOST_NAMED).map((sha) => sha.slice(0, SHORT_SHA));
  const more = shas.length > named.length ? [`${String(shas.length - named.length)} more`] : [];
  run.note(`${begin}: ${new Intl.ListFormat('en').format([...named, ...more])}.`);
}

/**
 * Phase two reads what each commit changed, and tells whether there was any. After a first log its git processes are
 * running already.
 */
async function diffPhase(
  run: IngestRun,
  facts: RepositoryFacts,
  context: Context,
  waiting: DiffGits | undefined,
  files: Pick<DiffPlan, 'fresh' | 'head'>,
): Promise<boolean> {
  const { writer, cursor } = run;
  const skip = new Set([...facts.shallow, ...(cursor?.undiffable ?? [])]);
  if (!waiting) await beginDiff(run, context, skip.size);
  const pending = await pendingCommits(writer, context, skip);
  if (pending.length === 0) {
    noteUnreadable(run);
    return false;
  }
  const counted = !facts.partial;
  const gits = waiting ?? new DiffGits(facts.gitDir, counted);
  const plan = { context, pending, counted, ...files };
  const failed = await readDiffs(plan, gits, run).finally(() => gits.close());
  if (failed.length > 0 && run.cursor) {
    run.set({
      cursor: { ...run.cursor, undiffable: [...run.cursor.undiffable, ...failed] } satisfies GitCursor,
    });
  }
  noteUnreadable(run);
  return true;
}

function unchanged(
  { cursor }: IngestRun,
  facts: RepositoryFacts,
  { refs, head, counted }: Names & { readonly counted: RefCounts },
): boolean {
  if (!cursor || cursor.shape !== shapeOf(facts) || cursor.webUrl !== facts.webUrl) return false;
  if (cursor.refs !== counted.hash || cursor.headBranch !== facts.headBranch) return false;
  const heads = Object.fromEntries(refs.branches.map(({ name, sha }) => [name, sha]));
  return (
    JSON.stringify(tipsOf(refs, head)) === JSON.stringify(cursor.tips) &&
    JSON.stringify(heads) === JSON.stringify(cursor.heads)
  );
}

/** Reads what is new in a repository into the graph of its org. A run that was cut short is continued. */
export async function ingestGit({ writer, orgId, source, signal }: GitIngest): Promise<void> {
  const run = new IngestRun({ writer, source, signal });
  run.set({ status: 'ingesting', error: null, erroredAt: null });
  // Refs are read before the log, so commits that arrive meanwhile are new to the next run.
  const { path } = GitSettings.parse(source.settings);
  const looking = keepForLater(readFacts(path));
  const counting = keepForLater(countRefs(path));
  const before = await lookBefore(writer, source);
  const { facts, names: named } = await looking;
  const counted = await counting;
  const names = { ...named, counted };
  const { webUrl, repository, shallow } = facts;
  const isShallow = shallow.length > 0;
  const context = { ...contextOf({ orgId, source }, repository), webUrl, isShallow };
  if (source.state.outdated || (before.repository ?? facts.repository) !== facts.repository) {
    // An earlier version read it, or its remote is another one now: the same history gets other uuids.
    await renormaliseGit({ writer, orgId, source, signal }, facts.repository);
    run.set({ outdated: undefined });
  }
  const top = names.refs.branches.find(({ name }) => name === facts.headBranch);
  // Listed while the log is read, so that no file counts as one of the head that is none.
  const listing = keepForLater(filesOfHead(facts, context, top?.sha));
  const isRead = unchanged(run, facts, names);
  const begun = !isRead && (await logPhase(run, facts, names, context, before));
  await run.flush();
  const shared = isRead ? [] : await shareCommits(writer);
  if (shared.length > 0) await run.change(shared);
  const gits = begun ? new DiffGits(facts.gitDir, !facts.partial) : undefined;
  const there = await listing;
  const head = there && new Set(there.paths.split('\0'));
  const diffed = diffPhase(run, facts, context, gits, { fresh: begun && before.nobody, head });
  // The order of commits is listed at the same time, so the end does not wait for it.
  const [hasRead, listed] = await Promise.all([
    diffed,
    isRead ? undefined : childrenFirst(facts.gitDir),
  ]).finally(() => gits?.close());
  // Committed before renames are joined: what fails there leaves the files of the head right.
  await run.change(alignFiles(context, there));
  if (!isRead) await readFilesOfMerges(run, facts, context);
  await run.change([...(isRead || begun ? [] : alignTouchedFiles(context)), fileDates(context)]);
  // A log that was read just now has brought its derived rows with it.
  const settled = isRead ? deriveFromCommits(context) : [];
  run.set({
    status: 'active',
    progress: endProgress(run.state.progress),
    lastIngestedAt: new Date().toISOString(),
    coverage: coverageOf(counted),
  });
  // A source that was removed may have read changes that are this one's to read now.
  const order = listed ?? (hasRead ? await childrenFirst(facts.gitDir) : undefined);
  const followed = order ? followRenames(context, order) : [];
  await run.change([...followed, ...settled]);
}

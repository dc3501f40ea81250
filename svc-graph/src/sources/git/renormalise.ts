import type { GraphWriter } from '../../store/graph-writer.ts';
import type { TransactionStep } from '../../store/transaction.ts';
import { keepFormerUuids } from '../../store/former-uuids.ts';
import { PUBLISH, loadStatements } from '../../store/load.ts';
import { repositoryName } from '../../store/natural-key.ts';
import { deleteFrom, update } from '../../store/statement.ts';
import type { Statement } from '../../store/statement.ts';
import { type SourceRow, stateStatement } from '../../store/source-row.ts';
import { renewCommits } from './commit-pages.ts';
import { tellCutMerges } from './cut-merges.ts';
import { diffStatements, fileDates } from './diff-statements.ts';
import { alignTouchedFiles, broughtStatements } from './files-of-merges.ts';
import { type FileBefore, keepFiles, restoreFiles } from './files-of-head.ts';
import { followRenames, inOrder } from './former-paths.ts';
import { claim } from './history.ts';
import type { GitIngest } from './git-ingest.ts';
import { KnownFiles } from './known-files.ts';
import { aloneIn, logStatements } from './log-statements.ts';
import { type Context, commitUuid, contextOf } from './normalise.ts';
import { type RefsPayload, normaliseRefs } from './normalise-refs.ts';
import type { Raw } from './ingest-run.ts';
import { type DiffRecord, fromThirteenFields, parseDiffs, parseLog } from './records.ts';
import { alignWithHistory } from './align-history.ts';
import { forgetRows } from './remove.ts';
import { GitSettings } from './settings.ts';
import { shareCommits } from './share-commits.ts';
import { clearUnrecorded, formerRepositoryUuid, unrecordedRows } from './unrecorded.ts';
import { forgetLinks } from './resolve-people.ts';

/** Normalises the payloads of one source again, in the order they were kept. */
class Replay {
  private readonly context: Context;
  private readonly files = new KnownFiles();
  private readonly dates = new Map<string, number | null>();
  private readonly parents = new Map<string, readonly string[]>();
  private readonly diffed = new Set<string>();
  private latest: RefsPayload | undefined;

  constructor(context: Context) {
    this.context = context;
  }

  steps(kind: Kept['kind'], bytes: string, receivedAt: number): TransactionStep[] {
    const context = { ...this.context, observedAt: receivedAt };
    if (kind === 'refs') {
      this.latest = JSON.parse(Buffer.from(bytes, 'latin1').toString('utf8')) as RefsPayload;
      const refs = normaliseRefs(this.latest, { ...context, webUrl: this.latest.facts.webUrl });
      return refs.flatMap(loadStatements);
    }
    if (kind === 'commits') return this.log(bytes, context);
    if (kind === 'log') return this.log(fromThirteenFields(bytes), context);
    if (kind === 'merges') return broughtStatements(bytes, context, (sha) => this.dates.get(sha) ?? null);
    return this.diffs(parseDiffs(bytes), context, kind === 'diff');
  }

  /** Normalises diffs. A commit's changes may have been read more than once; the last reading counts. */
  private diffs(records: readonly DiffRecord[], context: Context, counted: boolean): TransactionStep[] {
    const again = records.filter(({ sha }) => this.diffed.has(sha));
    for (const { sha } of records) this.diffed.add(sha);
    const target = (sha: string) => ({
      uuid: commitUuid(context, sha),
      committedAt: this.dates.get(sha) ?? null,
    });
    const uuids = again.map(({ sha }) => target(sha).uuid).join(' ');
    const forget = deleteFrom(
      'Relation',
      `relation = 'touches' AND "sourceId" = $2 AND "fromUuid" IN (SELECT unnest(string_split($1, ' '))::UUID)`,
      [uuids, context.sourceId],
    );
    const steps = diffStatements(records, context, this.files, target, counted);
    return again.length > 0 ? [forget, ...steps] : steps;
  }

  private log(bytes: string, context: Context): TransactionStep[] {
    const records = parseLog(bytes);
    for (const { sha, parents, committer } of records) {
      this.dates.set(sha, committer.at);
      this.parents.set(sha, parents);
    }
    return logStatements(records, context, aloneIn(context, 'again'));
  }

  alignWithHistory(): Statement[] {
    if (!this.latest) return [];
    const { refs, tops, facts, cutMerges = [] } = this.latest;
    const reached = claim(this.parents, tops);
    const history = new Map([...this.parents].filter(([sha]) => reached.has(sha)));
    const shape = { history, refs, defaultBranch: facts.headBranch };
    const { webUrl, isShallow = false } = facts;
    const context = { ...this.context, webUrl, isShallow };
    // The last refs hold the web address of the repository; payloads of commits do not.
    const settled = alignWithHistory(shape, context);
    const followed = followRenames(context, inOrder(history, this.dates));
    const merged = tellCutMerges(cutMerges, context);
    return [...merged, ...settled, fileDates(context), ...followed, ...renewCommits(context)];
  }
}

interface Kept {
  /** An earlier version kept commits as `log`. */
  readonly kind: Raw['kind'] | 'log';
  readonly payload: string;
  readonly receivedAt: number;
}

async function payloadAt(writer: GraphWriter, source: SourceRow, number: string): Promise<Kept | undefined> {
  const [kept] = await writer.rows<Kept>(
    `SELECT kind, to_base64(payload) AS payload, epoch("receivedAt")::DOUBLE AS "receivedAt"
     FROM "RawPayload" WHERE "sourceId" = $1 AND number = $2::BIGINT`,
    [source.id, number],
  );
  return kept;
}

/** What the repository of a source was taken for when it was last read. */
async function repositoryOf(writer: GraphWriter, { id, settings }: SourceRow): Promise<string> {
  const [recorded] = await writer.rows<{ name: string }>(
    `SELECT "externalId" AS name FROM "SourceRecord" WHERE "sourceId" = $1 AND kind = 'Repository'`,
    [id],
  );
  if (recorded) return recorded.name;
  const [kept] = await writer.rows<{ webUrl: string | null }>(
    `SELECT decode(payload)::JSON->'facts'->>'webUrl' AS "webUrl" FROM "RawPayload"
     WHERE "sourceId" = $1 AND kind = 'refs' ORDER BY number DESC LIMIT 1`,
    [id],
  );
  // The next reading of the repository finds its address or its first commit.
  const { path } = GitSettings.parse(settings);
  return repositoryName({ remote: kept?.webUrl ?? undefined, root: null, folder: path });
}

/** The files of the source, of which payloads tell neither all nor which have left the default branch. */
async function filesBefore(writer: GraphWriter, orgId: string, { id }: SourceRow): Promise<FileBefore[]> {
  return writer.rows<FileBefore>(
    `SELECT uuid, path, coalesce(removed, false) AS removed FROM "SourceFile" WHERE "repositoryUuid" = $2::UUID
       OR uuid IN (SELECT "entityUuid" FROM "SourceRecord" WHERE "sourceId" = $1 AND kind = 'SourceFile')`,
    [id, formerRepositoryUuid(orgId, id)],
  );
}

const markAsRemoved = (context: Context, paths: readonly string[]): Statement =>
  update(
    'SourceFile',
    { removed: 'true' },
    `WHERE t."repositoryUuid" = $1::UUID AND t.path IN (SELECT unnest(from_json($2::JSON, '["VARCHAR"]')))`,
    [context.repositoryUuid, JSON.stringify(paths)],
  );

/**
 * Builds the rows of a repository again from its payloads, in one transaction: readers see the old rows until then.
 * A repository that is now taken for another one gets new uuids, and keeps the former ones.
 */
export async function renormaliseGit(ingest: GitIngest, repository?: string): Promise<void> {
  const { writer, orgId, source, signal, report } = ingest;
  const context = contextOf({ orgId, source }, repository ?? (await repositoryOf(writer, source)));
  const files = await filesBefore(writer, orgId, source);
  const removed = files.filter((file) => file.removed).map(({ path }) => path);
  const numbers = await writer.rows<{ number: string }>(
    'SELECT number FROM "RawPayload" WHERE "sourceId" = $1 ORDER BY number',
    [source.id],
  );
  const replay = new Replay(context);
  const shared = await shareCommits(writer);
  const former = keepFormerUuids(source.id, unrecordedRows(orgId, source.id));
  await writer.transaction(async (open) => {
    await open.runAll([
      ...former.before,
      keepFiles(context, files),
      ...forgetRows(source.id, context.repositoryUuid),
      ...clearUnrecorded(orgId, source.id),
      forgetLinks(source.id),
    ]);
    for (const [index, { number }] of numbers.entries()) {
      signal.throwIfAborted();
      report?.({ done: index, total: numbers.length });
      const kept = await payloadAt(writer, source, number);
      if (!kept) continue;
      const bytes = Buffer.from(kept.payload, 'base64').toString('latin1');
      await open.runAll(replay.steps(kept.kind, bytes, kept.receivedAt));
    }
    await open.runAll([
      ...replay.alignWithHistory(),
      ...restoreFiles(context),
      markAsRemoved(context, removed),
      ...alignTouchedFiles(context),
      ...former.after,
      ...shared,
      stateStatement(source.id, { ...source.state, outdated: undefined }),
      PUBLISH,
    ]);
  });
}

import type { GraphWriter } from '../../store/graph-writer.ts';
import type { TransactionStep } from '../../store/transaction.ts';
import { PUBLISH, loadStatements } from '../../store/load.ts';
import { deleteFrom } from '../../store/statement.ts';
import type { Statement } from '../../store/statement.ts';
import { type SourceRow, stateStatement } from '../../store/source-row.ts';
import { clear } from './clear.ts';
import { renewCommits } from './commit-pages.ts';
import { diffStatements, fileDates } from './diff-statements.ts';
import { RESTORE_FILES_OF_MERGES, keepFilesOfMerges } from './files-of-head.ts';
import { followRenames, inOrder } from './former-paths.ts';
import { claim } from './history.ts';
import { type GitIngest, contextOf } from './ingest.ts';
import { KnownFiles } from './known-files.ts';
import { aloneIn, logStatements } from './log-statements.ts';
import { type Context, commitUuid } from './normalise.ts';
import { type RefsPayload, normaliseRefs } from './normalise-refs.ts';
import type { Raw } from './ingest-run.ts';
import { type DiffRecord, fromThirteenFields, parseDiffs, parseLog } from './records.ts';
import { alignWithHistory } from './align-history.ts';
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
      `relation = 'touches' AND "fromUuid" IN (SELECT unnest(string_split($1, ' '))::UUID)`,
      [uuids],
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
    const { refs, tops, facts } = this.latest;
    const reached = claim(this.parents, tops);
    const history = new Map([...this.parents].filter(([sha]) => reached.has(sha)));
    const shape = { history, refs, defaultBranch: facts.headBranch };
    const context = { ...this.context, webUrl: facts.webUrl };
    // The last refs hold the web address of the repository; payloads of commits do not.
    const settled = alignWithHistory(shape, context);
    const followed = followRenames(context, inOrder(history, this.dates));
    return [fileDates(context), ...settled, ...followed, ...renewCommits(context)];
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

/** Builds the rows of a repository again from its payloads, in one transaction: readers see the old rows until then. */
export async function renormaliseGit({ writer, orgId, source, signal }: GitIngest): Promise<void> {
  const context = contextOf({ orgId, source });
  const files = await writer.rows<{ uuid: string }>(
    'SELECT uuid FROM "SourceFile" WHERE removed AND "repositoryUuid" = $1::UUID',
    [context.repositoryUuid],
  );
  const numbers = await writer.rows<{ number: string }>(
    'SELECT number FROM "RawPayload" WHERE "sourceId" = $1 ORDER BY number',
    [source.id],
  );
  const replay = new Replay(context);
  await writer.transaction(async (open) => {
    const kept = keepFilesOfMerges(context.repositoryUuid);
    await open.runAll([kept, ...clear(context.repositoryUuid), forgetLinks(source.id)]);
    for (const { number } of numbers) {
      signal.throwIfAborted();
      const kept = await payloadAt(writer, source, number);
      if (!kept) continue;
      const bytes = Buffer.from(kept.payload, 'base64').toString('latin1');
      await open.runAll(replay.steps(kept.kind, bytes, kept.receivedAt));
    }
    const removed = files.map(({ uuid }) => ({ uuid, removed: true }));
    await open.runAll([
      ...replay.alignWithHistory(),
      ...RESTORE_FILES_OF_MERGES,
      ...loadStatements({
        table: 'SourceFile',
        rows: removed,
        match: { removed: 'replace' },
        updateOnly: true,
      }),
      stateStatement(source.id, source.state),
      PUBLISH,
    ]);
  });
}

import type { GraphWriter } from '../../store/graph-writer.ts';
import { loadStatements } from '../../store/load.ts';
import { recordGone } from '../../store/source-records.ts';
import { update } from '../../store/statement.ts';
import type { Statement } from '../../store/statement.ts';
import { DIFF_OPTIONS } from './diff-gits.ts';
import type { RepositoryFacts } from './facts.ts';
import { gitOutput } from './git.ts';
import type { IngestRun } from './ingest-run.ts';
import { type Context, commitUuid, fileUuid } from './normalise.ts';

/** From merges to the files that no parent of them had, such as those of another history below a folder. */
export const BROUGHT = 'brought';

/** The files of the head that no commit added, as far as is known. */
const UNEXPLAINED = `SELECT uuid, path FROM "SourceFile" WHERE "repositoryUuid" = $1::UUID AND NOT coalesce(removed, false)
  AND uuid NOT IN (SELECT "toUuid" FROM "Relation"
    WHERE relation = '${BROUGHT}' OR (relation = 'touches' AND change IN ('added', 'renamed')))`;

const MERGES = `SELECT string_agg(c.sha, chr(10)) AS shas FROM "Commit" c JOIN "SourceRecord" r ON r."entityUuid" = c.uuid
  WHERE r."sourceId" = $1 AND r.kind = 'Commit' AND NOT r.deleted AND c."isMerge"`;

/** So many merges are listed by one git process; between two of them readers hear how far it is. */
const TOGETHER = 500;

/** Git follows so many named paths faster than it lists all. */
const MOST_NAMED = 500;

/** Lists merges, each with the files that it added to all of its parents. No contents of files are read for it. */
async function listBrought(
  path: string,
  merges: readonly string[],
  paths: readonly string[],
): Promise<Buffer> {
  const named = paths.length <= MOST_NAMED ? ['--', ...paths] : [];
  return gitOutput(
    path,
    [
      '--literal-pathspecs',
      'diff-tree',
      '--stdin',
      '-c',
      '--diff-filter=A',
      '--name-only',
      ...DIFF_OPTIONS,
      ...named,
    ],
    `${merges.join('\n')}\n`,
  ).catch(() => Buffer.alloc(0));
}

const COMMIT = /^\n*([0-9a-f]{40}|[0-9a-f]{64})$/;

/** The edges of a list of merges and files; a commit whose moment is not known dates nothing. */
export function broughtStatements(
  bytes: string,
  context: Context,
  dateOf: (sha: string) => number | null,
): Statement[] {
  const rows = [];
  let merge = '';
  for (const text of bytes.split('\0')) {
    const [, sha] = COMMIT.exec(text) ?? [];
    if (sha !== undefined) merge = sha;
    else if (text !== '' && merge !== '')
      rows.push({
        relation: BROUGHT,
        fromUuid: commitUuid(context, merge),
        toUuid: fileUuid(context, text),
        since: dateOf(merge),
        sourceId: context.sourceId,
      });
  }
  return loadStatements({ table: 'Relation', rows, key: ['relation', 'fromUuid', 'toUuid'] });
}

async function readDates(writer: GraphWriter, { sourceId }: Context): Promise<Map<string, number>> {
  const rows = await writer.rows<{ sha: string; at: number }>(
    `SELECT c.sha, epoch(c."committedAt")::DOUBLE AS at FROM "Commit" c JOIN "SourceRecord" r ON r."entityUuid" = c.uuid
     WHERE r."sourceId" = $1 AND r.kind = 'Commit' AND c."isMerge" AND c."committedAt" IS NOT NULL`,
    [sourceId],
  );
  return new Map(rows.map(({ sha, at }) => [sha, at]));
}

/** Finds the merges that brought files which no commit added. A shallow clone lacks those commits, so it is left out. */
export async function readFilesOfMerges(
  run: IngestRun,
  { gitDir, shallow }: RepositoryFacts,
  context: Context,
): Promise<void> {
  if (shallow.length > 0) return;
  const { writer } = run;
  const files = await writer.rows<{ path: string }>(UNEXPLAINED, [context.repositoryUuid]);
  const [merges] = await writer.rows<{ shas: string | null }>(MERGES, [context.sourceId]);
  if (files.length === 0 || !merges?.shas) return;
  const paths = files.map(({ path }) => path);
  const shas = merges.shas.split('\n');
  const listed: Buffer[] = [];
  await run.within('merges', shas.length, async () => {
    for (let at = 0; at < shas.length; at += TOGETHER) {
      const some = shas.slice(at, at + TOGETHER);
      listed.push(await listBrought(gitDir, some, paths));
      await run.advanceAndTell(some.length);
    }
  });
  const bytes = Buffer.concat(listed);
  if (bytes.length === 0) return;
  const dates = await readDates(writer, context);
  const steps = broughtStatements(bytes.toString('latin1'), context, (sha) => dates.get(sha) ?? null);
  await run.sendTogether([{ raw: { kind: 'merges', bytes }, steps, commits: 0 }]);
}

/** Marks files that neither the head nor a commit that is there has as gone from the source; the others are there. */
export function alignTouchedFiles(context: Context): Statement[] {
  const there = `SELECT e."toUuid" FROM "Relation" e JOIN "Commit" c ON c.uuid = e."fromUuid"
      WHERE e.relation IN ('touches', '${BROUGHT}') AND NOT c.deleted
    UNION SELECT uuid FROM "SourceFile" WHERE NOT coalesce(removed, false)`;
  return [
    ...recordGone({ sourceId: context.sourceId, kind: 'SourceFile' }, there),
    update(
      'SourceFile',
      { deleted: 'false' },
      `WHERE t."repositoryUuid" = $1::UUID AND t.deleted AND t.uuid IN (${there})`,
      [context.repositoryUuid],
    ),
  ];
}

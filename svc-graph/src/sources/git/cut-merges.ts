import { deleteFrom, update } from '../../store/statement.ts';
import type { Statement } from '../../store/statement.ts';
import type { RepositoryFacts } from './facts.ts';
import { gitOutput } from './git.ts';
import { type Context, commitUuid } from './normalise.ts';

/** A merge touches no file of its own. It has no lines either, not zero of them: averages leave it out. */
export const NONE_OF_MERGE = [
  'changedFiles',
  'totalFilesAdded',
  'totalFilesModified',
  'totalFilesDeleted',
  'totalFilesRenamed',
];

/** How many parents a commit names itself, whatever a shallow clone hides of them. */
export async function parentsNamed(path: string, sha: string): Promise<number> {
  const object = await gitOutput(path, ['cat-file', 'commit', sha]).catch(() => Buffer.alloc(0));
  const [header = ''] = object.toString('latin1').split('\n\n', 1);
  return header.split('\n').filter((line) => line.startsWith('parent ')).length;
}

/** The merges among the oldest commits of a shallow clone, which lacks their parents. */
export async function readCutMerges({ gitDir, shallow }: RepositoryFacts): Promise<string[]> {
  const found: string[] = [];
  for (const sha of shallow) if ((await parentsNamed(gitDir, sha)) > 1) found.push(sha);
  return found;
}

const CUT = `"entityUuid" IN (SELECT unnest(from_json($1::JSON, '["UUID"]')))`;

/** Tells commits whose parents are missing as the merges that they are. */
export function tellCutMerges(shas: readonly string[], context: Context): Statement[] {
  if (shas.length === 0) return [];
  const uuids = [JSON.stringify(shas.map((sha) => commitUuid(context, sha)))];
  const nothing = Object.fromEntries(NONE_OF_MERGE.map((column) => [column, '0']));
  return [
    update(
      'Commit',
      { isMerge: 'true', ...nothing },
      `WHERE t.uuid IN (SELECT unnest(from_json($1::JSON, '["UUID"]'))) AND NOT t."isMerge"`,
      uuids,
    ),
    deleteFrom('Event', `integration = 'git' AND action = 'authored' AND ${CUT}`, uuids),
    update(
      'Event',
      { action: `'merged'`, occurredAt: 'c."authoredAt"', actorUuid: 'c."authorUuid"' },
      `FROM "Commit" c WHERE c.uuid = t."entityUuid" AND t.integration = 'git'
         AND t.action IN ('committed', 'merged') AND t.${CUT}
         AND (t.action, t."occurredAt", t."actorUuid") IS DISTINCT FROM ('merged', c."authoredAt", c."authorUuid")`,
      uuids,
    ),
  ];
}

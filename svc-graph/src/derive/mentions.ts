import { insertInto } from '../store/statement.ts';
import { NEW_ROWS, type DeriveSession } from './session.ts';

/** Keys such as `ABC-123` and `#45`. A key counts only where an issue has it. */
const KEYS = String.raw`regexp_extract_all(c.message, '\b[A-Z][A-Z0-9]+(?:-[A-Z0-9]+)*-[0-9]+\b|#[0-9]+\b')`;

/** The keys of issues, former ones too; a number belongs to the issues of one repository. */
const KEYED = `SELECT uuid, key, "repositoryUuid" AS repository FROM (
    SELECT uuid, "repositoryUuid", unnest(list_append(coalesce("formerKeys", []), "issueKey")) AS key FROM "Issue" WHERE %)
  WHERE key IS NOT NULL`;

const MENTIONED = (commits: string, issues: string) => `SELECT DISTINCT m.commit, i.uuid AS issue, m.moment
  FROM (SELECT c.uuid AS commit, c."committedAt" AS moment, c."repositoryUuid" AS repository, unnest(${KEYS}) AS key
    FROM "Commit" c WHERE c.integration = 'git' AND (contains(c.message, '-') OR contains(c.message, '#')) AND ${commits}) m
  JOIN (${KEYED.replace('%', issues)}) i ON i.key = m.key AND (NOT starts_with(m.key, '#') OR i.repository = m.repository)`;

/**
 * Relates commits read by git to the issues whose keys they name: new commits to all issues, and all commits
 * to new issues. A forge tells the mentions of its commits itself.
 */
export async function computeMentions(session: DeriveSession): Promise<void> {
  if (!(await session.exists('FROM "Issue"'))) return;
  const all = session.full;
  const ofCommits = MENTIONED(all ? 'TRUE' : `c.${NEW_ROWS}`, 'TRUE');
  const isNewIssue = await session.exists(`FROM "Issue" WHERE ${NEW_ROWS}`);
  const found = all || !isNewIssue ? ofCommits : `${ofCommits} UNION ${MENTIONED('TRUE', NEW_ROWS)}`;
  await session.createTemp('mentioned_issue', found);
  if (!(await session.exists('FROM mentioned_issue'))) return;
  await session.run(
    insertInto(
      'Relation',
      ['relation', 'fromUuid', 'toUuid', 'since'],
      `SELECT 'commitMentions', m.commit, m.issue, m.moment FROM mentioned_issue m
       WHERE NOT EXISTS (FROM "Relation" r
         WHERE r.relation = 'commitMentions' AND r."fromUuid" = m.commit AND r."toUuid" = m.issue)`,
    ),
  );
}

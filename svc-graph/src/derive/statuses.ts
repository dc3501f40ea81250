import type { ProjectStatuses, StatusCategory } from '@cairn/contracts';
import type { GraphWriter } from '../store/graph-writer.ts';
import { deleteFrom, insertInto } from '../store/statement.ts';
import type { Statement } from '../store/statement.ts';

/** A status of a project with the category that an admin gave it. */
export interface DecidedStatus {
  readonly name: string;
  readonly category: StatusCategory;
}

/** Sets the statuses of a project in their order; null takes them away. All measures become stale by it. */
export function statusStatements(
  projectUuid: string,
  statuses: readonly DecidedStatus[] | null,
): Statement[] {
  const removed = deleteFrom('StatusRule', '"projectUuid" = $1::UUID', [projectUuid]);
  const stale = deleteFrom('Meta', `key = 'derivedBy'`);
  if (!statuses) return [removed, stale];
  const sql = `SELECT $1::UUID, s.name, s.category, s.position
    FROM (SELECT unnest(from_json($2::JSON, '[{"name": "VARCHAR", "category": "VARCHAR", "position": "BIGINT"}]'), recursive := true)) s`;
  const rows = JSON.stringify(statuses.map((status, position) => ({ ...status, position })));
  return [removed, insertInto('StatusRule', [], sql, [projectUuid, rows]), stale];
}

interface StatusRow {
  readonly project: string;
  readonly projectName: string | null;
  readonly name: string;
  readonly category: StatusCategory;
  readonly issues: number;
  readonly decided: boolean;
}

/** Statuses in the order of the admin; else by category, and by how long after its creation an issue enters them. */
const STATUSES = `WITH found AS (
    SELECT i."projectUuid" AS project, t.status AS name, mode(t.category) AS category,
      count(*) FILTER (t."leftAt" IS NULL AND NOT coalesce(i.deleted, false))::INTEGER AS issues,
      median(epoch(t."enteredAt") - epoch(i."createdAt")) AS late
    FROM "TimeInStatus" t JOIN "Issue" i ON i.uuid = t."issueUuid"
    WHERE i."projectUuid" IS NOT NULL AND t.status IS NOT NULL GROUP BY 1, 2
  )
  SELECT coalesce(f.project, r."projectUuid")::VARCHAR AS project, p.name AS "projectName", coalesce(f.name, r.status) AS name,
    coalesce(r.category, f.category, 'other') AS category, coalesce(f.issues, 0) AS issues,
    coalesce(f.project, r."projectUuid") IN (SELECT "projectUuid" FROM "StatusRule") AS decided
  FROM found f FULL JOIN "StatusRule" r ON r."projectUuid" = f.project AND lower(r.status) = lower(f.name)
  JOIN "Project" p ON p.uuid = coalesce(f.project, r."projectUuid")
  ORDER BY p.name, 1, r.position NULLS LAST, list_position(['todo', 'inProgress', 'done', 'other'], f.category), f.late, 3`;

/** The statuses of each project of an org. */
export async function readStatuses(store: Pick<GraphWriter, 'rows'>): Promise<ProjectStatuses[]> {
  const rows = await store.rows<StatusRow>(STATUSES);
  const projects = new Map<string, ProjectStatuses>();
  for (const { project, projectName, name, category, issues, decided } of rows) {
    const known = projects.get(project) ?? {
      project: { uuid: project, name: projectName ?? project },
      decided,
      statuses: [],
    };
    known.statuses.push({ name, category, issues });
    projects.set(project, known);
  }
  return [...projects.values()];
}

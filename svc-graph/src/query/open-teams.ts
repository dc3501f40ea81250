import { LEAST_PEOPLE, type Audience } from './passes/limit-people.ts';
import type { Reader } from './engine/reader.ts';

/** Teams with some members beside those of `$1`, but too few to tell of the team as a whole. */
const FEW = `SELECT r."toUuid"::VARCHAR AS team FROM "Relation" r LEFT JOIN "Person" p ON p.uuid = r."fromUuid"
  WHERE r.relation = 'memberOf' AND r.until IS NULL AND NOT coalesce(p."isBot", false)
    AND NOT list_contains(from_json($1::JSON, '["VARCHAR"]'), r."fromUuid"::VARCHAR)
  GROUP BY r."toUuid" HAVING count(DISTINCT r."fromUuid") < ${String(LEAST_PEOPLE)}`;

/** Tells of which teams a caller may see what their members do: those of nobody or of enough people beside the audience. */
export async function openTeams(
  reader: Pick<Reader, 'rows'>,
  audience: Audience,
): Promise<(team: string) => boolean> {
  if (audience === null) return () => true;
  const rows = await reader.rows<{ team: string }>(FEW, [JSON.stringify(audience)]);
  const few = new Set(rows.map(({ team }) => team));
  return (team) => !few.has(team.toLowerCase());
}

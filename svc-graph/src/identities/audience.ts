import { type OrgId, atLeast } from '@cairn/contracts';
import type { Audience } from '../query/passes/limit-people.ts';
import type { AudienceCaller } from '../query/read-graph.ts';
import type { GraphStores } from '../store/graph-stores.ts';
import { personOfLogin } from './login-person.ts';

/** The members of the teams that a person leads now. */
const LED = `SELECT DISTINCT member."fromUuid"::VARCHAR AS uuid FROM "Relation" lead
  JOIN "Relation" member ON member."toUuid" = lead."toUuid" AND member.relation = 'memberOf' AND member.until IS NULL
  WHERE lead.relation = 'memberOf' AND lead."fromUuid" = $1::UUID AND lead.until IS NULL AND lead.role = 'lead'`;

/** Whose measures a caller may see: everybody's for admins and where the org says so, else their own and their teams'. */
export async function audienceOf(
  stores: Pick<GraphStores, 'open'>,
  orgId: OrgId,
  caller: AudienceCaller,
): Promise<Audience> {
  const { personMeasures, role = 'viewer', superuser } = caller;
  if (personMeasures !== 'limited' || superuser || atLeast(role, 'admin')) return null;
  const store = await stores.open(orgId);
  const own = await personOfLogin(store, caller);
  if (!own) return [];
  const led = await store.rows<{ uuid: string }>(LED, [own.uuid]);
  return [...new Set([own.uuid, ...led.map(({ uuid }) => uuid)])].toSorted();
}

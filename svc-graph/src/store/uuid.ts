import { hash } from 'node:crypto';
import type { Integration } from '@cairn/entities';

/** Sixteen bytes of plain ASCII, so that a name hashes in one call without a buffer of its own. */
export const NAMESPACE = 'cairn-Graph-name';

const VARIANT = '89ab89ab89ab89ab';

/** What is hashed for the uuid of a thing of a source. */
export function hashedName(orgId: string, integration: Integration, externalId: string): string {
  return `${NAMESPACE}${orgId}\n${integration}\n${externalId}`;
}

/** The uuid of a thing of a source: a version 5 uuid, so the same thing read twice is the same row. */
export function entityUuid(orgId: string, integration: Integration, externalId: string): string {
  const hex = hash('sha1', hashedName(orgId, integration, externalId));
  const variant = VARIANT[Number.parseInt(hex.charAt(16), 16)] ?? '8';
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** The same uuid in SQL, of expressions that give the org and the external id; the engine hashes each only once. */
export function entityUuidSql(org: string, integration: Integration, externalId: string): string {
  const hex = `sha1('${NAMESPACE}' || ${org} || chr(10) || '${integration}' || chr(10) || ${externalId})`;
  const digit = `substring(${hex}, 17, 1)`;
  const variant = `CASE WHEN ${digit} IN ('0', '4', '8', 'c') THEN '8' WHEN ${digit} IN ('1', '5', '9', 'd') THEN '9'
    WHEN ${digit} IN ('2', '6', 'a', 'e') THEN 'a' ELSE 'b' END`;
  return `CAST(left(${hex}, 12) || '5' || substring(${hex}, 14, 3) || ${variant} || substring(${hex}, 18, 15) AS UUID)`;
}

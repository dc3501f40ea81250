import { hash } from 'node:crypto';
import type { Integration } from '@cairn/entities';

/** Sixteen bytes of ASCII, so that a name is hashed in one call without a buffer. */
export const NAMESPACE = 'cairn-Graph-name';

const VARIANT = '89ab89ab89ab89ab';

/** The text that is hashed for an entity's uuid. */
export function hashedName(orgId: string, integration: Integration, externalId: string): string {
  return `${NAMESPACE}${orgId}\n${integration}\n${externalId}`;
}

/** The uuid of a source's entity: a version 5 uuid, so an entity read twice is one row. */
export function entityUuid(orgId: string, integration: Integration, externalId: string): string {
  const hex = hash('sha1', hashedName(orgId, integration, externalId));
  const variant = VARIANT[Number.parseInt(hex.charAt(16), 16)] ?? '8';
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** `entityUuid` in SQL, from expressions for the org and the external id. DuckDB hashes each only once. */
export function entityUuidSql(org: string, integration: Integration, externalId: string): string {
  const hex = `sha1('${NAMESPACE}' || ${org} || chr(10) || '${integration}' || chr(10) || ${externalId})`;
  const digit = `substring(${hex}, 17, 1)`;
  const variant = `CASE WHEN ${digit} IN ('0', '4', '8', 'c') THEN '8' WHEN ${digit} IN ('1', '5', '9', 'd') THEN '9'
    WHEN ${digit} IN ('2', '6', 'a', 'e') THEN 'a' ELSE 'b' END`;
  return `CAST(left(${hex}, 12) || '5' || substring(${hex}, 14, 3) || ${variant} || substring(${hex}, 18, 15) AS UUID)`;
}

import { hash } from 'node:crypto';
import type { Integration } from '@cairn/entities';
import { naturalKey } from './natural-key.ts';

/** Sixteen bytes of ASCII, so that a name is hashed in one call without a buffer. */
export const NAMESPACE = 'cairn-Graph-name';

const VARIANT = '89ab89ab89ab89ab';

/** The text that is hashed for the uuid of a natural key. */
export function hashedName(orgId: string, key: string): string {
  return `${NAMESPACE}${orgId}\n${key}`;
}

/** The uuid of what has this natural key in an org: a version 5 uuid. */
export function keyUuid(orgId: string, key: string): string {
  const hex = hash('sha1', hashedName(orgId, key));
  const variant = VARIANT[Number.parseInt(hex.charAt(16), 16)] ?? '8';
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** The uuid of what only one installation of a tool knows, by its immutable id there. */
export function entityUuid(orgId: string, integration: Integration, id: string): string {
  return keyUuid(orgId, naturalKey.other({ integration, id }));
}

/** `entityUuid` in SQL, from expressions for the org and the id. DuckDB hashes each only once. */
export function entityUuidSql(org: string, integration: Integration, id: string): string {
  const hex = `sha1('${NAMESPACE}' || ${org} || chr(10) || '${integration}' || chr(10) || ${id})`;
  const digit = `substring(${hex}, 17, 1)`;
  const variant = `CASE WHEN ${digit} IN ('0', '4', '8', 'c') THEN '8' WHEN ${digit} IN ('1', '5', '9', 'd') THEN '9'
    WHEN ${digit} IN ('2', '6', 'a', 'e') THEN 'a' ELSE 'b' END`;
  return `CAST(left(${hex}, 12) || '5' || substring(${hex}, 14, 3) || ${variant} || substring(${hex}, 18, 15) AS UUID)`;
}

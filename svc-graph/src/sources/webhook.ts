import { createHmac, timingSafeEqual } from 'node:crypto';
import type { SourceRow } from '../store/source-row.ts';
import type { Connector } from './connector.ts';

/** The webhook path of a source; undefined when its type takes no messages. */
export const webhookPath = (connector: Connector | undefined, { id, type }: SourceRow): string | undefined =>
  connector?.webhook && `/api/v1/${type}/webhook/${id}`;

/** True when a signature is the HMAC-SHA256 of a body by a secret, both in hexadecimal. Its time tells nothing. */
export function hasHmac(secret: string, body: string | Uint8Array, signature: string): boolean {
  const expected = createHmac('sha256', secret).update(body).digest();
  const given = Buffer.from(signature, 'hex');
  const fits = given.length === expected.length;
  return timingSafeEqual(fits ? given : Buffer.alloc(expected.length), expected) && fits;
}

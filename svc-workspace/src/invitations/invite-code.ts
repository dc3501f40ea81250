import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

const ID_BYTES = 9;
const PROOF_BYTES = 18;
const SHAPE = /^[\w-]{36}$/;

/** A new id of an invitation. */
export const newInvitationId = (): string => randomBytes(ID_BYTES).toString('base64url');

/** How a code reaches somebody. Only whoever reads the mail of an address has the one that was mailed to it. */
type Way = 'invitation' | 'mailed invitation';

const proofOf = (secret: string, id: string, way: Way) =>
  createHmac('sha256', secret).update(`${way} ${id}`).digest().subarray(0, PROOF_BYTES);

/** The code of an invitation, signed with the secret, so a reader of the database cannot create it. */
export function codeOf(secret: string, id: string, way: Way = 'invitation'): string {
  return id + proofOf(secret, id, way).toString('base64url');
}

/** The invitation of a code, and whether it is the mailed one; null for a code that this installation did not create. */
export function readCode(
  secret: string,
  code: string,
): { readonly id: string; readonly isMailed: boolean } | null {
  if (!SHAPE.test(code)) return null;
  const id = code.slice(0, (ID_BYTES / 3) * 4);
  const proof = Buffer.from(code.slice(id.length), 'base64url');
  const is = (way: Way) => proof.length === PROOF_BYTES && timingSafeEqual(proof, proofOf(secret, id, way));
  if (is('invitation')) return { id, isMailed: false };
  return is('mailed invitation') ? { id, isMailed: true } : null;
}

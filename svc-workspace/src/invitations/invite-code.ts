import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

const ID_BYTES = 9;
const PROOF_BYTES = 18;
const SHAPE = /^[\w-]{36}$/;

/** A new id of an invitation. */
export const newInvitationId = (): string => randomBytes(ID_BYTES).toString('base64url');

const proofOf = (secret: string, id: string) =>
  createHmac('sha256', secret).update(`invitation ${id}`).digest().subarray(0, PROOF_BYTES);

/** The code of an invitation, signed with the secret, so a reader of the database cannot create it. */
export function codeOf(secret: string, id: string): string {
  return id + proofOf(secret, id).toString('base64url');
}

/** The id of the invitation of a code; null for a code that this installation did not create. */
export function idOfCode(secret: string, code: string): string | null {
  if (!SHAPE.test(code)) return null;
  const id = code.slice(0, (ID_BYTES / 3) * 4);
  const proof = Buffer.from(code.slice(id.length), 'base64url');
  return proof.length === PROOF_BYTES && timingSafeEqual(proof, proofOf(secret, id)) ? id : null;
}

import type { LinkStatus, OrgId } from '@cairn/contracts';
import type { MissingKinds } from './visible-links.ts';

/** What is known of the data of an org's kinds. */
export interface KnownKinds {
  readonly missing: MissingKinds;
  /** Why nothing is known; null where it is. */
  readonly notice: string | null;
}

/** Asks which data of an org is missing; it never fails and never takes long. */
export type AskKinds = (orgId: OrgId) => Promise<KnownKinds>;

/** Everything is there: the answer where nobody can be asked. */
export const everythingThere: AskKinds = () =>
  Promise.resolve({ missing: { notConfigured: [], processing: [] }, notice: null });

/** The status of a thing that asks for these kinds; null where it is not known. */
export function statusOfKinds(kinds: readonly string[], { missing, notice }: KnownKinds): LinkStatus | null {
  if (notice !== null) return null;
  if (kinds.some((kind) => missing.notConfigured.includes(kind))) return 'notConfigured';
  return kinds.some((kind) => missing.processing.includes(kind)) ? 'processing' : 'populated';
}

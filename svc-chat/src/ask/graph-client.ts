import { createClient, entitySearchContract, type OrgId, queryContract } from '@cairn/contracts';
import type { Logger } from '@cairn/service-kit';

/** The caller on whose behalf the graph is asked. */
export interface Asker {
  readonly orgId: OrgId;
  /** The raw `Authorization` header; the graph checks its rights again. */
  readonly authorization: string;
  readonly log: Logger;
}

const PATIENCE_MS = 1_500;

/** The routes of svc-graph that questions need, asked as the caller, with little patience. */
export function graphClientOf(url: string, { authorization }: Asker) {
  return createClient(
    { ...queryContract, ...entitySearchContract },
    (path, init) =>
      fetch(path, {
        ...init,
        headers: { ...init.headers, authorization },
        signal: AbortSignal.timeout(PATIENCE_MS),
      }),
    url.replace(/\/$/, ''),
  );
}

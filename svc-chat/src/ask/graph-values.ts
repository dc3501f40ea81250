import { createClient, type OrgId, queryContract } from '@cairn/contracts';
import type { Logger } from '@cairn/service-kit';
import type { LookUp } from './planner/resolve-value.ts';

/** The caller on whose behalf values are looked up. */
export interface Asker {
  readonly orgId: OrgId;
  /** The raw `Authorization` header; the graph checks its rights again. */
  readonly authorization: string;
  readonly log: Logger;
}

export type GraphValues = (asker: Asker) => LookUp;

const PATIENCE_MS = 1_500;

/** Looks up values at svc-graph. When that is slow or down, the question is answered without them. */
export function graphValues(url: string): GraphValues {
  return ({ orgId, authorization, log }) => {
    const client = createClient(
      queryContract,
      (path, init) =>
        fetch(path, {
          ...init,
          headers: { ...init.headers, authorization },
          signal: AbortSignal.timeout(PATIENCE_MS),
        }),
      url.replace(/\/$/, ''),
    );
    return async ({ target, attribute }, contains) => {
      const input = { select: [target], target, attribute, contains: contains.slice(0, 200) };
      try {
        const { data } = await client.facetOptions.json({ params: { orgId }, input });
        return data.flatMap(({ value }) => (typeof value === 'string' ? [value] : []));
      } catch (err) {
        log.warn({ err, target, attribute }, 'cannot look values up');
        return null;
      }
    };
  };
}

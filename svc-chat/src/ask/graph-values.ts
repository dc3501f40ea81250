import { createClient, type OrgId, queryContract } from '@cairn/contracts';
import type { Logger } from '@cairn/service-kit';
import type { LookUp } from './planner/resolve-value.ts';

/** The caller on whose behalf values are looked up. */
export interface Asker {
  readonly orgId: OrgId;
  /** The `Authorization` header as it came: the graph decides again what it may see. */
  readonly authorization: string;
  readonly log: Logger;
}

export type GraphValues = (asker: Asker) => LookUp;

const PATIENCE_MS = 1_500;

/** Looks values up at svc-graph; a graph that is slow or down costs the look-up and not the question. */
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

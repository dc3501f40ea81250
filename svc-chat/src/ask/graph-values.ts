import { type Asker, graphClientOf } from './graph-client.ts';
import type { LookUp } from './planner/resolve-value.ts';

export type GraphValues = (asker: Asker) => LookUp;

/** Looks up values at svc-graph. When that is slow or down, the question is answered without them. */
export function graphValues(url: string): GraphValues {
  return (asker) => {
    const { orgId, log } = asker;
    const client = graphClientOf(url, asker);
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

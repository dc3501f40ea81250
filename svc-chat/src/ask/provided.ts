import type { Configuration } from '@cairn/contracts';
import { leavesOf, type Query } from '@cairn/query';
import { type Asker, graphClientOf } from './graph-client.ts';
import { refuse } from './planner/refusals.ts';

/** What the sources of an org provide; null when the graph cannot say. */
export type Provided = (asker: Asker) => Promise<Pick<Configuration, 'kinds'> | null>;

type Kind = Configuration['kinds'][number];

/** Asks svc-graph what an org's sources provide. */
export function providedBy(url: string): Provided {
  return async (asker) => {
    const { orgId, log } = asker;
    try {
      return await graphClientOf(url, asker).configuration({ params: { orgId } });
    } catch (err) {
      log.warn({ err }, 'cannot ask what is provided');
      return null;
    }
  };
}

/** The kind that a path of relations leads to, and the first relation of it that no source provides. */
function follow(
  kinds: readonly Kind[],
  from: Kind,
  target: string,
): { kind: Kind | undefined; missing: string } {
  let kind: Kind | undefined = from;
  for (const name of target === from.name ? [] : target.split('.')) {
    const relation: Kind['relations'][number] | undefined = kind?.relations.find(
      (each) => each.name === name,
    );
    if (relation?.provided === false) return { kind: undefined, missing: relation.label.toLowerCase() };
    kind = kinds.find((each) => each.name === relation?.target);
  }
  return { kind, missing: '' };
}

/** Refuses, with the reason, a query over something that no source of the org fills. */
export function refuseUnfilled(query: Query, { kinds }: Pick<Configuration, 'kinds'>): void {
  const selected = kinds.find(({ name }) => name === query.select[0]);
  if (!selected) return;
  if (!selected.provided) throw refuse(`No source here provides ${selected.plural.toLowerCase()}.`);
  const fields = [...query.groupBys, ...query.aggregations, ...leavesOf(query.filters)];
  for (const { target, attribute } of fields) {
    const { kind, missing } = follow(kinds, selected, target);
    if (missing) throw refuse(`No source here provides the ${missing} of ${selected.plural.toLowerCase()}.`);
    const found = kind?.attributes.find(({ name }) => name === attribute);
    if (!kind || !found || found.provided || attribute === 'uuid') continue;
    throw refuse(`No source here provides the ${found.label.toLowerCase()} of ${kind.plural.toLowerCase()}.`);
  }
}

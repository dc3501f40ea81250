import type { Configuration } from '@cairn/contracts';
import { asOfInWords, joinWords, leavesOf, type Query } from '@cairn/query';
import { kindNamed, selectedKind } from './fields.ts';

type RelationInfo = Configuration['kinds'][number]['relations'][number];

/** The dated relations that groups, filters and measures of a query follow, each once. */
export function datedRelations(query: Query, configuration: Configuration): readonly RelationInfo[] {
  const measured = query.aggregations.flatMap((each) => [each, ...leavesOf(each.filters ?? [])]);
  const fields = [...query.groupBys, ...leavesOf(query.filters), ...measured];
  const followed = fields.flatMap(({ target, attribute }) =>
    relationsOn([...target.split('.'), attribute], selectedKind(query), configuration),
  );
  return [...new Set(followed)].filter(({ dated }) => dated !== undefined);
}

/** The relations that a path names. The kind itself and attributes are none. */
function relationsOn(path: readonly string[], kind: string, configuration: Configuration): RelationInfo[] {
  const found: RelationInfo[] = [];
  for (const name of path) {
    const from = kindNamed(configuration, found.at(-1)?.target ?? kind);
    const relation = from?.relations.find((each) => each.name === name);
    if (relation) found.push(relation);
  }
  return found;
}

/**
 * The moment that holds for the dated relations of a query which says none: "now", or "each event", or which
 * of them is asked when. Empty when it follows none.
 */
export function defaultMoment(query: Query, configuration: Configuration): string {
  const relations = datedRelations(query, configuration);
  const labels = (asOf: 'now' | 'event') =>
    relations.filter(({ dated }) => dated === asOf).map(({ label }) => label.toLowerCase());
  const [now, event] = [labels('now'), labels('event')];
  if (now.length === 0) return event.length === 0 ? '' : asOfInWords({ asOf: 'event' });
  if (event.length === 0) return asOfInWords({ asOf: 'now' });
  return `${asOfInWords({ asOf: 'now' })}; ${joinWords(event)} of ${asOfInWords({ asOf: 'event' })}`;
}

import type { Configuration } from '@cairn/contracts';
import {
  editQuery,
  filterInWords,
  groupInWords,
  havingInWords,
  keepFilters,
  leavesOf,
  measureInWords,
  sentenceCase,
  setMeasures,
  thingsInWords,
  type Query,
} from '@cairn/query';
import { z } from 'zod';

const Refused = z.object({ details: z.object({ name: z.string(), closest: z.array(z.string()) }) });

/** A name in a query that the catalogue lacks, and the nearest that it has. */
export interface UnknownName {
  readonly name: string;
  readonly closest: readonly string[];
}

/** The unknown name for which a query was refused; null where the error does not say it. */
export function unknownNameIn(error: unknown): UnknownName | null {
  const refused = Refused.safeParse(error);
  return refused.success ? refused.data.details : null;
}

/** A change of the query that takes an unknown name away. */
export interface Remedy {
  readonly label: string;
  readonly query: Query;
}

const kindNamed = ({ kinds }: Configuration, name: string) => kinds.find((each) => each.name === name);

/** What the catalogue calls a name: that of a kind, else of an attribute or a relation. */
function listLabels(configuration: Configuration, names: readonly string[]): string[] {
  const fields = configuration.kinds.flatMap(({ attributes, relations }) => [...attributes, ...relations]);
  const labels = names.flatMap(
    (name) =>
      kindNamed(configuration, name)?.plural ?? fields.find((each) => each.name === name)?.label ?? [],
  );
  return [...new Set(labels.map((label) => `“${label}”`))];
}

/** Says which name of a query is unknown, what it may have meant, and what to do. */
export function unknownInWords(query: Query, unknown: UnknownName, configuration: Configuration): string {
  const { name, closest } = unknown;
  const labels = listLabels(configuration, closest);
  const kind = kindNamed(configuration, query.select[0] ?? 'Event');
  const fault =
    query.select[0] === name
      ? `There is no kind called “${name}”.`
      : `${kind ? sentenceCase(thingsInWords(kind).many) : 'They'} have nothing called “${name}”.`;
  return [fault, labels.length > 0 ? `Did you mean ${labels.join(' or ')}?` : '']
    .filter((sentence) => sentence !== '')
    .join(' ');
}

interface Field {
  readonly target: string;
  readonly attribute: string;
}

/** The queries without the clauses that say an unknown name; for an unknown kind also the nearest kinds. */
export function findRemedies(query: Query, unknown: UnknownName, configuration: Configuration): Remedy[] {
  const { name, closest } = unknown;
  if (query.select[0] === name) {
    const select = (label: string, kinds: string[]): Remedy => ({
      label,
      query: editQuery(query, { type: 'setSelection', select: kinds }),
    });
    const near = closest.flatMap((each) => kindNamed(configuration, each) ?? []);
    return [
      ...near.map((kind) => select(`Ask about ${thingsInWords(kind).many}`, [kind.name])),
      select(`Remove “${name}”`, []),
    ];
  }
  return withoutClauses(query, name, configuration);
}

/** A remedy for each item of a list that says the name. */
function each<T>(
  list: readonly T[],
  says: (item: T) => boolean,
  words: (item: T) => string,
  without: (item: T) => Query,
): Remedy[] {
  return list.filter(says).map((item) => ({ label: `Remove “${words(item)}”`, query: without(item) }));
}

function withoutClauses(query: Query, name: string, configuration: Configuration): Remedy[] {
  const kind = query.select[0] ?? 'Event';
  const { filters, groupBys, aggregations, order, columns, having } = query;
  const isIn = (text: string) => text === name || text.split('.').includes(name);
  const says = ({ target, attribute }: Field) => attribute === name || isIn(target);
  const but = <T>(list: readonly T[], item: T) => list.filter((other) => other !== item);
  return [
    ...each(
      aggregations,
      (measure) => says(measure) || leavesOf(measure.filters ?? []).some(says),
      (measure) => measureInWords(measure, kind, configuration),
      (measure) => setMeasures(query, but(aggregations, measure)),
    ),
    ...each(
      groupBys,
      says,
      (group) => groupInWords(group, kind, configuration),
      (group) => editQuery(query, { type: 'setGroupBys', groupBys: but(groupBys, group) }),
    ),
    ...each(
      leavesOf(filters),
      says,
      (filter) => filterInWords(filter, kind, configuration),
      (filter) =>
        editQuery(query, { type: 'setFilters', filters: keepFilters(filters, (other) => other !== filter) }),
    ),
    ...each(
      order,
      ({ by }) => isIn(by),
      () => `sorted by ${name}`,
      (sorting) => editQuery(query, { type: 'setOrder', order: but(order, sorting) }),
    ),
    ...each(
      columns,
      isIn,
      (column) => `column ${column}`,
      (column) => editQuery(query, { type: 'setColumns', columns: but(columns, column) }),
    ),
    ...each(
      having,
      ({ column }) => column === name,
      (condition) => havingInWords(condition, query, configuration),
      (condition) => editQuery(query, { type: 'setHaving', having: but(having, condition) }),
    ),
  ];
}

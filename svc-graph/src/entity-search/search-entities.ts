import type { FoundEntity } from '@cairn/contracts';
import type { Reader } from '../query/engine/reader.ts';
import { BoundValues, conditionsOf, matchOf, wordsOf, type FoundFilter } from './matches.ts';
import { readFound } from './present-found.ts';
import { ENTITY_NAMES, SEARCHED } from './searched-kinds.ts';
import { similarEntities } from './similar-entities.ts';

const RANK = `CASE WHEN exact THEN 0 WHEN plain = $1 THEN 1 WHEN starts_with(plain, $1) THEN 2
  WHEN contains(' ' || plain, ' ' || $1) THEN 3 ELSE 4 END`;

/** How finds are sorted: the best ones first, or the latest ones. */
const ORDERS = {
  match: `${RANK}, place, length(plain), plain, changed DESC NULLS LAST, uuid`,
  newest: 'changed DESC NULLS LAST, place, plain, uuid',
};

/** A page of finds. */
export interface EntitySearch extends FoundFilter {
  readonly term: string;
  readonly page: number;
  readonly pageSize: number;
  readonly perKind?: number | undefined;
  readonly order?: keyof typeof ORDERS | undefined;
}

interface FoundPage {
  readonly data: FoundEntity[];
  /** Those with a name like the term, where nothing has it. */
  readonly similar?: FoundEntity[];
  readonly meta: { page: number; pageSize: number; total: number; counts: Record<string, number> };
}

/** The finds of each kind in numbers. */
async function countsOf(reader: Reader, names: string, where: string, { values }: BoundValues) {
  const rows = await reader.rows<{ kind: string; count: number }>(
    `SELECT kind, count(*)::INTEGER AS count FROM ${names} WHERE ${where} GROUP BY kind`,
    values,
  );
  return Object.fromEntries(rows.map(({ kind, count }) => [kind, count]));
}

/** The finds that a page is taken from: all of them, those of one kind, or the first few of each kind. */
function candidatesOf(
  matches: string,
  { perKind, order = 'match' }: EntitySearch,
  counts: Readonly<Record<string, number>>,
): string {
  if (perKind === undefined) return matches;
  // The first of one kind are found without sorting the others.
  return SEARCHED.filter(({ kind }) => (counts[kind] ?? 0) > 0)
    .map(({ kind }) => `(${matches} AND kind = '${kind}' ORDER BY ${ORDERS[order]} LIMIT ${String(perKind)})`)
    .join(' UNION ALL ');
}

const totalOf = (counts: Readonly<Record<string, number>>) =>
  Object.values(counts).reduce((sum, each) => sum + each, 0);

/** A page of the entities that a term names, the best finds first. `names` is a table of `ENTITY_NAMES`. */
export async function searchEntities(
  reader: Reader,
  search: EntitySearch,
  names = `(${ENTITY_NAMES})`,
): Promise<FoundPage> {
  const { term, page, pageSize, kind, order = 'match' } = search;
  const text = wordsOf(term);
  const none = { data: [], meta: { page, pageSize, total: 0, counts: {} } };
  if (text.words.length === 0) return none;
  const bound = new BoundValues();
  const { isKey, where } = matchOf(bound, text);
  const is = conditionsOf({ ...search, kind: undefined }, bound);
  const narrowed = `${where} AND ${is.project} AND ${is.team} AND ${is.window}`;
  const counts = await countsOf(reader, names, narrowed, bound);
  const total = kind === undefined ? totalOf(counts) : (counts[kind] ?? 0);
  if (total === 0) {
    const isNarrowed = [kind, search.project, search.team, search.window].some((each) => each !== undefined);
    const similar = isNarrowed ? [] : await similarEntities(reader, text.whole, names);
    return { ...none, ...(similar.length > 0 ? { similar } : {}), meta: { ...none.meta, counts } };
  }
  const ofKind = conditionsOf({ kind }, bound).kind;
  const matches = `SELECT *, ${isKey} AS exact FROM ${names} WHERE ${narrowed} AND ${ofKind}`;
  const candidates = `SELECT * FROM (${candidatesOf(matches, search, counts)}) ORDER BY ${ORDERS[order]}
    LIMIT ${String(pageSize)} OFFSET ${String((page - 1) * pageSize)}`;
  const data = await readFound(reader, candidates, bound.values);
  return { data, meta: { page, pageSize, total, counts } };
}

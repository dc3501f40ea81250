import type { FoundEntity } from '@cairn/contracts';
import { badgeKindOf } from '@cairn/entities';
import type { Reader } from '../query/engine/reader.ts';
import { BoundValues, conditionsOf, matchOf, wordsOf, type FoundFilter } from './matches.ts';
import { ENTITY_NAMES, SEARCHED } from './searched-kinds.ts';

const RANK = `CASE WHEN exact THEN 0 WHEN plain = $1 THEN 1 WHEN starts_with(plain, $1) THEN 2
  WHEN contains(' ' || plain, ' ' || $1) THEN 3 ELSE 4 END`;

/** How finds are sorted: the best ones first, or the latest ones. */
const ORDERS = {
  match: `${RANK}, place, length(plain), plain, uuid`,
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
  readonly meta: { page: number; pageSize: number; total: number; counts: Record<string, number> };
}

interface FoundRow {
  readonly uuid: string;
  readonly kind: string;
  readonly name: string;
  readonly hint: string | null;
  readonly exact: boolean;
  readonly type: string | null;
  readonly status: string | null;
  readonly category: string | null;
  readonly changed: number | null;
  readonly personUuid: string | null;
  readonly personName: string | null;
  readonly placeName: string | null;
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

/** An entity as it is answered; what is not known of it is left out. */
function presentFound(row: FoundRow): FoundEntity {
  const { uuid, kind, name, hint, exact, type, status, category, changed, personUuid, personName } = row;
  const badge = badgeKindOf(type);
  return {
    uuid,
    kind,
    name,
    hint,
    exact,
    ...(badge ? { badge: badge.name } : {}),
    ...(status ? { status } : {}),
    ...(status && category ? { statusCategory: category } : {}),
    ...(changed === null ? {} : { at: new Date(changed).toISOString() }),
    ...(personUuid && personName ? { by: { uuid: personUuid, name: personName } } : {}),
    ...(row.placeName ? { place: row.placeName } : {}),
  };
}

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
  if (total === 0) return { ...none, meta: { ...none.meta, counts } };
  const ofKind = conditionsOf({ kind }, bound).kind;
  const matches = `SELECT *, ${isKey} AS exact FROM ${names} WHERE ${narrowed} AND ${ofKind}`;
  const rows = await reader.rows<FoundRow>(
    `WITH found AS MATERIALIZED (SELECT *, row_number() OVER () AS nth FROM (
       SELECT * FROM (${candidatesOf(matches, search, counts)}) ORDER BY ${ORDERS[order]}
       LIMIT ${String(pageSize)} OFFSET ${String((page - 1) * pageSize)}))
     SELECT f.uuid::VARCHAR AS uuid, f.kind, coalesce(f.name, f.uuid::VARCHAR) AS name, nullif(f.hint, f.name) AS hint,
       f.type, f.exact, f.status, f.category, epoch_ms(f.changed)::DOUBLE AS "changed", p.uuid::VARCHAR AS "personUuid",
       p.name AS "personName", coalesce(r.name, j.name) AS "placeName"
     FROM found f LEFT JOIN "Person" p ON p.uuid = f.person
       LEFT JOIN "Repository" r ON r.uuid = f.repository AND r.uuid <> f.uuid
       LEFT JOIN "Project" j ON j.uuid = f.project AND j.uuid <> f.uuid
     ORDER BY nth`,
    bound.values,
  );
  return { data: rows.map(presentFound), meta: { page, pageSize, total, counts } };
}

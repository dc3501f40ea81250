import type { FoundEntity } from '@cairn/contracts';
import { badgeKindOf } from '@cairn/entities';
import type { Reader } from '../query/engine/reader.ts';
import { quoted } from '../store/ddl.ts';

/** How entities of a kind are found; SQL over the columns of its table. */
interface SearchedKind {
  readonly kind: string;
  /** The text that names one entity alone. */
  readonly key?: string;
  /** Further texts that may contain a word. */
  readonly texts?: readonly string[];
  readonly hint?: string;
  /** The type that may give it a badge kind. */
  readonly type?: string;
}

/** The kind whose key may be shortened. */
const SHORTENED = 'Commit';

/** What can be found, in the order in which equally good finds stand. */
const SEARCHED: readonly SearchedKind[] = [
  { kind: 'Person', key: 'email', texts: [`array_to_string(emails, ' ')`], hint: 'email' },
  { kind: 'Team' },
  { kind: 'Repository', key: '"fullName"', texts: ['"fullName"', 'category'], hint: '"fullName"' },
  { kind: 'Project', texts: ['category'] },
  { kind: 'Issue', key: '"issueKey"', texts: ['"issueKey"'], hint: '"issueKey"', type: '"issueType"' },
  { kind: 'PullRequest', key: 'number::VARCHAR', hint: `'#' || number` },
  { kind: 'Release', key: '"tagName"', texts: ['"tagName"'] },
  { kind: 'Branch' },
  { kind: 'Sprint' },
  { kind: 'SourceFile', key: 'path', texts: ['path'], hint: 'path' },
  { kind: 'Channel' },
  { kind: 'CalendarEntry' },
  { kind: 'CicdPipeline' },
  { kind: SHORTENED, key: 'sha', hint: 'left(sha, 10)' },
];

const namesOf = (
  { kind, key = 'NULL', texts = [], hint = 'NULL', type = 'NULL::VARCHAR' }: SearchedKind,
  place: number,
) =>
  `SELECT uuid, '${kind}' AS kind, ${String(place)} AS place, name, ${hint} AS hint, ${type} AS type, lower(coalesce(name, '')) AS plain,
     lower(concat_ws(chr(10), ${['name', ...texts].join(', ')})) AS text, lower(${key}) AS key
   FROM ${quoted(kind)} WHERE NOT deleted`;

/** Every entity that can be found, with its name, its key and its texts in small letters. */
export const ENTITY_NAMES = SEARCHED.map(namesOf).join(' UNION ALL ');

const MOST_WORDS = 6;
/** A shorter start of a sha is a word like any other. */
const SHA_START = /^[0-9a-f]{4,40}$/;

const RANK = `CASE WHEN exact THEN 0 WHEN plain = $1 THEN 1 WHEN starts_with(plain, $1) THEN 2
  WHEN contains(' ' || plain, ' ' || $1) THEN 3 ELSE 4 END`;

/** The term as it is compared: small letters, without the mark of a number or a login. */
function wordsOf(term: string): { whole: string; words: string[] } {
  const whole = term.trim().toLowerCase().replace(/^[#@]/, '').replaceAll('\0', '');
  return { whole, words: whole.split(/\s+/).filter(Boolean).slice(0, MOST_WORDS) };
}

interface EntitySearch {
  readonly term: string;
  readonly kind?: string | undefined;
  readonly page: number;
  readonly pageSize: number;
  readonly perKind?: number | undefined;
}

interface FoundPage {
  readonly data: FoundEntity[];
  readonly meta: { page: number; pageSize: number; total: number; counts: Record<string, number> };
}

interface Matching {
  /** Where the term is the key, or starts the sha. */
  readonly isKey: string;
  /** Where the names match; its parameters are `values`. */
  readonly where: string;
  readonly values: readonly string[];
}

function matchingOf(whole: string, words: readonly string[]): Matching {
  const start = SHA_START.test(whole) ? ` OR (kind = '${SHORTENED}' AND starts_with(key, $1))` : '';
  const isKey = `coalesce(key = $1${start}, false)`;
  const holds = words.map((_, index) => `contains(text, $${String(index + 2)})`).join(' AND ');
  return { isKey, where: `(${isKey} OR (${holds}))`, values: [whole, ...words] };
}

/** The matches of each kind in numbers. */
async function countsOf(reader: Reader, names: string, { where, values }: Matching) {
  const rows = await reader.rows<{ kind: string; count: number }>(
    `SELECT kind, count(*)::INTEGER AS count FROM ${names} WHERE ${where} GROUP BY kind`,
    [...values],
  );
  return Object.fromEntries(rows.map(({ kind, count }) => [kind, count]));
}

const ORDER = `${RANK}, place, length(plain), plain, uuid`;

/** The matches that an answer is taken from: all of them, those of one kind, or the best few of each kind. */
function candidatesOf(
  names: string,
  { isKey, where, values }: Matching,
  { kind, perKind }: Pick<EntitySearch, 'kind' | 'perKind'>,
  counts: Readonly<Record<string, number>>,
): string {
  const matches = `SELECT *, ${isKey} AS exact FROM ${names} WHERE ${where}`;
  const few = perKind === undefined ? '' : ` ORDER BY ${ORDER} LIMIT ${String(perKind)}`;
  if (kind !== undefined) return `${matches} AND kind = $${String(values.length + 1)}${few}`;
  if (few === '') return matches;
  // The best of one kind are found without sorting the others.
  return SEARCHED.filter((searched) => (counts[searched.kind] ?? 0) > 0)
    .map(
      (searched) => `(${matches} AND kind = '${searched.kind}' ORDER BY ${ORDER} LIMIT ${String(perKind)})`,
    )
    .join(' UNION ALL ');
}

/** A page of the entities that a term names, the best finds first. `names` is a table of `ENTITY_NAMES`. */
export async function searchEntities(
  reader: Reader,
  { term, page, pageSize, ...which }: EntitySearch,
  names = `(${ENTITY_NAMES})`,
): Promise<FoundPage> {
  const { whole, words } = wordsOf(term);
  const none = { data: [], meta: { page, pageSize, total: 0, counts: {} } };
  if (words.length === 0) return none;
  const matching = matchingOf(whole, words);
  const counts = await countsOf(reader, names, matching);
  const every = Object.values(counts).reduce((sum, each) => sum + each, 0);
  if (every === 0) return none;
  const { kind } = which;
  const rows = await reader.rows<FoundEntity & { type: string | null }>(
    `SELECT uuid::VARCHAR AS uuid, kind, coalesce(name, uuid::VARCHAR) AS name, nullif(hint, name) AS hint, type, exact
     FROM (${candidatesOf(names, matching, which, counts)}) ORDER BY ${ORDER}
     LIMIT ${String(pageSize)} OFFSET ${String((page - 1) * pageSize)}`,
    [...matching.values, ...(kind === undefined ? [] : [kind])],
  );
  const data = rows.map(({ type, ...found }) => {
    const badge = badgeKindOf(type);
    return badge ? { ...found, badge: badge.name } : found;
  });
  return { data, meta: { page, pageSize, total: kind === undefined ? every : (counts[kind] ?? 0), counts } };
}

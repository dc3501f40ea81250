import type { DuckDBValue } from '@duckdb/node-api';
import { SHORTENED } from './searched-kinds.ts';

/** A time between two instants in epoch ms; the end is exclusive. */
export interface FoundWindow {
  readonly start: number;
  readonly end: number;
}

/** What a search is narrowed to. */
export interface FoundFilter {
  readonly kind?: string | undefined;
  /** A project, or a repository. */
  readonly project?: string | undefined;
  readonly team?: string | undefined;
  readonly window?: FoundWindow | undefined;
}

/** The filters, each of which the counts of its own choices leave out. */
export const FILTERS = ['kind', 'project', 'team', 'window'] as const;
export type FilterName = (typeof FILTERS)[number];

/** Values that a statement names by their number. */
export class BoundValues {
  readonly values: DuckDBValue[] = [];

  /** Binds a value and returns its name. */
  add(value: DuckDBValue): string {
    this.values.push(value);
    return `$${String(this.values.length)}`;
  }
}

const MOST_WORDS = 6;
/** A shorter start of a sha is a word like any other. */
const SHA_START = /^[0-9a-f]{4,40}$/;

/** The term as it is compared: small letters, without the mark of a number or a login. */
export function wordsOf(term: string): { whole: string; words: string[] } {
  const whole = term.trim().toLowerCase().replace(/^[#@]/, '').replaceAll('\0', '');
  return { whole, words: whole.split(/\s+/).filter(Boolean).slice(0, MOST_WORDS) };
}

/** Where the term is the key or starts the sha, and where names match it. The whole term is `$1`. */
export function matchOf(bound: BoundValues, { whole, words }: ReturnType<typeof wordsOf>) {
  const term = bound.add(whole);
  const start = SHA_START.test(whole) ? ` OR (kind = '${SHORTENED}' AND starts_with(key, ${term}))` : '';
  const isKey = `coalesce(key = ${term}${start}, false)`;
  const holds = words.map((word) => `contains(text, ${bound.add(word)})`).join(' AND ');
  return { isKey, where: `(${isKey} OR (${holds}))` };
}

/** Who is in which team now. */
export const MEMBERS = `SELECT DISTINCT "fromUuid" AS person, "toUuid" AS team FROM "Relation" WHERE relation = 'memberOf' AND until IS NULL`;
/** What belongs to which team. */
export const OWNED = `SELECT DISTINCT "toUuid" AS thing, "fromUuid" AS team FROM "Relation" WHERE relation IN ('ownsRepository', 'ownsProject')`;

/** An instant as DuckDB stores it. */
export const instant = (ms: number): string => new Date(ms).toISOString().slice(0, -1);

const uuidOf = (bound: BoundValues, uuid: string) => `${bound.add(uuid)}::UUID`;

/** The condition of each filter that is set. */
const CONDITIONS: Readonly<
  Record<FilterName, (filter: FoundFilter, bound: BoundValues) => string | undefined>
> = {
  kind: ({ kind }, bound) => (kind === undefined ? undefined : `kind = ${bound.add(kind)}`),
  project: ({ project }, bound) => {
    if (project === undefined) return undefined;
    const of = uuidOf(bound, project);
    return `coalesce(project = ${of} OR repository = ${of}
      OR repository IN (SELECT uuid FROM "Repository" WHERE "projectUuid" = ${of}), false)`;
  },
  team: ({ team }, bound) => {
    if (team === undefined) return undefined;
    const of = uuidOf(bound, team);
    return `coalesce(uuid = ${of} OR person IN (SELECT person FROM (${MEMBERS}) WHERE team = ${of})
      OR uuid IN (SELECT thing FROM (${OWNED}) WHERE team = ${of}), false)`;
  },
  window: ({ window }, bound) =>
    window === undefined
      ? undefined
      : `coalesce(changed >= ${bound.add(instant(window.start))}::TIMESTAMP AND changed < ${bound.add(instant(window.end))}::TIMESTAMP, false)`,
};

/** The conditions of a filter by their names; `true` where it says nothing. */
export function conditionsOf(filter: FoundFilter, bound: BoundValues): Record<FilterName, string> {
  const of = (name: FilterName) => CONDITIONS[name](filter, bound) ?? 'true';
  return { kind: of('kind'), project: of('project'), team: of('team'), window: of('window') };
}

import { addressAt } from '@cairn/host';
import { EntityUuid, FOUND_TIMES, SEARCH_TERM_LENGTH } from '@cairn/contracts';

type FoundTime = (typeof FOUND_TIMES)[number];

/** What a page of search results shows; null is any. */
export interface SearchState {
  readonly text: string;
  readonly kind: string | null;
  /** The uuid of a project or a repository. */
  readonly project: EntityUuid | null;
  readonly team: EntityUuid | null;
  /** Any time by default, because a name is looked for whenever its entity changed last. */
  readonly when: FoundTime | null;
  readonly order: 'match' | 'newest';
  readonly page: number;
}

/** The filters of a search, none of which is set. */
export const NO_FILTERS = { kind: null, project: null, team: null, when: null } as const;

const LAST_PAGE = 1_000;
const KIND_LENGTH = 100;

/** What an address asks to see; whatever is wrong in it is left out. */
export function searchStateOf(search: string): SearchState {
  const params = new URLSearchParams(search);
  const page = Number(params.get('page') ?? 1);
  const kind = params.get('kind') ?? '';
  const uuid = (name: string) => EntityUuid.safeParse(params.get(name)).data ?? null;
  return {
    text: (params.get('text') ?? '').trim().slice(0, SEARCH_TERM_LENGTH),
    kind: kind === '' || kind.length > KIND_LENGTH ? null : kind,
    project: uuid('project'),
    team: uuid('team'),
    when: FOUND_TIMES.find((time) => time === params.get('when')) ?? null,
    order: params.get('sort') === 'date' ? 'newest' : 'match',
    page: Number.isInteger(page) && page >= 1 && page <= LAST_PAGE ? page : 1,
  };
}

/** The address of a page of results. */
export function searchAddress(orgId: string, { text, order, page, ...filters }: SearchState): string {
  const params = new URLSearchParams({ text });
  for (const name of ['kind', 'project', 'team', 'when'] as const) {
    const value = filters[name];
    if (value) params.set(name, value);
  }
  if (order === 'newest') params.set('sort', 'date');
  if (page > 1) params.set('page', String(page));
  return `${addressAt(orgId, 'search')}?${params}`;
}

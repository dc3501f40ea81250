import { SEARCH_TERM_LENGTH } from '@cairn/contracts';

/** What a page of search results shows. */
export interface SearchState {
  readonly text: string;
  /** Null shows every kind. */
  readonly kind: string | null;
  readonly page: number;
}

const LAST_PAGE = 1_000;
const KIND_LENGTH = 100;

/** What an address asks to see; whatever is wrong in it is left out. */
export function searchStateOf(search: string): SearchState {
  const params = new URLSearchParams(search);
  const page = Number(params.get('page') ?? 1);
  const kind = params.get('kind') ?? '';
  return {
    text: (params.get('text') ?? '').trim().slice(0, SEARCH_TERM_LENGTH),
    kind: kind === '' || kind.length > KIND_LENGTH ? null : kind,
    page: Number.isInteger(page) && page >= 1 && page <= LAST_PAGE ? page : 1,
  };
}

/** The address of a page of results. */
export function searchAddress(orgId: string, { text, kind, page }: SearchState): string {
  const params = new URLSearchParams({ text });
  if (kind) params.set('kind', kind);
  if (page > 1) params.set('page', String(page));
  return `/${orgId}/search?${params}`;
}

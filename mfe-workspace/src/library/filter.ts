import { LinkStatus, Scope, type LinkFilter } from '@cairn/contracts';
import { savedTypes, type SavedType } from '@cairn/saved';

export const SCOPES = Scope.options;
export const STATUSES = LinkStatus.options;
export const COLLECTIONS = ['favorites', 'mine'] as const;
export type Collection = (typeof COLLECTIONS)[number];

/** A parsed filter (W§5): tags are ANDed, the other tokens are ORed within their own group. */
export interface LibraryFilter {
  tags: string[];
  scopes: Scope[];
  collections: Collection[];
  /** Words of types, such as `board`. */
  types: string[];
  statuses: LinkStatus[];
  words: string[];
}

export type TokenKind = 'tag' | 'scope' | 'in' | 'type' | 'status';
const TOKEN = /^(tag|scope|in|type|status):(.+)$/i;

const asTag = (tag: string) => tag.trim().toLowerCase().replace(/\s+/g, '_');

/** One token as text, e.g. `tag:time_to_merge`. */
export function filterToken(kind: TokenKind, value: string): string {
  return `${kind}:${kind === 'tag' ? asTag(value) : value}`;
}

function oneOf<T extends string>(values: readonly T[], text: string): T | undefined {
  return values.find((value) => value.toLowerCase() === text.toLowerCase());
}

/** Parses the text of the filter. A token with an unknown value counts as a plain word. */
export function parseFilter(
  text: string,
  types: readonly Pick<SavedType, 'word'>[] = savedTypes,
): LibraryFilter {
  const typeWords = types.map(({ word }) => word);
  const filter: LibraryFilter = { tags: [], scopes: [], collections: [], types: [], statuses: [], words: [] };
  const takers: Record<TokenKind, (value: string) => boolean> = {
    tag: (value) => filter.tags.push(asTag(value).slice(0, 100)) > 0,
    scope: (value) => take(filter.scopes, oneOf(SCOPES, value)),
    in: (value) => take(filter.collections, oneOf(COLLECTIONS, value)),
    type: (value) => take(filter.types, oneOf(typeWords, value)),
    status: (value) => take(filter.statuses, oneOf(STATUSES, value)),
  };
  for (const word of text.split(/\s+/).filter(Boolean)) {
    const [, kind, value] = TOKEN.exec(word) ?? [];
    const taken = kind && value ? takers[kind.toLowerCase() as TokenKind](value) : false;
    if (!taken) filter.words.push(word.toLowerCase());
  }
  return filter;
}

function take<T>(list: T[], value: T | undefined): boolean {
  if (value === undefined) return false;
  list.push(value);
  return true;
}

const tokensOf = (text: string) => text.split(/\s+/).filter(Boolean);
const same = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

/** Whether the text holds this token. */
export function hasToken(text: string, token: string): boolean {
  return tokensOf(text).some((word) => same(word, token));
}

/** The text with the token added, or without it when it was there. */
export function toggleToken(text: string, token: string): string {
  const words = tokensOf(text);
  return (
    words.some((word) => same(word, token)) ? words.filter((word) => !same(word, token)) : [...words, token]
  ).join(' ');
}

/** The filter as the service takes it. Without types, the known ones are listed. */
export function asLinkFilter(
  { words, tags, types: chosen, scopes, collections, statuses }: LibraryFilter,
  types: readonly Pick<SavedType, 'type' | 'word'>[],
): Partial<LinkFilter> {
  const listed = types.filter(({ word }) => chosen.length === 0 || chosen.includes(word));
  const text = words.join(' ').slice(0, 500);
  return {
    words: text,
    tags: tags.slice(0, 20),
    types: listed.map(({ type }) => type),
    scopes,
    collections,
    statuses,
  };
}

import type { Scope } from '@cairn/contracts';
import { savedTypes, type SavedType } from '@cairn/saved';

export const SCOPES = ['private', 'org', 'global'] as const;
export const STATUSES = ['populated', 'processing', 'notConfigured'] as const;
export const COLLECTIONS = ['favorites', 'mine'] as const;
export type Status = (typeof STATUSES)[number];
export type Collection = (typeof COLLECTIONS)[number];

/** A parsed filter (W§5): tags are ANDed, the other tokens are ORed within their own group. */
export interface LibraryFilter {
  tags: string[];
  scopes: Scope[];
  collections: Collection[];
  /** Words of types, such as `board`. */
  types: string[];
  statuses: Status[];
  words: string[];
}

/** The fields of an item that the filter compares. */
export interface LibraryItem {
  name: string;
  description: string;
  type: Pick<SavedType, 'word' | 'libraryOrder' | 'filterWords'>;
  scope: Scope;
  status: Status;
  tags: readonly string[];
  isBookmarked: boolean;
  isMine: boolean;
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
    tag: (value) => filter.tags.push(asTag(value)) > 0,
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

const anyOf = <T>(wanted: readonly T[], value: T) => wanted.length === 0 || wanted.includes(value);

/** Whether an item passes the filter. */
export function matchesFilter(item: LibraryItem, filter: LibraryFilter): boolean {
  const tags = item.tags.map(asTag);
  return (
    filter.tags.every((tag) => tags.includes(tag)) &&
    anyOf(filter.scopes, item.scope) &&
    anyOf(filter.types, item.type.word) &&
    anyOf(filter.statuses, item.status) &&
    inCollections(item, filter.collections) &&
    matchesWords(item, tags, filter.words)
  );
}

function inCollections(item: LibraryItem, collections: readonly Collection[]): boolean {
  const holds: Record<Collection, boolean> = { favorites: item.isBookmarked, mine: item.isMine };
  return collections.length === 0 || collections.some((collection) => holds[collection]);
}

function matchesWords(item: LibraryItem, tags: readonly string[], words: readonly string[]): boolean {
  const { filterWords } = item.type;
  if (filterWords === 'ignored') return true;
  const searched = [item.name, item.description, ...(filterWords === 'tags too' ? tags : [])];
  const text = searched.join('\n').toLowerCase();
  return words.every((word) => text.includes(word));
}

/** The 18 most frequent tags of the items, in alphabetical order (W§9). */
export function relatedTags(items: readonly { tags: readonly string[] }[]): { tag: string; count: number }[] {
  const counts = new Map<string, number>();
  for (const tag of items.flatMap((item) => [...new Set(item.tags.map(asTag))])) {
    counts.set(tag, (counts.get(tag) ?? 0) + 1);
  }
  return [...counts]
    .map(([tag, count]) => ({ tag, count }))
    .toSorted((a, b) => b.count - a.count || a.tag.localeCompare(b.tag))
    .slice(0, 18)
    .toSorted((a, b) => a.tag.localeCompare(b.tag));
}

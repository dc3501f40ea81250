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
  /** Names of owners, in the form of tags. */
  owners: string[];
  kinds: string[];
  views: string[];
  durations: string[];
  words: string[];
  /** What looks like a token and is none, as it was typed; it is searched as words. */
  unknown: string[];
}

/** The attributes of tokens, and what may follow each; null where any value may. */
const TOKENS = {
  tag: null,
  type: null,
  scope: SCOPES,
  in: COLLECTIONS,
  status: STATUSES,
  owner: null,
  select: null,
  visualization: null,
  duration: null,
  name: null,
} as const satisfies Readonly<Record<string, readonly string[] | null>>;
export type TokenKind = keyof typeof TOKENS;

const isKind = (text: string): text is TokenKind => Object.hasOwn(TOKENS, text);

interface Part {
  /** As it was typed. */
  readonly text: string;
  /** What stands before the colon, in lower case; empty for a word. */
  readonly attribute: string;
  readonly value: string;
}

const PART = /(?:([a-z]+):)?(?:"([^"]*)"?|(\S+))/gi;

function partsOf(text: string): Part[] {
  return [...text.matchAll(PART)].map(([whole, attribute = '', quoted, plain = '']) => ({
    text: whole,
    attribute: attribute.toLowerCase(),
    value: quoted ?? plain,
  }));
}

/** Values are compared in lower case with underscores for spaces (W§5). */
const asValue = (text: string) => text.trim().toLowerCase().replaceAll(/\s+/g, '_').slice(0, 100);

/** One token as text, e.g. `tag:time_to_merge`. */
export function filterToken(kind: TokenKind, value: string): string {
  return `${kind}:${kind === 'tag' || kind === 'owner' ? asValue(value) : value}`;
}

function oneOf<T extends string>(values: readonly T[], text: string): T | undefined {
  return values.find((value) => value.toLowerCase() === text.toLowerCase());
}

/** Parses the text of the filter. What is no known token counts as words, and is listed as unknown. */
export function parseFilter(
  text: string,
  types: readonly Pick<SavedType, 'word'>[] = savedTypes,
): LibraryFilter {
  const filter = emptyFilter();
  const takers = takersOf(
    filter,
    types.map(({ word }) => word),
  );
  for (const part of partsOf(text)) {
    const { attribute, value } = part;
    if (attribute !== '' && isKind(attribute) && asValue(value) !== '' && takers[attribute](value)) continue;
    if (attribute !== '') filter.unknown.push(part.text);
    filter.words.push((attribute === '' ? value : part.text).toLowerCase());
  }
  filter.words = filter.words.filter(Boolean);
  return filter;
}

const emptyFilter = (): LibraryFilter => ({
  tags: [],
  scopes: [],
  collections: [],
  types: [],
  statuses: [],
  owners: [],
  kinds: [],
  views: [],
  durations: [],
  words: [],
  unknown: [],
});

/** For each attribute, what takes a value; false where the value is unknown. */
function takersOf(
  filter: LibraryFilter,
  typeWords: readonly string[],
): Record<TokenKind, (value: string) => boolean> {
  const into = (list: string[]) => (value: string) => list.push(asValue(value)) > 0;
  return {
    tag: into(filter.tags),
    scope: (value) => take(filter.scopes, oneOf(SCOPES, value)),
    in: (value) => take(filter.collections, oneOf(COLLECTIONS, value)),
    type: (value) => take(filter.types, oneOf(typeWords, value)),
    status: (value) => take(filter.statuses, oneOf(STATUSES, value)),
    owner: into(filter.owners),
    select: into(filter.kinds),
    visualization: into(filter.views),
    duration: into(filter.durations),
    name: (value) => filter.words.push(value.toLowerCase()) > 0,
  };
}

function take<T>(list: T[], value: T | undefined): boolean {
  if (value === undefined) return false;
  list.push(value);
  return true;
}

/** Why a token is unknown, and what may stand in its place. */
export function hintOf(token: string, types: readonly Pick<SavedType, 'word'>[]): string {
  const { attribute = '' } = partsOf(token)[0] ?? {};
  if (!isKind(attribute)) return `${token} is read as words. Tokens begin with ${LIST.format(TOKEN_NAMES)}.`;
  const values = attribute === 'type' ? types.map(({ word }) => word) : TOKENS[attribute];
  return values === null
    ? `${attribute}: has no value yet.`
    : `${token} is read as words. After ${attribute}: comes ${LIST.format(values)}.`;
}

const LIST = new Intl.ListFormat('en-GB', { type: 'disjunction' });
const TOKEN_NAMES = Object.keys(TOKENS).map((name) => `${name}:`);

const keyOf = ({ attribute, value }: Pick<Part, 'attribute' | 'value'>) => `${attribute}:${asValue(value)}`;
const keysOf = (text: string) => partsOf(text).map(keyOf);

/** Whether the text holds this token. */
export function hasToken(text: string, token: string): boolean {
  return keysOf(text).includes(keysOf(token)[0] ?? '');
}

/** The text with the token added, or without it when it was there. */
export function toggleToken(text: string, token: string): string {
  const [key] = keysOf(token);
  const parts = partsOf(text);
  const others = parts.filter((part) => keyOf(part) !== key);
  const kept = others.length < parts.length ? others : [...parts, { text: token }];
  return kept.map((part) => part.text).join(' ');
}

/** The filter as the service takes it. Without types, the known ones are listed. */
export function asLinkFilter(
  {
    words,
    types: chosen,
    scopes,
    collections,
    statuses,
    ...named
  }: Omit<LibraryFilter, 'views'> & { readonly views: Readonly<LinkFilter['views']> },
  types: readonly Pick<SavedType, 'type' | 'word'>[],
): Partial<LinkFilter> {
  const listed = types.filter(({ word }) => chosen.length === 0 || chosen.includes(word));
  const most = <T>(values: readonly T[]) => values.slice(0, 20);
  return {
    words: words.join(' ').slice(0, 500),
    tags: most(named.tags),
    types: listed.map(({ type }) => type),
    scopes,
    collections,
    statuses,
    ownerNames: most(named.owners),
    kinds: most(named.kinds),
    views: most(named.views),
    durations: most(named.durations),
  };
}

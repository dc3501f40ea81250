import {
  isBeingRead,
  isInBackground,
  type Configuration,
  type DeepLink,
  type Source,
} from '@cairn/contracts';
import { queryTitle, type Query, type Vocabulary } from '@cairn/query';
import { plural } from '@cairn/ui';
import { boardStateOf, exploreStateOf, LINK_WORDS } from '../saved.ts';
import type { LibraryItem, Status } from './filter.ts';

export interface LibraryRow extends LibraryItem {
  link: DeepLink;
  /** What stands beneath the name: the description, or what the thing holds where it has none. */
  words: string;
}

/** What the availability of a saved thing is judged by. */
export interface Availability {
  providedKinds: ReadonlySet<string> | null;
  ingesting: boolean;
}

/** Reads availability from the catalogue and the sources; what is not known yet judges nothing. */
export function availabilityOf(
  configuration: Configuration | undefined,
  sources: readonly Source[] | undefined,
): Availability {
  const kinds = configuration?.kinds.filter(({ provided }) => provided).map(({ name }) => name);
  return {
    providedKinds: kinds ? new Set(kinds) : null,
    ingesting: (sources ?? []).some((source) => isBeingRead(source) && !isInBackground(source)),
  };
}

const tagsOf = (text: string) =>
  text
    .split(',')
    .map((tag) => tag.trim())
    .filter(Boolean);

function queriesOf(link: DeepLink): Query[] {
  if (link.type === 'explore-v1') {
    const state = exploreStateOf(link);
    return state ? [state.params] : [];
  }
  const cards = Object.values(boardStateOf(link)?.data ?? {});
  return cards.flatMap((card) => (card.kind === 'explore' ? [card.state.params] : []));
}

function statusOf(link: DeepLink, { providedKinds, ingesting }: Availability): Status {
  const kinds = queriesOf(link).flatMap(({ select }) => select);
  if (providedKinds && kinds.some((kind) => !providedKinds.has(kind))) return 'notConfigured';
  return ingesting && kinds.length > 0 ? 'processing' : 'populated';
}

function contentOf(link: DeepLink, words: Vocabulary | undefined): string {
  if (link.type === 'explore-v1') {
    const [query] = queriesOf(link);
    const title = query && words && query.select.length > 0 ? queryTitle(query, words) : '';
    return title === link.name ? '' : title;
  }
  const board = boardStateOf(link);
  return board ? plural(board.layout.length, 'card') : '';
}

/** What rows are made with beside the saved things themselves. */
export interface OfOrg {
  availability: Availability;
  /** What queries are put into words with. */
  words: Vocabulary | undefined;
}

/** A saved thing as a row of the library. */
export function libraryRow(link: DeepLink, { availability, words }: OfOrg, userId: string): LibraryRow {
  const boardTags = link.type === 'dashboard-v1' ? (boardStateOf(link)?.extras.tags ?? []) : [];
  return {
    link,
    name: link.name,
    description: link.description,
    words: link.description || contentOf(link, words),
    type: LINK_WORDS[link.type].type,
    scope: link.scope,
    status: statusOf(link, availability),
    tags: [...new Set([...boardTags, ...tagsOf(link.group)])],
    isBookmarked: link.isBookmarked,
    isMine: link.userId === userId,
  };
}

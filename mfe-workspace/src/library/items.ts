import {
  isBeingRead,
  isInBackground,
  type Configuration,
  type LinkSummary,
  type Source,
} from '@cairn/contracts';
import { queryTitle, type Vocabulary } from '@cairn/query';
import type { SavedType } from '@cairn/saved';
import type { LibraryItem, Status } from './filter.ts';

export interface LibraryRow extends LibraryItem {
  link: LinkSummary;
  type: SavedType;
  /** The text beneath the name: the description, or a summary where there is none. */
  words: string;
}

/** Which kinds have data, and whether more is being read. */
export interface Availability {
  providedKinds: ReadonlySet<string> | null;
  ingesting: boolean;
}

/** Derives availability from the catalogue and the sources. Before they are known, everything counts as available. */
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

function statusOf(link: LinkSummary, { providedKinds, ingesting }: Availability): Status {
  const kinds = link.brief.kinds;
  if (providedKinds && kinds.some((kind) => !providedKinds.has(kind))) return 'notConfigured';
  return ingesting && kinds.length > 0 ? 'processing' : 'populated';
}

/** A summary of a saved thing's content, where that says more than its name. */
function summaryOf(link: LinkSummary, type: SavedType, vocabulary: Vocabulary | undefined): string {
  const summary = type.summary(link, (query) => (vocabulary ? queryTitle(query, vocabulary) : ''));
  return summary === link.name ? '' : summary;
}

/** What rows are made from, beside the saved things. */
export interface LibraryContext {
  availability: Availability;
  /** Puts queries into words. */
  vocabulary: Vocabulary | undefined;
  userId: string;
}

/** A saved thing as a row of the library. */
export function libraryRow(link: LinkSummary, type: SavedType, context: LibraryContext): LibraryRow {
  return {
    link,
    name: link.name,
    description: link.description,
    words: link.description || summaryOf(link, type, context.vocabulary),
    type,
    scope: link.scope,
    status: statusOf(link, context.availability),
    tags: [...new Set([...link.brief.tags, ...tagsOf(link.group)])],
    isBookmarked: link.isBookmarked,
    isMine: link.userId === context.userId,
  };
}

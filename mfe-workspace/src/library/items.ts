import type { LinkStatus, LinkSummary, Scope } from '@cairn/contracts';
import { queryTitle, type Vocabulary } from '@cairn/query';
import type { SavedType } from '@cairn/saved';
import { tagsOf } from './tags.ts';

export interface LibraryRow {
  readonly link: LinkSummary;
  readonly type: SavedType;
  readonly name: string;
  readonly description: string;
  /** The text beneath the name: the description, or a summary where there is none. */
  readonly words: string;
  readonly scope: Scope;
  /** Null where it is not known. */
  readonly status: LinkStatus | null;
  readonly tags: readonly string[];
  readonly isBookmarked: boolean;
}

/** What a dialog about selected rows is given. */
export interface RowsDialogProps {
  readonly rows: readonly LibraryRow[];
  readonly onClose: () => void;
}

/** A summary of a saved thing's content, where that says more than its name. */
function summaryOf(link: LinkSummary, type: SavedType, vocabulary: Vocabulary | undefined): string {
  const summary = type.summary(link, (query) => (vocabulary ? queryTitle(query, vocabulary) : ''));
  return summary === link.name ? '' : summary;
}

/** A saved thing as a row of the library; the vocabulary puts queries into words. */
export function libraryRow(
  link: LinkSummary,
  type: SavedType,
  vocabulary: Vocabulary | undefined,
): LibraryRow {
  const { name, description, scope, status, isBookmarked } = link;
  const tags = [...new Set([...link.brief.tags, ...tagsOf(link.group)])];
  const words = description || summaryOf(link, type, vocabulary);
  return { link, type, name, description, words, scope, status, tags, isBookmarked };
}

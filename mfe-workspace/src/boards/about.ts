import type { Host } from '@cairn/host';
import {
  comparisonInWords,
  filterInWords,
  havingInWords,
  queryTitle,
  rangeInWords,
  sentenceCase,
  type Query,
  type Vocabulary,
} from '@cairn/query';
import type { DateRange } from '@cairn/ui';
import { sourceInWords } from '@cairn/views/export-items';

type Reader = Pick<Host, 'org' | 'timezone'>;

/** A card that asks something. */
export interface AskingCard {
  readonly title: string;
  readonly query: Query;
}

/** What a file of a card says beneath its title, a line each: its dates, its filters, and where it is from. */
export function aboutCard(query: Query, vocabulary: Vocabulary, reader: Reader): string {
  const kind = query.select[0] ?? 'Event';
  const compared = comparisonInWords(query);
  const dates = [rangeInWords(query) || 'all time', ...(compared ? [`compared ${compared}`] : [])].join(', ');
  const filters = [
    ...query.filters.map((filter) => filterInWords(filter, kind, vocabulary)),
    ...query.having.map((each) => havingInWords(each, query, vocabulary)),
    ...(query.search ? [`containing “${query.search}”`] : []),
  ].map(sentenceCase);
  const zone = query.timezone ?? reader.timezone;
  return [`${sentenceCase(dates)} (${zone})`, filters.join('; '), sourceInWords(reader)]
    .filter(Boolean)
    .join('\n');
}

/**
 * What a file of a board says beneath its title: its dates, where it is from, and a line for what each card asks
 * beyond its title.
 */
export function aboutBoard(
  cards: readonly AskingCard[],
  range: DateRange | null,
  vocabulary: Vocabulary,
  reader: Reader,
): string {
  const dates = range
    ? `${sentenceCase(rangeInWords(range))} (${reader.timezone})`
    : 'Each card in its own dates';
  const asked = cards.flatMap(({ title, query }) => {
    const words = queryTitle(query, vocabulary);
    if (words.toLowerCase() === title.trim().toLowerCase()) return [];
    return words.startsWith(title) ? words : `${title}: ${words}`;
  });
  return [...(cards.length > 0 ? [dates] : []), sourceInWords(reader), ...asked].join('\n');
}

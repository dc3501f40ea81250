import type { ChatSource } from '@cairn/contracts/chat-replies';
import { editQuery, emptyQuery, type Query } from '@cairn/query';
import type { DateRange } from '@cairn/ui';

function datedBy(query: Query, range: DateRange): Query {
  return 'duration' in range
    ? editQuery(query, { type: 'setDuration', duration: range.duration })
    : editQuery(query, { type: 'setDates', ...range });
}

/** A data source in the dates of a conversation, where it has some. */
export function withinRange(source: ChatSource, range: DateRange | null): ChatSource {
  return range ? { ...source, query: datedBy(source.query, range) } : source;
}

/** The dates of a conversation as a query; undefined without any. */
export function rangeAsQuery(range: DateRange | null): Query | undefined {
  return range ? datedBy(emptyQuery(), range) : undefined;
}

/** The dates of a query; null without any. */
export function rangeOfQuery({ duration, startDate, endDate }: Query): DateRange | null {
  if (duration) return { duration };
  return startDate && endDate ? { startDate, endDate } : null;
}

import type { View } from '@cairn/contracts';
import type { ExploreCard } from './explore-card-state.ts';
import { editQuery, type Query } from '@cairn/query';
import type { DateRange } from '@cairn/ui';
import { CATALOGUE } from '@cairn/entities';
import type { Behind } from '../../behind.ts';

/** The view that the question itself suggests. */
export const DEFAULT_VIEW: View = { value: 'default', config: {} };

/** The name of a card in menus and announcements. */
export const exploreTitle = ({ title }: ExploreCard): string => title || 'Untitled question';

/** The view that a card is saved with. */
export const savedViewOf = ({ state }: ExploreCard): View => state.viz[0] ?? DEFAULT_VIEW;

/** The card's own query, with the board's dates in place of its own when the board has some. */
export function cardQuery(card: ExploreCard, range: DateRange | null): Query {
  if (!range) return card.state.params;
  return editQuery(
    card.state.params,
    'duration' in range
      ? { type: 'setDuration', duration: range.duration }
      : { type: 'setDates', startDate: range.startDate, endDate: range.endDate },
  );
}

/** A query of a kind narrowed to the rows of another one of the same kind: its filters, words and dates. */
export function narrowedTo(query: Query, rows: Query | null): Query {
  if (!rows || query.select[0] !== rows.select[0]) return query;
  const { startDate, endDate, duration } = rows;
  const { startDate: _start, endDate: _end, duration: _duration, ...undated } = query;
  const isDated = startDate !== undefined || endDate !== undefined || duration !== undefined;
  return {
    ...(isDated ? undated : query),
    ...(startDate === undefined ? {} : { startDate }),
    ...(endDate === undefined ? {} : { endDate }),
    ...(duration === undefined ? {} : { duration }),
    filters: [...query.filters, ...rows.filters],
    search: query.search === '' ? rows.search : query.search,
  };
}

/** The path by which things of a kind lead to an entity: a relation of its kind's name before any other; null for none. */
function pathTo(kind: string, to: string): string | null {
  if (kind === to) return kind;
  const relations = CATALOGUE.kind(kind)?.relations.filter(({ target }) => target === to) ?? [];
  return (relations.find(({ name }) => name === to) ?? relations[0])?.name ?? null;
}

/** The query of a card narrowed to what stands behind its board; null where nothing leads from it to the entity. */
export function narrowedBehind(query: Query, { rows, entity }: Behind): Query | null {
  const [kind] = query.select;
  const narrowed = narrowedTo(query, rows ?? null);
  if (!entity || kind === undefined) return narrowed;
  const target = pathTo(kind, entity.kind);
  if (target === null) return null;
  const only = { target, attribute: 'uuid', comparison: { IN: [entity.uuid] } };
  return { ...narrowed, filters: [...narrowed.filters, only] };
}

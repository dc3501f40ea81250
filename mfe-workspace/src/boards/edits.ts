import type { BoardState, Card, Scope } from '@cairn/contracts';
import { moveElement, verticalCompactor, type LayoutItem } from 'react-grid-layout/core';

export type Place = BoardState['layout'][number];
export type Extras = BoardState['extras'];

/** A board as it is being edited. */
export interface BoardDraft {
  name: string;
  description: string;
  scope: Scope;
  state: BoardState;
  /** The saved version it grew from; 0 for one that was never saved. */
  version: number;
}

export type BoardEdit =
  | { type: 'arrange'; layout: readonly Place[] }
  | { type: 'add'; id: string; card: Card }
  | { type: 'remove'; id: string }
  | { type: 'restore'; card: Card; place: Place }
  | { type: 'card'; id: string; card: Card }
  | { type: 'move'; id: string; dx: number; dy: number }
  | { type: 'resize'; id: string; dw: number; dh: number }
  | { type: 'settings'; name: string; description: string; scope: Scope; extras: Extras };

/** Sizes of a new card in columns of twelve and rows, by what it holds. */
const SIZE = { explore: { w: 6, h: 6 }, markdown: { w: 6, h: 3 } } as const;
export const MIN_SIZE = { w: 2, h: 2 };

/** The columns of a board; 0 is allowed by W§5 and means the default. */
export function columnsOf(extras: Extras): number {
  return extras.columnCount || 12;
}

/** A board that holds nothing yet (W§9). */
export function newBoard(scope: Scope = 'private'): BoardDraft {
  const extras: Extras = {
    colorTheme: 'standard',
    columnCount: 12,
    rowHeight: 48,
    spacing: 16,
    defaultFilters: [],
    tags: [],
  };
  return { name: 'New Board', description: '', scope, state: { layout: [], data: {}, extras }, version: 0 };
}

/** Applies one edit; one that names a card that is not there changes nothing. */
export function editBoard(draft: BoardDraft, edit: BoardEdit): BoardDraft {
  const { state } = draft;
  const columns = columnsOf(state.extras);
  const withState = (part: Partial<BoardState>): BoardDraft => ({ ...draft, state: { ...state, ...part } });
  switch (edit.type) {
    case 'arrange':
      return withState({ layout: known(edit.layout, state.data) });
    case 'add':
      return withState({
        data: { ...state.data, [edit.id]: edit.card },
        layout: [...state.layout, freePlace(state.layout, edit.id, SIZE[edit.card.kind], columns)],
      });
    case 'restore':
      return withState({
        data: { ...state.data, [edit.place.i]: edit.card },
        layout: compact([...state.layout, edit.place], columns),
      });
    case 'remove': {
      const { [edit.id]: _gone, ...data } = state.data;
      return withState({
        data,
        layout: compact(
          state.layout.filter(({ i }) => i !== edit.id),
          columns,
        ),
      });
    }
    case 'card':
      return state.data[edit.id] ? withState({ data: { ...state.data, [edit.id]: edit.card } }) : draft;
    case 'move':
      return withState({ layout: moved(state.layout, edit, columns) });
    case 'resize':
      return withState({ layout: resized(state.layout, edit, columns) });
    case 'settings':
      return {
        ...draft,
        name: edit.name,
        description: edit.description,
        scope: edit.scope,
        state: {
          ...state,
          extras: edit.extras,
          layout: compact(fitted(state.layout, columnsOf(edit.extras)), columnsOf(edit.extras)),
        },
      };
  }
}

const plain = ({ i, x, y, w, h }: Place): Place => ({ i, x, y, w, h });
const known = (layout: readonly Place[], data: BoardState['data']) =>
  layout.filter(({ i }) => data[i] !== undefined).map(plain);

function fitted(layout: readonly Place[], columns: number): Place[] {
  return layout.map((place) => {
    const w = Math.min(place.w, columns);
    return { ...place, w, x: Math.min(place.x, columns - w) };
  });
}

function compact(layout: readonly Place[], columns: number): Place[] {
  return verticalCompactor.compact(layout.map(plain), columns).map(plain);
}

function moved(
  layout: readonly Place[],
  { id, dx, dy }: { id: string; dx: number; dy: number },
  columns: number,
) {
  const copies: LayoutItem[] = layout.map(plain);
  const item = copies.find(({ i }) => i === id);
  if (!item) return [...layout];
  const x = Math.max(0, Math.min(columns - item.w, item.x + dx));
  const y = dy > 0 ? belowNeighbour(layout, item) : Math.max(0, item.y + dy);
  const result = moveElement(copies, item, x, dy === 0 ? item.y : y, true, false, 'vertical', columns);
  return compact(result, columns);
}

/** One step down passes the nearest card below: anything less would be pulled up again. */
function belowNeighbour(layout: readonly Place[], item: Place): number {
  const below = layout.filter(
    (other) =>
      other.i !== item.i &&
      other.y >= item.y + item.h &&
      other.x < item.x + item.w &&
      item.x < other.x + other.w,
  );
  const nearest = below.toSorted((a, b) => a.y - b.y)[0];
  return nearest ? item.y + nearest.h : item.y + 1;
}

function resized(
  layout: readonly Place[],
  { id, dw, dh }: { id: string; dw: number; dh: number },
  columns: number,
) {
  const grown = layout.map((place) => {
    if (place.i !== id) return plain(place);
    const least = Math.min(MIN_SIZE.w, columns - place.x);
    const w = Math.max(least, Math.min(columns - place.x, place.w + dw));
    return { ...plain(place), w, h: Math.max(MIN_SIZE.h, place.h + dh) };
  });
  return compact(grown, columns);
}

const overlap = (a: Place, b: Place) =>
  a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;

/** The first place, from the top and from the left, where a card fits between the others. */
export function freePlace(
  layout: readonly Place[],
  id: string,
  size: { w: number; h: number },
  columns: number,
): Place {
  const w = Math.min(size.w, columns);
  const bottom = Math.max(0, ...layout.map(({ y, h }) => y + h));
  for (let y = 0; y <= bottom; y += 1) {
    for (let x = 0; x + w <= columns; x += 1) {
      const place = { i: id, x, y, w, h: size.h };
      if (!layout.some((other) => overlap(other, place))) return place;
    }
  }
  return { i: id, x: 0, y: bottom, w, h: size.h };
}

/** The cards as they are read: from the top, from the left. */
export function readingOrder(layout: readonly Place[]): Place[] {
  return layout.toSorted((a, b) => a.y - b.y || a.x - b.x);
}

/** Whether two drafts would be saved as the same board. */
export function sameBoard(one: BoardDraft, other: BoardDraft): boolean {
  const text = ({ name, description, scope, state }: BoardDraft) =>
    JSON.stringify([
      name,
      description,
      scope,
      state.layout.map(plain).toSorted((a, b) => (a.i < b.i ? -1 : 1)),
      Object.entries(state.data).toSorted(([a], [b]) => (a < b ? -1 : 1)),
      state.extras,
    ]);
  return text(one) === text(other);
}

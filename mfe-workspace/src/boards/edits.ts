import type { AnyCard, BoardExtras, CardPosition, DrawableBoard, Scope } from '@cairn/contracts';
import { moveElement, verticalCompactor, type LayoutItem } from 'react-grid-layout/core';

type Size = Pick<CardPosition, 'w' | 'h'>;

/** A board as it is being edited. */
export interface BoardDraft {
  name: string;
  description: string;
  scope: Scope;
  state: DrawableBoard;
  /** The saved version it grew from; 0 for one that was never saved. */
  version: number;
}

export type BoardEdit =
  | { type: 'arrange'; layout: readonly CardPosition[] }
  | { type: 'add'; id: string; card: AnyCard; size: Size }
  | { type: 'remove'; id: string }
  | { type: 'restore'; card: AnyCard; position: CardPosition }
  | { type: 'card'; id: string; card: AnyCard }
  | { type: 'move'; id: string; dx: number; dy: number }
  | { type: 'resize'; id: string; dw: number; dh: number; minSize: Size }
  | ({ type: 'settings' } & BoardSettings);

/** What the settings dialog edits. */
export interface BoardSettings {
  name: string;
  description: string;
  scope: Scope;
  extras: BoardExtras;
}

/** The columns of a board; 0 is allowed by W§5 and means the default. */
export function columnsOf(extras: BoardExtras): number {
  return extras.columnCount || 12;
}

/**
 * A board that holds nothing yet (W§9). It has no dates of its own: a default range of a week would narrow every card
 * without anybody asking.
 */
export function newBoard(scope: Scope = 'private'): BoardDraft {
  const extras: BoardExtras = {
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
  const withState = (part: Partial<DrawableBoard>): BoardDraft => ({
    ...draft,
    state: { ...state, ...part },
  });
  switch (edit.type) {
    case 'arrange':
      return withState({ layout: known(edit.layout, state.data) });
    case 'add':
      return withState({
        data: { ...state.data, [edit.id]: edit.card },
        layout: [...state.layout, freePosition(state.layout, edit.id, edit.size, columns)],
      });
    case 'restore':
      return withState({
        data: { ...state.data, [edit.position.i]: edit.card },
        layout: compact([...state.layout, edit.position], columns),
      });
    case 'remove': {
      const { [edit.id]: _removed, ...data } = state.data;
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
      return withSettings(draft, edit);
  }
}

function withSettings(draft: BoardDraft, { name, description, scope, extras }: BoardSettings): BoardDraft {
  const columns = columnsOf(extras);
  const layout = compact(fitted(draft.state.layout, columns), columns);
  return { ...draft, name, description, scope, state: { ...draft.state, extras, layout } };
}

const plain = ({ i, x, y, w, h }: CardPosition): CardPosition => ({ i, x, y, w, h });
const known = (layout: readonly CardPosition[], data: DrawableBoard['data']) =>
  layout.filter(({ i }) => Object.hasOwn(data, i)).map(plain);

function fitted(layout: readonly CardPosition[], columns: number): CardPosition[] {
  return layout.map((position) => {
    const w = Math.min(position.w, columns);
    return { ...position, w, x: Math.min(position.x, columns - w) };
  });
}

function compact(layout: readonly CardPosition[], columns: number): CardPosition[] {
  return verticalCompactor.compact(layout.map(plain), columns).map(plain);
}

function moved(
  layout: readonly CardPosition[],
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
function belowNeighbour(layout: readonly CardPosition[], item: CardPosition): number {
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
  layout: readonly CardPosition[],
  { id, dw, dh, minSize }: Omit<Extract<BoardEdit, { type: 'resize' }>, 'type'>,
  columns: number,
) {
  const grown = layout.map((position) => {
    if (position.i !== id) return plain(position);
    const least = Math.min(minSize.w, columns - position.x);
    const w = Math.max(least, Math.min(columns - position.x, position.w + dw));
    return { ...plain(position), w, h: Math.max(minSize.h, position.h + dh) };
  });
  return compact(grown, columns);
}

const overlap = (a: CardPosition, b: CardPosition) =>
  a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;

/** The first position, from the top and from the left, where a card fits between the others. */
export function freePosition(
  layout: readonly CardPosition[],
  id: string,
  size: Size,
  columns: number,
): CardPosition {
  const w = Math.min(size.w, columns);
  const bottom = Math.max(0, ...layout.map(({ y, h }) => y + h));
  for (let y = 0; y <= bottom; y += 1) {
    for (let x = 0; x + w <= columns; x += 1) {
      const position = { i: id, x, y, w, h: size.h };
      if (!layout.some((other) => overlap(other, position))) return position;
    }
  }
  return { i: id, x: 0, y: bottom, w, h: size.h };
}

/** The cards as they are read: from the top, from the left. */
export function readingOrder(layout: readonly CardPosition[]): CardPosition[] {
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

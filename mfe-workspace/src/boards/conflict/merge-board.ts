import type { AnyCard, CardPosition } from '@cairn/contracts';
import type { BoardDraft } from '../edits.ts';

/** Whose value a part takes. */
export type Side = 'mine' | 'theirs';

/** A part of a board that was changed on both sides, and differently. */
export interface BoardConflict {
  /** Names the part: `name`, `settings`, `layout`, or `card:<id>`. */
  readonly id: string;
  /** The part in words, such as `Card “Commits”`. */
  readonly label: string;
  readonly mine: string;
  readonly theirs: string;
}

/** Two boards that grew from one: what was changed on one side alone is taken, and what conflicts is listed. */
export interface BoardMerge {
  readonly conflicts: readonly BoardConflict[];
  /** The board with a side for each conflict; mine where none is named. */
  merged(choices: Readonly<Record<string, Side>>): BoardDraft;
}

/** Boards compare alike whatever the order of their fields. */
function textOf(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : inner,
  );
}

const same = (one: unknown, other: unknown) => textOf(one ?? null) === textOf(other ?? null);

interface Sides<Value> {
  readonly base: Value | undefined;
  readonly mine: Value | undefined;
  readonly theirs: Value | undefined;
}

/** The side that a part takes by itself; null where both changed it. */
function sideOf<Value>({ base, mine, theirs }: Sides<Value>): Side | null {
  if (same(mine, theirs) || same(base, theirs)) return 'mine';
  return same(base, mine) ? 'theirs' : null;
}

const titleOf = (card: AnyCard | undefined): string => {
  if (!card) return 'removed';
  const title = 'title' in card && typeof card.title === 'string' ? card.title : '';
  const text = 'markdown' in card && typeof card.markdown === 'string' ? card.markdown : '';
  return (title || text.slice(0, 80) || card.kind).trim();
};

const FIELDS = { name: 'Name', description: 'Description', scope: 'Visibility' } as const;
type Field = keyof typeof FIELDS;

/** The places of cards in reading order, in words. */
const placesOf = ({ state }: BoardDraft): string =>
  `${state.layout.length} ${state.layout.length === 1 ? 'card' : 'cards'} as placed`;

interface Three {
  /** The board that both grew from; undefined where that is not known any more. */
  readonly base: BoardDraft | undefined;
  readonly mine: BoardDraft;
  readonly theirs: BoardDraft;
}

const cardsOf = ({ base, mine, theirs }: Three, id: string): Sides<AnyCard> => ({
  base: base?.state.data[id],
  mine: mine.state.data[id],
  theirs: theirs.state.data[id],
});

/** The place of each card that both sides have, so that an added or removed card is no move. */
function moved({ base, mine, theirs }: Three): Sides<readonly CardPosition[]> {
  const both = (board: BoardDraft) =>
    board.state.layout
      .filter(({ i }) => Object.hasOwn(mine.state.data, i) && Object.hasOwn(theirs.state.data, i))
      .toSorted((one, other) => (one.i < other.i ? -1 : 1));
  return { base: base && both(base), mine: both(mine), theirs: both(theirs) };
}

function conflictsOf(three: Three, ids: readonly string[]): BoardConflict[] {
  const { base, mine, theirs } = three;
  const conflicts: BoardConflict[] = [];
  for (const [field, label] of Object.entries(FIELDS) as [Field, string][])
    if (sideOf({ base: base?.[field], mine: mine[field], theirs: theirs[field] }) === null)
      conflicts.push({ id: field, label, mine: mine[field], theirs: theirs[field] });
  const extras = { base: base?.state.extras, mine: mine.state.extras, theirs: theirs.state.extras };
  if (sideOf(extras) === null)
    conflicts.push({ id: 'settings', label: 'Settings', mine: 'my settings', theirs: 'their settings' });
  for (const id of ids) {
    const cards = cardsOf(three, id);
    if (sideOf(cards) !== null) continue;
    const label = `Card “${titleOf(cards.mine ?? cards.theirs ?? cards.base)}”`;
    conflicts.push({ id: `card:${id}`, label, mine: titleOf(cards.mine), theirs: titleOf(cards.theirs) });
  }
  if (sideOf(moved(three)) === null)
    conflicts.push({ id: 'layout', label: 'Places', mine: placesOf(mine), theirs: placesOf(theirs) });
  return conflicts;
}

/** The cards of the merged board, each from its side. */
function mergedCards(three: Three, ids: readonly string[], choose: (id: string, side: Side | null) => Side) {
  const data: Record<string, AnyCard> = {};
  for (const id of ids) {
    const cards = cardsOf(three, id);
    const card = cards[choose(`card:${id}`, sideOf(cards))];
    if (card) data[id] = card;
  }
  return data;
}

/** The places of the merged cards; one that the chosen side does not place stands below the others. */
function mergedLayout({ mine, theirs }: Three, side: Side, ids: readonly string[]): CardPosition[] {
  const [first, second] = side === 'mine' ? [mine, theirs] : [theirs, mine];
  const layout = first.state.layout.filter(({ i }) => ids.includes(i));
  let bottom = Math.max(0, ...layout.map(({ y, h }) => y + h));
  for (const position of second.state.layout) {
    if (!ids.includes(position.i) || layout.some(({ i }) => i === position.i)) continue;
    layout.push({ ...position, y: bottom });
    bottom += position.h;
  }
  return layout;
}

/** Merges two boards that grew from one. Without that one, everything that differs conflicts. */
export function mergeBoards(three: Three): BoardMerge {
  const { base, mine, theirs } = three;
  const ids = [...new Set([base, mine, theirs].flatMap((board) => Object.keys(board?.state.data ?? {})))];
  return {
    conflicts: conflictsOf(three, ids),
    merged: (choices) => {
      const choose = (id: string, side: Side | null) => side ?? choices[id] ?? 'mine';
      const field = <Name extends Field>(name: Name): BoardDraft[Name] =>
        three[choose(name, sideOf({ base: base?.[name], mine: mine[name], theirs: theirs[name] }))][name];
      const extras = { base: base?.state.extras, mine: mine.state.extras, theirs: theirs.state.extras };
      const data = mergedCards(three, ids, choose);
      return {
        name: field('name'),
        description: field('description'),
        scope: field('scope'),
        version: theirs.version,
        state: {
          data,
          layout: mergedLayout(three, choose('layout', sideOf(moved(three))), Object.keys(data)),
          extras: three[choose('settings', sideOf(extras))].state.extras,
        },
      };
    },
  };
}

import { shownName } from '@cairn/contracts';
import { z } from 'zod';

/** The backgrounds of a space. */
export const SpacePattern = z.enum(['plain', 'dots', 'lines', 'grid', 'waves', 'checks']);
export type SpacePattern = z.infer<typeof SpacePattern>;

/** The colours of a space, by the first eight of charts, which tell apart in both themes. */
export const SpaceColor = z.enum(['indigo', 'orange', 'teal', 'rose', 'green', 'yellow', 'purple', 'blue']);
export type SpaceColor = z.infer<typeof SpaceColor>;

/** The most items of one space. */
export const MOST_SPACE_ITEMS = 200;

const id = z.string().min(1).max(64);
const own = { uuid: id, name: shownName(200), description: z.string().max(2_000).default('') };
const linkConfig = z.strictObject({ id });

/** An item of a space: a board or a query by the id of its deep link, or an entity by its uuid. */
export const SpaceItem = z.discriminatedUnion('type', [
  z.strictObject({ ...own, type: z.literal('board'), config: linkConfig }),
  z.strictObject({ ...own, type: z.literal('query'), config: linkConfig }),
  z.strictObject({ ...own, type: z.literal('entity'), config: z.strictObject({ uuid: z.uuid() }) }),
]);
export type SpaceItem = z.infer<typeof SpaceItem>;

/** What a space keeps beside its name: its look, where somebody chose one, and its items in their order. */
export const SpaceState = z.strictObject({
  pattern: SpacePattern.nullable().default(null),
  color: SpaceColor.nullable().default(null),
  items: z.array(SpaceItem).max(MOST_SPACE_ITEMS).default([]),
});
export type SpaceState = z.infer<typeof SpaceState>;

function hashOf(text: string): number {
  let hash = 0;
  for (const letter of text) hash = (Math.imul(hash, 31) + (letter.codePointAt(0) ?? 0)) >>> 0;
  return hash;
}

/** The look of a space: the chosen one, else one that its uuid decides, so that spaces differ from the start. */
export function spaceLook(
  uuid: string,
  { pattern, color }: Pick<SpaceState, 'pattern' | 'color'>,
): { readonly pattern: SpacePattern; readonly color: SpaceColor } {
  const hash = hashOf(uuid);
  const [patterns, colors] = [SpacePattern.options, SpaceColor.options];
  return {
    pattern: pattern ?? patterns[(hash >>> 3) % patterns.length] ?? 'plain',
    color: color ?? colors[hash % colors.length] ?? 'indigo',
  };
}

/** The item moved to a place among the others; a place past the end is the last one. */
export function withItemAt<Item extends { readonly uuid: string }>(
  items: readonly Item[],
  uuid: string,
  place: number,
): Item[] {
  const moved = items.find((item) => item.uuid === uuid);
  if (!moved) return [...items];
  const others = items.filter((item) => item.uuid !== uuid);
  return others.toSpliced(place, 0, moved);
}

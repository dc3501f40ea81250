import type { OpenTab } from '@cairn/contracts/open-tabs';

const byId = (tabs: readonly OpenTab[]) => new Map(tabs.map((tab) => [tab.id, tab]));

/** Whether two tabs, or two lists of tabs, are alike. */
export const sameTabs = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/** Whether the tabs that both lists hold come in another order. */
function isReordered(before: readonly OpenTab[], now: readonly OpenTab[]): boolean {
  const [old, next] = [byId(before), byId(now)];
  const idsOf = (tabs: readonly OpenTab[], others: typeof old) =>
    tabs.flatMap(({ id }) => (others.has(id) ? [id] : []));
  return !sameTabs(idsOf(before, next), idsOf(now, old));
}

/**
 * Merges the tabs of this device and of another by what each changed since both were alike: what either opened is
 * there, what either closed is gone, and of a tab that both changed this device's counts. Tabs in use here stay.
 */
export function mergeTabs(
  before: readonly OpenTab[],
  mine: readonly OpenTab[],
  theirs: readonly OpenTab[],
  inUse: ReadonlySet<string> = new Set(),
): OpenTab[] {
  const [old, own, other] = [byId(before), byId(mine), byId(theirs)];
  const isOpen = (id: string) =>
    (own.has(id) && other.has(id)) || !old.has(id) || (own.has(id) && inUse.has(id));
  const [first, then] = isReordered(before, mine) ? [mine, theirs] : [theirs, mine];
  const placed = byId(first);
  return [...first, ...then.filter(({ id }) => !placed.has(id))].flatMap(({ id }) => {
    const [here, there] = [own.get(id), other.get(id)];
    const tab = here && (inUse.has(id) || !sameTabs(here, old.get(id))) ? here : (there ?? here);
    return tab && isOpen(id) ? [tab] : [];
  });
}

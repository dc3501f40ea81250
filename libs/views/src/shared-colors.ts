import type { SharedColors } from '@cairn/host';
import { useEffect } from 'react';
import { assignColors } from './palette.ts';

/** One map of colours for all pictures of a page: a category has the same in each, whichever was drawn first (ruling 2). */
export function createSharedColors(): SharedColors {
  const known = new Set<string>();
  const listeners = new Set<() => void>();
  let slots: ReadonlyMap<string, number> = new Map();
  return {
    slots: () => slots,
    add: (categories) => {
      const before = known.size;
      for (const category of categories) known.add(category);
      if (known.size === before) return;
      slots = assignColors(known);
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** Tells the page which categories a picture colours. */
export function useCategories(
  keys: readonly string[],
  onCategories: ((keys: readonly string[]) => void) | undefined,
): void {
  const said = JSON.stringify(keys);
  useEffect(() => {
    onCategories?.(JSON.parse(said) as string[]);
  }, [said, onCategories]);
}

import type { SharedColors } from './parts.ts';

/** Collects what the pictures of a page colour, so that each can give a category the colour that it has in the others. */
export function createSharedColors(): SharedColors {
  const listeners = new Set<() => void>();
  let known: ReadonlySet<string> = new Set();
  return {
    categories: () => known,
    add: (categories) => {
      if (categories.every((category) => known.has(category))) return;
      known = new Set([...known, ...categories]);
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** An entity in the drawer, and the list it was opened from. */
export interface DrawerEntry {
  readonly uuid: string;
  readonly siblings: readonly string[];
}

/** The drawer's history and the position in it; an empty history means closed. */
export interface DrawerHistory {
  readonly entries: readonly DrawerEntry[];
  readonly at: number;
}

export const CLOSED: DrawerHistory = { entries: [], at: -1 };

/** Shows an entity. It drops the forward history, and does not add the shown entity again. */
export function show({ entries, at }: DrawerHistory, entry: DrawerEntry): DrawerHistory {
  if (entries[at]?.uuid === entry.uuid) return { entries, at };
  return { entries: [...entries.slice(0, at + 1), entry], at: at + 1 };
}

/** Replaces the shown entity, for moving along its list. */
export function moveTo({ entries, at }: DrawerHistory, uuid: string): DrawerHistory {
  return { entries: entries.map((entry, index) => (index === at ? { ...entry, uuid } : entry)), at };
}

/** Moves one step back (-1) or forward (1), if there is one. */
export function step({ entries, at }: DrawerHistory, by: -1 | 1): DrawerHistory {
  return { entries, at: Math.min(entries.length - 1, Math.max(0, at + by)) };
}

/** The neighbour of the shown entity in its list. */
export function neighbour({ entries, at }: DrawerHistory, by: -1 | 1): string | undefined {
  const entry = entries[at];
  if (!entry) return undefined;
  const index = entry.siblings.indexOf(entry.uuid);
  return index < 0 ? undefined : entry.siblings[index + by];
}

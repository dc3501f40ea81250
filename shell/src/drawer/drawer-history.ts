/** One entity in the drawer, and the list it was opened from. */
export interface DrawerEntry {
  readonly uuid: string;
  readonly siblings: readonly string[];
}

/** What the drawer has shown, and where in it one is; closed when it has shown nothing. */
export interface DrawerHistory {
  readonly entries: readonly DrawerEntry[];
  readonly at: number;
}

export const CLOSED: DrawerHistory = { entries: [], at: -1 };

/** Shows an entity; what lay ahead is forgotten, and the one that is shown already is not added again. */
export function show({ entries, at }: DrawerHistory, entry: DrawerEntry): DrawerHistory {
  if (entries[at]?.uuid === entry.uuid) return { entries, at };
  return { entries: [...entries.slice(0, at + 1), entry], at: at + 1 };
}

/** Replaces what is shown, for moving along the list it was opened from. */
export function moveTo({ entries, at }: DrawerHistory, uuid: string): DrawerHistory {
  return { entries: entries.map((entry, index) => (index === at ? { ...entry, uuid } : entry)), at };
}

/** One step back (-1) or forward (1), as far as there is one. */
export function step({ entries, at }: DrawerHistory, by: -1 | 1): DrawerHistory {
  return { entries, at: Math.min(entries.length - 1, Math.max(0, at + by)) };
}

/** The neighbour of what is shown in its list. */
export function neighbour({ entries, at }: DrawerHistory, by: -1 | 1): string | undefined {
  const entry = entries[at];
  if (!entry) return undefined;
  const index = entry.siblings.indexOf(entry.uuid);
  return index < 0 ? undefined : entry.siblings[index + by];
}

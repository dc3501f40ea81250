import { useMemo, useState } from 'react';
import type { LibraryRow } from './items.ts';

/** The rows of the page that are selected. Those that leave the page are so no longer. */
export function useSelection(rows: readonly LibraryRow[]) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  /** The row from which a range goes on: the last one that was selected by itself. */
  const [anchor, setAnchor] = useState<string | null>(null);
  return useMemo(() => {
    const idAt = (index: number) => rows[index]?.link.id;
    return {
      rows: rows.filter(({ link }) => ids.has(link.id)),
      has: (id: string) => ids.has(id),
      toggle: (id: string) => {
        setAnchor(id);
        setIds((now) => {
          const next = new Set(now);
          if (!next.delete(id)) next.add(id);
          return next;
        });
      },
      /** Selects every row from the last selected one, or from `start`, to another. */
      extendTo: (index: number, start = index) => {
        const known = rows.findIndex(({ link }) => link.id === anchor);
        const from = known === -1 ? start : known;
        if (known === -1) setAnchor(idAt(start) ?? null);
        const [first, last] = [Math.min(from, index), Math.max(from, index)];
        setIds((now) => new Set([...now, ...rows.slice(first, last + 1).map(({ link }) => link.id)]));
      },
      all: () => setIds(new Set(rows.map(({ link }) => link.id))),
      clear: () => {
        setAnchor(null);
        setIds(new Set());
      },
    };
  }, [ids, anchor, rows]);
}

export type LibrarySelection = ReturnType<typeof useSelection>;

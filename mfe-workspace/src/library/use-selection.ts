import { useMemo, useState } from 'react';
import type { LibraryRow } from './items.ts';

/** The rows of the page that are selected. Those that leave the page are so no longer. */
export function useSelection(rows: readonly LibraryRow[]) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  return useMemo(() => {
    const selected = rows.filter(({ link }) => ids.has(link.id));
    return {
      rows: selected,
      has: (id: string) => ids.has(id),
      toggle: (id: string) =>
        setIds((now) => {
          const next = new Set(now);
          if (!next.delete(id)) next.add(id);
          return next;
        }),
      all: () => setIds(new Set(rows.map(({ link }) => link.id))),
      clear: () => setIds(new Set()),
    };
  }, [ids, rows]);
}

export type LibrarySelection = ReturnType<typeof useSelection>;

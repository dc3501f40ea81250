import { useState } from 'react';

export type RowSize = 'tall' | 'compact';

const KEY = 'cairn.library.rows';

/** How tall this browser shows the rows of the library. */
export function useRowSize(): [RowSize, (size: RowSize) => void] {
  const [size, setSize] = useState<RowSize>(() =>
    localStorage.getItem(KEY) === 'compact' ? 'compact' : 'tall',
  );
  return [
    size,
    (next) => {
      localStorage.setItem(KEY, next);
      setSize(next);
    },
  ];
}

/** The height of a row; tall ones have room for a name, two lines of words and a line of tags (W§2.7). */
export const ROW_HEIGHTS: Readonly<Record<RowSize, number>> = { tall: 100, compact: 40 };

/** The rows of a page. Compact ones have no pictures to read, so there are more. */
export const PAGE_SIZES: Readonly<Record<RowSize, number>> = { tall: 50, compact: 200 };

import { useState, type RefObject } from 'react';
import { useSize } from '../chart.tsx';
import { roomOf } from '../table/table-room.ts';
import type { PivotConfig } from './pivot-config.ts';
import type { RowPage } from './pivot-rows.ts';
import type { PivotTree } from './pivot-tree.ts';

/** The shown outermost rows, and what leads to others. */
export interface PivotPages extends RowPage {
  /** Counted from 1. */
  readonly page: number;
  readonly size: number;
  readonly total: number;
  turnTo(this: void, page: number): void;
}

/** Pages of outermost rows; what is open within them stands on their page. Another order begins at the first page. */
export function usePivotPages(
  frame: RefObject<HTMLElement | null>,
  { whole }: PivotTree,
  { pageSize, autoPageSize, sortBy, sortDirection }: PivotConfig,
): PivotPages {
  const [turned, turnTo] = useState(1);
  const order = `${sortBy} ${sortDirection}`;
  const [source, setSource] = useState(order);
  if (source !== order) {
    setSource(order);
    turnTo(1);
  }
  const room = useSize(frame);
  const size = autoPageSize && room ? roomOf(room.height, 'pivot') : pageSize;
  const total = whole.children.length;
  // Another answer may have fewer rows.
  const page = Math.max(1, Math.min(turned, Math.ceil(total / size)));
  return { page, size, total, from: (page - 1) * size, to: page * size, turnTo };
}

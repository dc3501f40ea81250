import type { Query } from '@cairn/query';
import { useLayoutEffect, useRef, type ReactNode, type RefObject } from 'react';
import type { ViewProps } from '../view.ts';
import { AnswerTable } from './answer-table.tsx';
import { moveColumn } from './column-order.ts';
import type { TableConfig } from './definition.ts';
import { roomOf } from './table-room.ts';
import styles from './table.module.css';

/** Entities when nothing is grouped, groups with their measures otherwise; a header sorts up, down, then not at all. */
export function TableView(props: ViewProps<TableConfig>): ReactNode {
  const { answer, config, label, timezone, onSelect, onConfigChange } = props;
  const { sortBy, sortDirection, widths } = config;
  const frame = useRef<HTMLDivElement>(null);
  useRoom(frame, props);
  const onSort = (column: string) => {
    if (sortBy !== column) onConfigChange?.({ ...config, sortBy: column, sortDirection: 'ascending' });
    else if (sortDirection === 'ascending') onConfigChange?.({ ...config, sortDirection: 'descending' });
    else onConfigChange?.({ ...config, sortBy: null, sortDirection: 'ascending' });
  };
  const changes = onConfigChange && {
    onSort,
    onWidths: (next: TableConfig['widths']) => onConfigChange({ ...config, widths: next }),
    onMove: (ids: readonly string[], id: string, to: string) =>
      onConfigChange({ ...config, columns: moveColumn(ids, id, to) }),
  };
  return (
    <div className={styles.frame} ref={frame}>
      <AnswerTable
        answer={answer}
        label={label}
        timezone={timezone}
        sort={sortBy ? { id: sortBy, direction: sortDirection } : null}
        layout={config}
        change={config}
        total={props.further?.total}
        widths={widths}
        {...changes}
        onSelect={onSelect}
        openLabel={openLabelOf(props.query)}
      />
    </div>
  );
}

/** "Show this pull request" (X§2), or what may be done with a group. */
function openLabelOf({ select: [kind = 'event'], groupBys }: Query): string {
  if (groupBys.length > 0) return 'Explore this row';
  return `Show this ${kind.replaceAll(/([a-z])([A-Z])/g, '$1 $2').toLowerCase()}`;
}

/** Tells the room for rows whenever the height changes, where the settings ask for it. */
function useRoom(
  frame: RefObject<HTMLElement | null>,
  { config, query, onRoom }: ViewProps<TableConfig>,
): void {
  const isAsked = config.autoPageSize && !config.allowWrap;
  const isGrouped = query.groupBys.length > 0;
  const tell = useRef(onRoom);
  useLayoutEffect(() => {
    tell.current = onRoom;
  });
  useLayoutEffect(() => {
    const element = frame.current;
    if (!element || !isAsked) return undefined;
    const observer = new ResizeObserver(() =>
      tell.current?.(roomOf(element.clientHeight, isGrouped ? 'groups' : 'entities')),
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [frame, isAsked, isGrouped]);
}

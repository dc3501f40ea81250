import type { ReactNode } from 'react';
import type { ViewProps } from '../view.ts';
import { AnswerTable } from './answer-table.tsx';
import type { TableConfig } from './definition.ts';

/** Entities when nothing is grouped, groups with their measures otherwise; a header sorts up, down, then not at all. */
export function TableView(props: ViewProps<TableConfig>): ReactNode {
  const { answer, config, label, timezone, onSelect, onConfigChange } = props;
  const { sortBy, sortDirection } = config;
  const onSort = (column: string) => {
    if (sortBy !== column) onConfigChange?.({ ...config, sortBy: column, sortDirection: 'ascending' });
    else if (sortDirection === 'ascending') onConfigChange?.({ ...config, sortDirection: 'descending' });
    else onConfigChange?.({ ...config, sortBy: null, sortDirection: 'ascending' });
  };
  return (
    <AnswerTable
      answer={answer}
      label={label}
      timezone={timezone}
      sort={sortBy ? { id: sortBy, direction: sortDirection } : null}
      onSort={onConfigChange && onSort}
      onSelect={onSelect}
      change={config}
    />
  );
}

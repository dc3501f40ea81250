import { visibleColumns, type CellValue, type ResultSet } from '@cairn/answer';
import { rowsQuery, type RowsRequest } from '@cairn/client';
import type { Column } from '@cairn/contracts';
import type { ChatSource } from '@cairn/contracts/chat-replies';
import { useHost, withTimezone } from '@cairn/host';
import { asksRows, type Query } from '@cairn/query';
import { ErrorState, formatDate, formatDateTime, formatNumber, Text, TableSkeleton } from '@cairn/ui';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { previewFailureOf } from './chat-failures.ts';
import styles from './chat.module.css';

/** The most rows of a preview (W§9). */
const PREVIEW_ROWS = 5;

/** The request of a preview: the first page of rows, or the first groups (W§7.4). */
function previewRequest({ orgId: _org, ...query }: Query): RowsRequest {
  return asksRows(query)
    ? { kind: 'entities', query: { ...query, page: 1, pageSize: PREVIEW_ROWS } }
    : { kind: 'groups', query: { ...query, limit: PREVIEW_ROWS } };
}

/** The first rows of a data source as a table. */
export function SourcePreview({ source }: { source: ChatSource }): ReactNode {
  const host = useHost();
  const request = previewRequest(withTimezone(source.query, host));
  const { data, error, isPending, refetch } = useQuery(rowsQuery(host.org.id, request, null));
  if (isPending) return <TableSkeleton rows={PREVIEW_ROWS} columns={3} />;
  if (error) return <ErrorState inline title={previewFailureOf(error)} onRetry={() => void refetch()} />;
  if (data.answer.numRows === 0)
    return <Text tone="muted">No data returned. Please adjust your query to get results.</Text>;
  return (
    <>
      <PreviewTable answer={data.answer} label={source.title} timezone={host.timezone} />
      <Text as="p" tone="faint">
        Results are limited to the first {PREVIEW_ROWS} rows
      </Text>
    </>
  );
}

interface PreviewTableProps {
  answer: ResultSet;
  label: string;
  timezone: string;
}

function PreviewTable({ answer, label, timezone }: PreviewTableProps): ReactNode {
  const columns = visibleColumns(answer);
  const rows = Array.from({ length: Math.min(answer.numRows, PREVIEW_ROWS) }, (_, row) => row);
  return (
    <div className={styles.preview} tabIndex={0} role="group" aria-label={`Rows of ${label}`}>
      <table>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.key} scope="col">
                {column.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row}>
              {columns.map((column) => (
                <td key={column.key}>{cellText(answer.get(column.key, row), column, timezone)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The text of a cell of a preview. */
export function cellText(value: CellValue, { type }: Pick<Column, 'type'>, timezone: string): string {
  if (value === null) return 'n/a';
  if (typeof value === 'number')
    return type === 'datetime' ? formatDateTime(value, timezone) : formatNumber(value);
  if (type === 'date') return formatDate(String(value));
  if (Array.isArray(value)) return value.join(', ');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

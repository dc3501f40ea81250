import { entitiesQuery, groupsQuery } from '@cairn/client';
import type { Column, OrgId, Rows } from '@cairn/contracts';
import type { ChatSource } from '@cairn/contracts/chat-replies';
import { useHost, withTimezone } from '@cairn/host';
import { asksRows, type Query } from '@cairn/query';
import { ErrorState, formatDate, formatDateTime, formatNumber, Text, TableSkeleton } from '@cairn/ui';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { previewFailureOf } from './chat-failures.ts';
import styles from './chat.module.css';

/** The most rows of a preview (W§9). */
export const PREVIEW_ROWS = 5;

/** The rows of a preview: the first page of rows, or the first groups (W§7.4). */
function usePreview(orgId: OrgId, { orgId: _org, format: _format, ...query }: Query) {
  const isOfRows = asksRows(query);
  const page = { ...query, page: 1, pageSize: PREVIEW_ROWS };
  const rows = useQuery({ ...entitiesQuery(orgId, page), enabled: isOfRows });
  const groups = useQuery({ ...groupsQuery(orgId, { ...query, limit: PREVIEW_ROWS }), enabled: !isOfRows });
  return isOfRows ? rows : groups;
}

/** The first rows of a data source as a table. */
export function SourcePreview({ source }: { source: ChatSource }): ReactNode {
  const host = useHost();
  const { data, error, isPending, refetch } = usePreview(host.org.id, withTimezone(source.query, host));
  if (isPending) return <TableSkeleton rows={PREVIEW_ROWS} columns={3} />;
  if (error) return <ErrorState inline title={previewFailureOf(error)} onRetry={() => void refetch()} />;
  if (data.data.length === 0)
    return <Text tone="muted">No data returned. Please adjust your query to get results.</Text>;
  return (
    <>
      <PreviewTable answer={data} label={source.title} timezone={host.timezone} />
      <Text as="p" tone="faint">
        Results are limited to the first {PREVIEW_ROWS} rows
      </Text>
    </>
  );
}

interface PreviewTableProps {
  answer: Rows;
  label: string;
  timezone: string;
}

function PreviewTable({ answer, label, timezone }: PreviewTableProps): ReactNode {
  const columns = answer.columns.filter(({ role }) => role !== 'id');
  return (
    <div className={styles.preview} tabIndex={0} role="group" aria-label={`Rows of ${label}`}>
      <table>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.key} scope="col" data-number={column.type === 'number' || undefined}>
                {column.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {answer.data.slice(0, PREVIEW_ROWS).map((row, at) => (
            <tr key={at}>
              {columns.map((column) => (
                <td key={column.key} data-number={column.type === 'number' || undefined}>
                  {cellText(row[column.key], column, timezone)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The text of a cell of a preview. */
export function cellText(value: unknown, { type }: Pick<Column, 'type'>, timezone: string): string {
  if (value === null || value === undefined) return 'n/a';
  if (typeof value === 'number') return formatNumber(value);
  if (typeof value === 'object') return Array.isArray(value) ? value.join(', ') : JSON.stringify(value);
  const text = String(value);
  if (type === 'datetime') return formatDateTime(text, timezone);
  return type === 'date' ? formatDate(text) : text;
}

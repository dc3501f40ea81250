import { DataTable, EmptyState, formatNumber, Menu, Panel, type TableSort } from '@cairn/ui';
import { Table2 } from 'lucide-react';
import { useState, type ReactNode } from 'react';

const ROWS = Array.from({ length: 12 }, (_, index) => ({
  id: `f${index}`,
  path: `src/part-${index}/index.ts`,
  commits: ((index * 7919) % 4096) + 3,
  lines: ((index * 104_729) % 90_000) + 12,
}));

/** The table with rows, and without. */
export function TableGallery(): ReactNode {
  const [sort, setSort] = useState<TableSort>({ id: 'commits', direction: 'descending' });
  const key = sort.id as 'path' | 'commits' | 'lines';
  const turn = sort.direction === 'ascending' ? 1 : -1;
  const rows = [...ROWS].sort((a, b) => (a[key] < b[key] ? -turn : turn));
  const columns = [
    { id: 'path', header: 'File', cell: (row: (typeof ROWS)[number]) => row.path, sortable: true },
    {
      id: 'commits',
      header: 'Commits',
      cell: (row: (typeof ROWS)[number]) => formatNumber(row.commits),
      numeric: true,
      sortable: true,
      width: 120,
      hint: 'Commits that touched the file',
    },
    {
      id: 'lines',
      header: 'Lines',
      cell: (row: (typeof ROWS)[number]) => formatNumber(row.lines),
      numeric: true,
      sortable: true,
      width: 120,
    },
  ];
  return (
    <Panel title="Table" flush>
      <div style={{ height: 260 }}>
        <DataTable
          label="Files"
          rows={rows}
          rowId={(row) => row.id}
          rowName={(row) => row.path}
          columns={columns}
          sort={sort}
          onSort={setSort}
          onOpen={() => undefined}
          rowMenu={() => <Menu.Item>Open</Menu.Item>}
        />
      </div>
      <DataTable
        label="No files"
        rows={[]}
        rowId={(row: (typeof ROWS)[number]) => row.id}
        columns={columns}
        empty={
          <EmptyState inline icon={<Table2 aria-hidden />} title="No file matches">
            Widen the date range or remove a filter.
          </EmptyState>
        }
      />
    </Panel>
  );
}

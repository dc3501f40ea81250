import { useHost } from '@cairn/host';
import {
  Button,
  DataTable,
  EmptyState,
  ErrorState,
  Menu,
  PageHeader,
  plural,
  TableSkeleton,
  TextField,
} from '@cairn/ui';
import { ChartColumn, Copy, LayoutDashboard, Pencil, Plus, Search, Trash2 } from 'lucide-react';
import { useEffect, useMemo, useState, type ReactNode } from 'react';
import { savedAddress, useConfiguration, useSavedThings, useSources } from '../saved.ts';
import { useLibraryAddress } from './address.ts';
import { libraryColumns } from './columns.tsx';
import { useDeeds, type Deeds } from './deeds.ts';
import { matchesFilter, parseFilter, toggleToken } from './filter.ts';
import { FilterPanel } from './filter-panel.tsx';
import { availabilityOf, libraryRow, type LibraryRow } from './items.ts';
import { RenameDialog } from './rename-dialog.tsx';
import { sortItems, type LibrarySort } from './sort.ts';

/** Room for a name, two lines of words and a line of tags (W§2.7). */
const ROW_HEIGHT = 100;

/** Everything that was saved in the org, to find and to open (W§2.7). */
export function LibraryPage(): ReactNode {
  const { org, user, setTitle, navigate } = useHost();
  const things = useSavedThings();
  const configuration = useConfiguration();
  const sources = useSources();
  const address = useLibraryAddress();
  const deeds = useDeeds();
  const [renamed, setRenamed] = useState<LibraryRow | null>(null);
  useEffect(() => setTitle('Library'), [setTitle]);
  const rows = useMemo(() => {
    const org = { availability: availabilityOf(configuration.data, sources.data), words: configuration.data };
    return (things.data ?? []).map((link) => libraryRow(link, org, user.id));
  }, [things.data, configuration.data, sources.data, user.id]);
  const shown = useMemo(() => {
    const filter = parseFilter(address.applied);
    return sortItems(
      rows.filter((row) => matchesFilter(row, filter)),
      address.sort,
    );
  }, [rows, address.applied, address.sort]);
  return (
    <div className="ws-page">
      <PageHeader
        title="Library"
        description={
          things.data ? plural(rows.length, 'saved board or query', 'saved boards and queries') : ' '
        }
        actions={<NewButtons deeds={deeds} />}
      />
      <div className="ws-library">
        <div className="ws-library__main">
          <TextField
            aria-label="Filter the library"
            placeholder="Filter by words, or by type:board scope:private in:favorites tag:delivery"
            leftSection={<Search size={15} aria-hidden />}
            value={address.typed}
            onChange={(event) => address.setTyped(event.currentTarget.value)}
            onKeyDown={(event) => event.key === 'Enter' && address.apply(address.typed)}
          />
          <div className="ws-library__table cn-panel">
            {things.isError && !things.data ? (
              <ErrorState
                title="The library could not be read"
                error={things.error}
                onRetry={() => void things.refetch()}
              />
            ) : things.isPending ? (
              <TableSkeleton rowHeight={ROW_HEIGHT} rows={5} columns={4} />
            ) : (
              <DataTable
                label="Saved boards and queries"
                rows={shown}
                rowId={(row) => row.link.id}
                rowName={(row) => row.name}
                rowHeight={ROW_HEIGHT}
                columns={libraryColumns((row) => void deeds.favourite(row.link))}
                sort={address.sort}
                onSort={(sort) => address.setSort(sort as LibrarySort)}
                onOpen={(row) => navigate(savedAddress(org.id, row.link))}
                rowMenu={(row) => <RowMenu row={row} deeds={deeds} onRename={() => setRenamed(row)} />}
                empty={<Nothing any={rows.length > 0} deeds={deeds} onClear={() => address.apply('')} />}
              />
            )}
          </div>
          <p className="cn-hidden" role="status">
            {things.data ? `${plural(shown.length, 'item')} shown` : ''}
          </p>
        </div>
        <FilterPanel
          rows={rows}
          filter={address.applied}
          onToggle={(token) => address.apply(toggleToken(address.applied, token))}
        />
      </div>
      {renamed && (
        <RenameDialog
          row={renamed}
          onClose={() => setRenamed(null)}
          onSave={(name, description) => {
            setRenamed(null);
            void deeds.rename(renamed.link, name, description);
          }}
        />
      )}
    </div>
  );
}

function NewButtons({ deeds }: { deeds: Deeds }): ReactNode {
  const { org, navigate } = useHost();
  const denied = deeds.denialOf('dashboard-v1') !== null;
  return (
    <>
      <Button icon={<ChartColumn aria-hidden />} onClick={() => navigate(`/${org.id}/explore`)}>
        New query
      </Button>
      <Button
        variant="primary"
        icon={<Plus aria-hidden />}
        disabled={denied}
        title={denied ? 'Creating boards needs an org admin' : undefined}
        onClick={() => navigate(`/${org.id}/boards/new`)}
      >
        New board
      </Button>
    </>
  );
}

function RowMenu({
  row,
  deeds,
  onRename,
}: {
  row: LibraryRow;
  deeds: Deeds;
  onRename: () => void;
}): ReactNode {
  const mayEdit = row.link.canEdit;
  return (
    <>
      <Menu.Item leftSection={<Pencil size={14} />} disabled={!mayEdit} onClick={onRename}>
        Rename
      </Menu.Item>
      <Menu.Item
        leftSection={<Copy size={14} />}
        disabled={deeds.denialOf(row.link.type) === 'forbidden'}
        onClick={() => void deeds.duplicate(row.link)}
      >
        Duplicate
      </Menu.Item>
      <Menu.Divider />
      <Menu.Item
        data-danger
        leftSection={<Trash2 size={14} />}
        disabled={!mayEdit}
        onClick={() => void deeds.remove(row.link)}
      >
        Delete
      </Menu.Item>
    </>
  );
}

function Nothing({ any, deeds, onClear }: { any: boolean; deeds: Deeds; onClear: () => void }): ReactNode {
  return any ? (
    <EmptyState
      icon={<Search aria-hidden />}
      title="Nothing matches this filter"
      action={<Button onClick={onClear}>Clear the filter</Button>}
    >
      Words look in names and descriptions; tokens such as type:board narrow by what a thing is.
    </EmptyState>
  ) : (
    <EmptyState
      icon={<LayoutDashboard aria-hidden />}
      title="Boards and queries are kept here"
      action={<NewButtons deeds={deeds} />}
    >
      Nobody has saved one in this organization yet. Ask a question in Explore and save it, or gather
      questions on a board.
    </EmptyState>
  );
}

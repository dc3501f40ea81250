import { editDenial } from '@cairn/contracts';
import { actorOf, controlOf, useHost } from '@cairn/host';
import {
  addressOf,
  useCreateControl,
  useSavedTypes,
  useSpaceControl,
  useThumbnails,
  wordsOf,
  type useSavedPage,
} from '@cairn/saved';
import { Button, DataTable, EmptyState, ErrorState, Menu, Surface, TableSkeleton } from '@cairn/ui';
import { Copy, LayoutDashboard, Pencil, Search, Shapes, Trash2, UserRoundPen } from 'lucide-react';
import { useRef, useState, type ReactNode } from 'react';
import type { useLibraryAddress } from './address.ts';
import {
  AddDialogs,
  BulkBar,
  isBoardable,
  isGivable,
  isSpaceable,
  useBoardControl,
  type AddDialog,
} from './bulk-bar.tsx';
import { libraryColumns } from './columns.tsx';
import type { LibraryRow } from './items.ts';
import styles from './library.module.css';
import { NewButtons } from './new-buttons.tsx';
import { rowHandlers } from './row-keys.ts';
import { ROW_HEIGHTS, type RowSize } from './row-size.ts';
import type { LibrarySort } from './sort.ts';
import type { LibraryActions } from './use-library-actions.ts';
import { useRowEditing } from './use-row-editing.ts';
import { useSelection } from './use-selection.ts';

export interface LibraryTableProps {
  things: ReturnType<typeof useSavedPage>;
  /** The rows of the page. */
  rows: readonly LibraryRow[];
  isFiltered: boolean;
  address: ReturnType<typeof useLibraryAddress>;
  actions: LibraryActions;
  onEdit: (row: LibraryRow) => void;
  size: RowSize;
}

/** The list of the library with its waiting, failing and empty states. */
export function LibraryTable(props: LibraryTableProps): ReactNode {
  const { things } = props;
  return (
    <Surface className={styles['table'] ?? ''}>
      {things.isError && !things.data ? (
        <ErrorState
          title="The library could not be read"
          error={things.error}
          onRetry={() => void things.refetch()}
        />
      ) : things.isPending ? (
        <TableSkeleton rowHeight={ROW_HEIGHTS[props.size]} rows={5} columns={4} />
      ) : (
        <Rows {...props} />
      )}
    </Surface>
  );
}

function Rows({ things, rows, isFiltered, address, actions, onEdit, size }: LibraryTableProps): ReactNode {
  const { org, navigate, timezone } = useHost();
  const types = useSavedTypes();
  const pictures = useThumbnails(size === 'tall' ? rows.map(({ link }) => link) : []);
  const selection = useSelection(rows);
  const frame = useRef<HTMLDivElement>(null);
  const editing = useRowEditing(frame, actions.saveDetails);
  const handlers = rowHandlers({
    count: rows.length,
    selection,
    idAt: (index) => rows[index]?.link.id,
    onEdit: (index, field) => {
      const row = rows[index];
      if (row?.link.canEdit) editing.begin(row, field);
    },
  });
  const [adding, setAdding] = useState<{ row: LibraryRow; to: AddDialog } | null>(null);
  const columns = libraryColumns({
    onFavourite: (row) => void actions.favourite(row.link),
    onScope: (row, scope) => void actions.setScope([row], scope),
    pictures,
    size,
    selection,
    editing,
    timezone,
  });
  return (
    <div className={styles['rows']} ref={frame} {...handlers}>
      {selection.rows.length > 0 && <BulkBar selection={selection} actions={actions} />}
      <DataTable
        label={`Saved ${wordsOf(types, 'many')}`}
        rows={rows}
        total={things.data?.total ?? rows.length}
        dimmed={things.isPlaceholderData}
        rowId={(row) => row.link.id}
        rowName={(row) => row.name}
        rowHeight={ROW_HEIGHTS[size]}
        columns={columns}
        sort={address.sort}
        onSort={(sort) => address.setSort(sort as LibrarySort)}
        onOpen={(row) => navigate(addressOf(org.id, row.link, types))}
        rowMenu={(row) => (
          <RowMenu
            row={row}
            actions={actions}
            onEdit={() => onEdit(row)}
            onAdd={(to) => setAdding({ row, to })}
          />
        )}
        empty={<NoRows any={isFiltered} actions={actions} onClear={() => address.apply('')} />}
      />
      <AddDialogs
        open={adding?.to ?? null}
        rows={adding ? [adding.row] : []}
        actions={actions}
        onClose={() => setAdding(null)}
      />
    </div>
  );
}

interface RowMenuProps {
  row: LibraryRow;
  actions: LibraryActions;
  onEdit: () => void;
  /** Puts it on a board or into a space, or gives it away; a list without it offers none of that. */
  onAdd?: (to: AddDialog) => void;
}

/** The actions on one saved thing, as far as its reader may take them. */
export function RowMenu({ row, actions, onEdit, onAdd }: RowMenuProps): ReactNode {
  const { link, type } = row;
  const denial = editDenial(actorOf(useHost()), link, type.rules) ?? 'forbidden';
  const edits = controlOf(link.canEdit ? null : denial, 'Its owner or an admin can change it');
  const boards = useBoardControl();
  const spaces = useSpaceControl();
  return (
    <>
      <Menu.Item leftSection={<Pencil size={14} />} onClick={onEdit} {...edits}>
        Edit details
      </Menu.Item>
      {onAdd && isBoardable(row) && (
        <Menu.Item leftSection={<LayoutDashboard size={14} />} onClick={() => onAdd('board')} {...boards}>
          Add to board
        </Menu.Item>
      )}
      {onAdd && isSpaceable(row) && (
        <Menu.Item leftSection={<Shapes size={14} />} onClick={() => onAdd('space')} {...spaces}>
          Add to space
        </Menu.Item>
      )}
      {onAdd && (
        <Menu.Item
          leftSection={<UserRoundPen size={14} />}
          disabled={!isGivable(row)}
          onClick={() => onAdd('owner')}
        >
          Change owner
        </Menu.Item>
      )}
      <Menu.Item
        leftSection={<Copy size={14} />}
        onClick={() => void actions.duplicate(link)}
        {...useCreateControl(type.rules)}
      >
        Duplicate
      </Menu.Item>
      <Menu.Divider />
      <Menu.Item
        data-danger
        leftSection={<Trash2 size={14} />}
        onClick={() => void actions.remove([row])}
        {...edits}
      >
        Delete
      </Menu.Item>
    </>
  );
}

interface NoRowsProps {
  /** Whether the filter hides everything that there is. */
  any: boolean;
  actions: LibraryActions;
  onClear: () => void;
}

function NoRows({ any, actions, onClear }: NoRowsProps): ReactNode {
  const types = useSavedTypes();
  const { role } = actorOf(useHost());
  if (any) {
    return (
      <EmptyState
        icon={<Search aria-hidden />}
        title="Nothing matches this filter"
        action={<Button onClick={onClear}>Clear the filter</Button>}
      >
        Words look in names and descriptions; tokens such as type:board narrow by what a thing is.
      </EmptyState>
    );
  }
  const words = wordsOf(types, 'many');
  // A viewer cannot make one, so nothing tells them how.
  const how = role === 'viewer' ? '' : `${types.map(({ howTo }) => howTo).join(', or ')}.`;
  return (
    <EmptyState
      icon={<LayoutDashboard aria-hidden />}
      title={`${words.charAt(0).toUpperCase()}${words.slice(1)} are kept here`}
      action={<NewButtons actions={actions} />}
    >
      {`Nobody has saved one in this organization yet. ${how}`}
    </EmptyState>
  );
}

import { useHost } from '@cairn/host';
import { useSavedPage, type SavedType } from '@cairn/saved';
import {
  Button,
  DataTable,
  EmptyState,
  ErrorState,
  PageHeader,
  plural,
  Surface,
  TableSkeleton,
  useMatches,
} from '@cairn/ui';
import { SearchField } from '@cairn/ui/fields';
import { Plus } from 'lucide-react';
import { useEffect, useState, type ReactNode } from 'react';
import { libraryColumns } from '../library/columns.tsx';
import { DetailsDialog } from '../library/details-dialog.tsx';
import { libraryRow, type LibraryRow } from '../library/items.ts';
import { RowMenu } from '../library/library-table.tsx';
import { useLibraryActions } from '../library/use-library-actions.ts';
import { NewRecord } from './new-record.tsx';
import { ReadOnlyNote } from '../library/read-only-note.tsx';
import styles from './records.module.css';

const ROW_HEIGHT = 72;
const FILTER_MS = 500;
const COLUMNS = ['name', 'favorite', 'visibility'];
/** A phone has no room for who sees a thing; its details tell. */
const PHONE_COLUMNS = ['name', 'favorite'];
const PHONE = '(max-width: 700px)';

export interface RecordListProps {
  type: SavedType;
  /** The state of a new one, as JSON text. */
  newState: string;
  newName: string;
  /** What these are for, and what they cannot do yet. */
  children: ReactNode;
}

/** The saved things of one type, to find, create, rename, favour and delete. */
export function RecordList({ type, newState, newName, children }: RecordListProps): ReactNode {
  const { setTitle } = useHost();
  const actions = useLibraryActions();
  const [words, setWords] = useState('');
  const [adding, setAdding] = useState(false);
  const settled = useSettled(words);
  const page = useSavedPage(
    { filter: { types: [type.type], words: settled }, sort: { by: 'name', direction: 'ascending' } },
    { refetchOnMount: 'always' },
  );
  useEffect(() => setTitle(type.plural), [setTitle, type.plural]);
  const create = actions.denialOf(type) === null && (
    <Button variant="primary" icon={<Plus aria-hidden />} onClick={() => setAdding(true)}>
      New {type.word}
    </Button>
  );
  return (
    <>
      <PageHeader
        title={type.plural}
        description={page.data ? plural(page.data.total, type.word, type.plural.toLowerCase()) : ' '}
        actions={create}
      />
      <div className={styles['page']}>
        <ReadOnlyNote />
        <div className={styles['about']}>{children}</div>
        <SearchField
          label={`Filter ${type.plural.toLowerCase()}`}
          placeholder="Filter by words"
          value={words}
          onText={setWords}
        />
        <Surface className={styles['table'] ?? ''}>
          {page.isPending && <TableSkeleton rows={4} columns={3} rowHeight={ROW_HEIGHT} />}
          {page.isError && !page.data && (
            <ErrorState
              title={`The ${type.plural.toLowerCase()} could not be read`}
              error={page.error}
              onRetry={() => void page.refetch()}
            />
          )}
          {page.data && <Records type={type} page={page.data} isFiltered={settled !== ''} create={create} />}
        </Surface>
      </div>
      {adding && <NewRecord type={type} state={newState} name={newName} onClose={() => setAdding(false)} />}
    </>
  );
}

/** The text a moment after it was typed (W§9). */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text.trim()), FILTER_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

interface RecordsProps {
  type: SavedType;
  page: NonNullable<ReturnType<typeof useSavedPage>['data']>;
  isFiltered: boolean;
  create: ReactNode;
}

function Records({ type, page, isFiltered, create }: RecordsProps): ReactNode {
  const { org, navigate } = useHost();
  const actions = useLibraryActions();
  const [edited, setEdited] = useState<LibraryRow | null>(null);
  const shown = useMatches(PHONE) ? PHONE_COLUMNS : COLUMNS;
  const rows = page.links.map((link) => libraryRow(link, type, undefined));
  const columns = libraryColumns({
    onFavourite: (row) => void actions.favourite(row.link),
    onScope: (row, scope) => void actions.setScope([row], scope),
  });
  const many = type.plural.toLowerCase();
  return (
    <>
      <DataTable
        label={type.plural}
        rows={rows}
        total={page.total}
        rowId={(row) => row.link.id}
        rowName={(row) => row.name}
        rowHeight={ROW_HEIGHT}
        columns={columns
          .filter(({ id }) => shown.includes(id))
          .map((column) => ({ ...column, sortable: false }))}
        onOpen={(row) => navigate(type.address(org.id, row.link))}
        rowMenu={(row) => <RowMenu row={row} actions={actions} onEdit={() => setEdited(row)} />}
        empty={
          <EmptyState
            title={isFiltered ? `No ${type.word} has these words` : `There are no ${many} yet`}
            action={isFiltered ? undefined : create}
          >
            {isFiltered || create ? undefined : `A super admin of ${org.name} creates them.`}
          </EmptyState>
        }
      />
      {edited && <DetailsDialog row={edited} onClose={() => setEdited(null)} onSave={actions.saveDetails} />}
    </>
  );
}

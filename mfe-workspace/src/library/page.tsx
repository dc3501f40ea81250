import { useHost } from '@cairn/host';
import { typeOf, useSavedPage, useSavedTypes, wordsOf } from '@cairn/saved';
import { Note, PageHeader, plural, TextField, VisuallyHidden } from '@cairn/ui';
import { Pager } from '@cairn/ui/fields';
import { Search } from 'lucide-react';
import { useEffect, useMemo, useState, type ReactNode } from 'react';
import { useConfiguration } from '../graph-data.ts';
import { useLibraryAddress } from './address.ts';
import { asLinkFilter, parseFilter, toggleToken } from './filter.ts';
import { FilterPanel } from './filter-panel.tsx';
import { libraryRow, type LibraryRow } from './items.ts';
import styles from './library.module.css';
import { LibraryTable } from './library-table.tsx';
import { NewButtons } from './new-buttons.tsx';
import { RenameDialog } from './rename-dialog.tsx';
import { useLibraryActions } from './use-library-actions.ts';

const PAGE_SIZE = 50;

/** The library: lists the saved things of the org, to find and open them (W§2.7). */
export function Page(): ReactNode {
  const { setTitle } = useHost();
  const types = useSavedTypes();
  const address = useLibraryAddress();
  const { things, rows } = useRows(address);
  const actions = useLibraryActions();
  const [renamed, setRenamed] = useState<LibraryRow | null>(null);
  useEffect(() => setTitle('Library'), [setTitle]);
  const { total = 0, notice, counts } = things.data ?? {};
  const counted = plural(total, `saved ${wordsOf(types, 'one')}`, `saved ${wordsOf(types, 'many')}`);
  return (
    <div className={styles['page']}>
      <PageHeader
        title="Library"
        description={things.data ? counted : ' '}
        actions={<NewButtons actions={actions} />}
      />
      <div className={styles['columns']}>
        <div className={styles['main']}>
          <FilterField address={address} />
          {notice && <Note tone="warn">{notice}</Note>}
          <LibraryTable
            things={things}
            rows={rows}
            isFiltered={address.applied.trim() !== ''}
            address={address}
            actions={actions}
            onRename={setRenamed}
          />
          <Pager
            label="Pages of the library"
            page={address.page}
            pageSize={PAGE_SIZE}
            total={total}
            onPage={address.setPage}
          />
          <VisuallyHidden as="p" role="status">
            {things.data ? `${plural(total, 'item')} found` : ''}
          </VisuallyHidden>
        </div>
        <FilterPanel
          counts={counts ?? null}
          filter={address.applied}
          onToggle={(token) => address.apply(toggleToken(address.applied, token))}
        />
      </div>
      {renamed && <RenameDialog row={renamed} onClose={() => setRenamed(null)} onSave={actions.rename} />}
    </div>
  );
}

/** A page of the saved things under the filter, with a row for each. */
function useRows({ applied, sort, page }: ReturnType<typeof useLibraryAddress>) {
  const types = useSavedTypes();
  const things = useSavedPage(
    {
      filter: asLinkFilter(parseFilter(applied, types), types),
      sort: { by: sort.id, direction: sort.direction },
      offset: (page - 1) * PAGE_SIZE,
      limit: PAGE_SIZE,
      counts: true,
    },
    { refetchOnMount: 'always' },
  );
  const { data: configuration } = useConfiguration();
  const rows = useMemo(
    () =>
      (things.data?.links ?? []).flatMap((link) => {
        const type = typeOf(link, types);
        return type ? [libraryRow(link, type, configuration)] : [];
      }),
    [things.data, types, configuration],
  );
  return { things, rows };
}

function FilterField({ address }: { address: ReturnType<typeof useLibraryAddress> }): ReactNode {
  return (
    <TextField
      aria-label="Filter the library"
      placeholder="Filter by words, or by type:board scope:private in:favorites tag:delivery"
      leftSection={<Search size={15} aria-hidden />}
      value={address.typed}
      onChange={(event) => address.setTyped(event.currentTarget.value)}
      onKeyDown={(event) => event.key === 'Enter' && address.apply(address.typed)}
    />
  );
}

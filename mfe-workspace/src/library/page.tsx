import { useHost } from '@cairn/host';
import { typeOf, useSavedThings, useSavedTypes, wordsOf } from '@cairn/saved';
import { PageHeader, plural, TextField, VisuallyHidden } from '@cairn/ui';
import { Search } from 'lucide-react';
import { useEffect, useMemo, useState, type ReactNode } from 'react';
import { useConfiguration, useSources } from '../graph-data.ts';
import { useLibraryAddress } from './address.ts';
import { matchesFilter, parseFilter, toggleToken } from './filter.ts';
import { FilterPanel } from './filter-panel.tsx';
import { availabilityOf, libraryRow, type LibraryRow } from './items.ts';
import styles from './library.module.css';
import { LibraryTable } from './library-table.tsx';
import { NewButtons } from './new-buttons.tsx';
import { RenameDialog } from './rename-dialog.tsx';
import { sortItems } from './sort.ts';
import { useLibraryActions } from './use-library-actions.ts';

/** The library: lists the saved things of the org, to find and open them (W§2.7). */
export function Page(): ReactNode {
  const { setTitle } = useHost();
  const types = useSavedTypes();
  const { things, rows } = useRows();
  const address = useLibraryAddress();
  const actions = useLibraryActions();
  const [renamed, setRenamed] = useState<LibraryRow | null>(null);
  useEffect(() => setTitle('Library'), [setTitle]);
  const shown = useMemo(() => {
    const filter = parseFilter(address.applied, types);
    return sortItems(
      rows.filter((row) => matchesFilter(row, filter)),
      address.sort,
    );
  }, [rows, types, address.applied, address.sort]);
  const counted = plural(rows.length, `saved ${wordsOf(types, 'one')}`, `saved ${wordsOf(types, 'many')}`);
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
          <LibraryTable
            things={things}
            rows={rows}
            shown={shown}
            address={address}
            actions={actions}
            onRename={setRenamed}
          />
          <VisuallyHidden as="p" role="status">
            {things.data ? `${plural(shown.length, 'item')} shown` : ''}
          </VisuallyHidden>
        </div>
        <FilterPanel
          rows={rows}
          filter={address.applied}
          onToggle={(token) => address.apply(toggleToken(address.applied, token))}
        />
      </div>
      {renamed && <RenameDialog row={renamed} onClose={() => setRenamed(null)} onSave={actions.rename} />}
    </div>
  );
}

/** The saved things, and a row for each whose type is known. */
function useRows() {
  const { user } = useHost();
  const types = useSavedTypes();
  const things = useSavedThings({ refetchOnMount: 'always' });
  const { data: configuration } = useConfiguration();
  const { data: sources } = useSources();
  const rows = useMemo(() => {
    const availability = availabilityOf(configuration, sources);
    const context = { availability, vocabulary: configuration, userId: user.id };
    return (things.data ?? []).flatMap((link) => {
      const type = typeOf(link, types);
      return type ? [libraryRow(link, type, context)] : [];
    });
  }, [things.data, types, configuration, sources, user.id]);
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

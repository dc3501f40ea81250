import { useHost } from '@cairn/host';
import { typeOf, useSavedPage, useSavedTypes, wordsOf } from '@cairn/saved';
import { Button, IconButton, Note, PageHeader, plural, VisuallyHidden } from '@cairn/ui';
import { Pager, SearchField } from '@cairn/ui/fields';
import { ListFilter, Rows2, Rows4 } from 'lucide-react';
import { useEffect, useMemo, useState, type ReactNode } from 'react';
import { useConfiguration } from '../graph-data.ts';
import { useLibraryAddress } from './address.ts';
import { asLinkFilter, hintOf, parseFilter, toggleToken } from './filter.ts';
import { DetailsDialog } from './details-dialog.tsx';
import { FilterPanel } from './filter-panel.tsx';
import { libraryRow, type LibraryRow } from './items.ts';
import styles from './library.module.css';
import { LibraryTable } from './library-table.tsx';
import { NewButtons } from './new-buttons.tsx';
import { ReadOnlyNote } from './read-only-note.tsx';
import { PAGE_SIZES, useRowSize, type RowSize } from './row-size.ts';
import { useLibraryActions } from './use-library-actions.ts';
import { useViewIds } from './use-view-ids.ts';

/** The library: lists the saved things of the org, to find and open them (W§2.7). */
export function Page(): ReactNode {
  const { setTitle } = useHost();
  const types = useSavedTypes();
  const address = useLibraryAddress();
  const [size, setSize] = useRowSize();
  const { things, rows } = useRows(address, size);
  const actions = useLibraryActions();
  const [edited, setEdited] = useState<LibraryRow | null>(null);
  const [isFiltering, setFiltering] = useState(false);
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
          <Tools
            address={address}
            size={size}
            onSize={setSize}
            isFiltering={isFiltering}
            onFiltering={setFiltering}
          />
          <ReadOnlyNote />
          <UnknownTokens filter={address.applied} />
          {notice && <Note tone="warn">{notice}</Note>}
          <LibraryTable
            things={things}
            rows={rows}
            isFiltered={address.applied.trim() !== ''}
            address={address}
            actions={actions}
            onEdit={setEdited}
            size={size}
          />
          <Pages things={things} address={address} size={size} />
        </div>
        <FilterPanel
          counts={counts ?? null}
          filter={address.applied}
          isOpen={isFiltering}
          onToggle={(token) => address.apply(toggleToken(address.applied, token))}
        />
      </div>
      {edited && <DetailsDialog row={edited} onClose={() => setEdited(null)} onSave={actions.saveDetails} />}
    </div>
  );
}

interface PagesProps {
  things: ReturnType<typeof useSavedPage>;
  address: ReturnType<typeof useLibraryAddress>;
  size: RowSize;
}

/** The pages of the list, and how many things there are for those who do not see it. */
function Pages({ things, address, size }: PagesProps): ReactNode {
  const { total = 0 } = things.data ?? {};
  return (
    <>
      <Pager
        label="Pages of the library"
        page={address.page}
        pageSize={PAGE_SIZES[size]}
        total={total}
        onPage={address.setPage}
      />
      <VisuallyHidden as="p" role="status">
        {things.data ? `${plural(total, 'item')} found` : ''}
      </VisuallyHidden>
    </>
  );
}

interface ToolsProps {
  address: ReturnType<typeof useLibraryAddress>;
  size: RowSize;
  onSize: (size: RowSize) => void;
  isFiltering: boolean;
  onFiltering: (on: boolean) => void;
}

/** The text of the filter, the height of rows, and the filters where they are hidden. */
function Tools({ address, size, onSize, isFiltering, onFiltering }: ToolsProps): ReactNode {
  return (
    <div className={styles['tools']}>
      <FilterField address={address} />
      <RowSizes size={size} onSize={onSize} />
      <span className={styles['filter-toggle']}>
        <Button
          icon={<ListFilter aria-hidden />}
          aria-pressed={isFiltering}
          onClick={() => onFiltering(!isFiltering)}
        >
          Filters
        </Button>
      </span>
    </div>
  );
}

/** Chooses how tall rows are. */
function RowSizes({ size, onSize }: { size: RowSize; onSize: (size: RowSize) => void }): ReactNode {
  return (
    <div className={styles['sizes']} role="group" aria-label="Rows">
      <IconButton label="Tall rows" aria-pressed={size === 'tall'} onClick={() => onSize('tall')}>
        <Rows2 size={16} aria-hidden />
      </IconButton>
      <IconButton label="Compact rows" aria-pressed={size === 'compact'} onClick={() => onSize('compact')}>
        <Rows4 size={16} aria-hidden />
      </IconButton>
    </div>
  );
}

const MOST_HINTS = 3;

/** Says which tokens of the filter are none, so that nobody wonders why nothing is found. */
function UnknownTokens({ filter }: { filter: string }): ReactNode {
  const types = useSavedTypes();
  const { unknown } = parseFilter(filter, types);
  if (unknown.length === 0) return null;
  return (
    <Note tone="warn">
      {unknown.slice(0, MOST_HINTS).map((token) => (
        <div key={token}>{hintOf(token, types)}</div>
      ))}
    </Note>
  );
}

/** A page of the saved things under the filter, with a row for each. */
function useRows({ applied, sort, page }: ReturnType<typeof useLibraryAddress>, size: RowSize) {
  const pageSize = PAGE_SIZES[size];
  const types = useSavedTypes();
  const filter = parseFilter(applied, types);
  const views = useViewIds(filter.views);
  const things = useSavedPage(
    {
      filter: asLinkFilter({ ...filter, views }, types),
      sort: { by: sort.id, direction: sort.direction },
      offset: (page - 1) * pageSize,
      limit: pageSize,
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
    <SearchField
      label="Filter the library"
      placeholder="Filter by words, or by type:board owner:grace select:commit tag:delivery"
      value={address.typed}
      onText={address.setTyped}
      onKeyDown={(event) => event.key === 'Enter' && address.apply(address.typed)}
    />
  );
}

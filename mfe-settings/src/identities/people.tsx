import { PersonType, type KnownPerson } from '@cairn/contracts';
import { EmptyState, ErrorState, formatNumber, Select, TableSkeleton } from '@cairn/ui';
import { Pager, SearchField } from '@cairn/ui/fields';
import { useDeferredValue, useState, type ReactNode } from 'react';
import { MergeDialog } from './merge-dialog.tsx';
import { PersonRow } from './person-row.tsx';
import { TYPE_WORDS } from './person-words.ts';
import { useFoundPeople } from './use-identities.ts';
import styles from './identities.module.css';

const PAGE_SIZE = 25;
const EVERYBODY = 'all';
const TYPES = [
  { value: EVERYBODY, label: 'Everybody' },
  ...PersonType.options.map((type) => ({ value: type, label: TYPE_WORDS[type] })),
];

/** The people of the graph: found by name, address or login, a page at a time. */
export function People(): ReactNode {
  const [text, setText] = useState('');
  const [type, setType] = useState<PersonType | undefined>();
  const [page, setPage] = useState(1);
  const [merging, setMerging] = useState<KnownPerson | null>(null);
  const search = useDeferredValue(text.trim());
  const found = useFoundPeople({ search, page, pageSize: PAGE_SIZE, ...(type ? { type } : {}) });
  return (
    <section className={styles['section']} aria-label="People">
      <div className={styles['head']}>
        <h2>People{found.data && <span> {formatNumber(found.data.meta.total)}</span>}</h2>
        <div className={styles['filters']}>
          <SearchField
            label="Search people"
            placeholder="Name, address or login"
            value={text}
            onText={(next) => {
              setText(next);
              setPage(1);
            }}
          />
          <Select
            aria-label="Kind of account"
            w={130}
            data={TYPES}
            value={type ?? EVERYBODY}
            allowDeselect={false}
            onChange={(chosen) => {
              setType(PersonType.safeParse(chosen).data);
              setPage(1);
            }}
          />
        </div>
      </div>
      <FoundPeople found={found} narrowed={search !== '' || type !== undefined} onMerge={setMerging} />
      <Pager
        label="Pages of people"
        page={page}
        pageSize={PAGE_SIZE}
        total={found.data?.meta.total ?? 0}
        onPage={setPage}
      />
      {merging && <MergeDialog one={merging} other={null} onClose={() => setMerging(null)} />}
    </section>
  );
}

function FoundPeople({
  found: { data, error, isPending, refetch },
  narrowed,
  onMerge,
}: {
  found: ReturnType<typeof useFoundPeople>;
  narrowed: boolean;
  onMerge: (person: KnownPerson) => void;
}): ReactNode {
  if (isPending) return <TableSkeleton rows={5} columns={2} rowHeight={56} />;
  if (!data) {
    return (
      <ErrorState inline title="The people cannot be read" error={error} onRetry={() => void refetch()} />
    );
  }
  if (data.data.length === 0) {
    return (
      <EmptyState inline title={narrowed ? 'Nobody matches' : 'There is nobody yet'}>
        {narrowed
          ? 'Search for a part of a name, an address or a login.'
          : 'People appear as soon as a source is read.'}
      </EmptyState>
    );
  }
  return (
    <ul className={styles['list']}>
      {data.data.map((person) => (
        <PersonRow key={person.uuid} person={person} onMerge={() => onMerge(person)} />
      ))}
    </ul>
  );
}

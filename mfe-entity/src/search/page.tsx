import { foundEntitiesQuery } from '@cairn/client';
import { useHost } from '@cairn/host';
import { EmptyState, ErrorState, PageHeader, Refreshing, TableSkeleton } from '@cairn/ui';
import { useQuery } from '@tanstack/react-query';
import { SearchX } from 'lucide-react';
import { useEffect, type ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import type { KindPage } from '../kind-page/kind-page.ts';
import { KindPagesProvider } from '../kind-page/kind-pages.tsx';
import { KindFilter } from './kind-filter.tsx';
import { ResultList } from './result-list.tsx';
import { searchAddress, searchStateOf, type SearchState } from './search-address.ts';
import { SearchField } from './search-field.tsx';
import styles from './search.module.css';

const PAGE_SIZE = 20;

/** The entities that a text names, by kind and a page at a time (X§2); the address keeps all of it. */
export function Page({ kindPages }: { kindPages: readonly KindPage[] }): ReactNode {
  const host = useHost();
  const state = searchStateOf(useLocation().search);
  const { text } = state;
  useEffect(() => host.setTitle(text ? `Search: ${text}` : 'Search'), [host, text]);
  const show = (change: Partial<SearchState>) =>
    host.navigate(searchAddress(host.org.id, { ...state, page: 1, ...change }));
  return (
    <KindPagesProvider value={kindPages}>
      <PageHeader title="Search results" />
      <div className={styles.page}>
        <SearchField text={text} onText={(next) => show({ text: next, kind: null })} />
        {text === '' ? (
          <EmptyState title="Search this organization">
            People, teams, repositories, issues, pull requests, releases, files and commits are found by what
            they are called.
          </EmptyState>
        ) : (
          <Results state={state} onChange={show} />
        )}
      </div>
    </KindPagesProvider>
  );
}

function Results({
  state,
  onChange,
}: {
  state: SearchState;
  onChange: (change: Partial<SearchState>) => void;
}): ReactNode {
  const { org } = useHost();
  const { text, kind, page } = state;
  const { data, error, isPlaceholderData, refetch } = useQuery(
    foundEntitiesQuery(org.id, text, { page, pageSize: PAGE_SIZE, ...(kind ? { kind } : {}) }),
  );
  if (error) return <ErrorState title="The search failed" error={error} onRetry={() => void refetch()} />;
  if (!data) return <TableSkeleton rows={10} />;
  const { counts, total } = data.meta;
  if (Object.keys(counts).length === 0) {
    return (
      <EmptyState icon={<SearchX aria-hidden />} title="no matches">
        Nothing here is called “{text}”.
      </EmptyState>
    );
  }
  return (
    <Refreshing active={isPlaceholderData}>
      <KindFilter counts={counts} kind={kind} onKind={(next) => onChange({ kind: next })} />
      <ResultList
        text={text}
        kind={kind}
        found={data.data}
        page={page}
        pageSize={PAGE_SIZE}
        total={total}
        onPage={(next) => onChange({ page: next })}
      />
    </Refreshing>
  );
}

import { foundChoicesQuery, foundEntitiesQuery, type FoundFilters } from '@cairn/client';
import type { FoundEntity } from '@cairn/contracts';
import { useHost } from '@cairn/host';
import { Button, EmptyState, ErrorState, PageHeader, Refreshing, TableSkeleton } from '@cairn/ui';
import { useQuery } from '@tanstack/react-query';
import { SearchX } from 'lucide-react';
import { useEffect, type ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { moveInLists } from '../frame/move-in-lists.ts';
import type { KindPage } from '../kind-page/kind-page.ts';
import { KindPagesProvider } from '../kind-page/kind-pages.tsx';
import { NameField } from './name-field.tsx';
import { Found, ResultList } from './result-list.tsx';
import { NO_FILTERS, searchAddress, searchStateOf, type SearchState } from './search-address.ts';
import { SearchFilters } from './search-filters.tsx';
import styles from './search.module.css';

const PAGE_SIZE = 20;

/** Keys of the page; Enter opens the result that they lead to. */
const COMMANDS = [
  { id: 'search.next', label: 'Next result', keys: 'j', run: () => moveInLists(1) },
  { id: 'search.previous', label: 'Previous result', keys: 'k', run: () => moveInLists(-1) },
].map((command) => ({ ...command, group: 'Search results' }));

/** The entities that a text names, narrowed and a page at a time (X§2); the address keeps all of it. */
export function Page({ kindPages }: { kindPages: readonly KindPage[] }): ReactNode {
  const host = useHost();
  const state = searchStateOf(useLocation().search);
  const { text } = state;
  useEffect(() => host.setTitle(text ? `Search: ${text}` : 'Search'), [host, text]);
  useEffect(() => host.addCommands(COMMANDS), [host]);
  const show = (change: Partial<SearchState>) =>
    host.navigate(searchAddress(host.org.id, { ...state, page: 1, ...change }));
  return (
    <KindPagesProvider value={kindPages}>
      <PageHeader title="Search results" />
      <div className={styles.page}>
        <NameField text={text} onText={(next) => show({ text: next, ...NO_FILTERS })} />
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

interface ResultsProps {
  state: SearchState;
  onChange: (change: Partial<SearchState>) => void;
}

const hasFilters = ({ kind, project, team, when }: SearchState) =>
  [kind, project, team, when].some((filter) => filter !== null);

/** The filters of a state as a search takes them. */
function filtersOf({ kind, project, team, when }: SearchState, timezone: string): FoundFilters {
  return {
    ...(kind ? { kind } : {}),
    ...(project ? { project } : {}),
    ...(team ? { team } : {}),
    ...(when ? { when, timezone } : {}),
  };
}

function Results({ state, onChange }: ResultsProps): ReactNode {
  const { org, timezone } = useHost();
  const { text, page, order } = state;
  const filters = filtersOf(state, timezone);
  const choices = useQuery(foundChoicesQuery(org.id, text, { ...filters, timezone })).data;
  const { data, error, isPlaceholderData, refetch } = useQuery(
    foundEntitiesQuery(org.id, text, { page, pageSize: PAGE_SIZE, order, ...filters }),
  );
  if (error) return <ErrorState title="The search failed" error={error} onRetry={() => void refetch()} />;
  if (!data) return <TableSkeleton rows={10} />;
  if (data.meta.total === 0 && !hasFilters(state)) return <NoMatches text={text} similar={data.similar} />;
  return (
    <Refreshing active={isPlaceholderData}>
      <SearchFilters state={state} choices={choices} onChange={onChange} />
      {data.meta.total === 0 ? (
        <NoMatches text={text} onClear={() => onChange(NO_FILTERS)} />
      ) : (
        <ResultList
          state={state}
          choices={choices}
          found={data.data}
          pageSize={PAGE_SIZE}
          total={data.meta.total}
          onPage={(next) => onChange({ page: next })}
        />
      )}
    </Refreshing>
  );
}

interface NoMatchesProps {
  text: string;
  /** Those with a name written almost like the text. */
  similar?: readonly FoundEntity[] | undefined;
  onClear?: () => void;
}

/** Says that nothing has the name, or that nothing of that name fits the filters. */
function NoMatches({ text, similar = [], onClear }: NoMatchesProps): ReactNode {
  return (
    <>
      <EmptyState
        icon={<SearchX aria-hidden />}
        title="no matches"
        action={onClear && <Button onClick={onClear}>Clear the filters</Button>}
      >
        {onClear
          ? `Nothing that is called “${text}” fits these filters.`
          : `Nothing here is called “${text}”.`}
      </EmptyState>
      {similar.length > 0 && (
        <section aria-label="Similar names">
          <h2 className={styles.similar}>Similar names</h2>
          <Found label="Similar names" found={similar} />
        </section>
      )}
    </>
  );
}

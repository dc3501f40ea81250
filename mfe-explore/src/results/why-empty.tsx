import { orgDenial, type Configuration } from '@cairn/contracts';
import { editQuery, filterInWords, rangeInWords, type Query } from '@cairn/query';
import { actorOf, useHost } from '@cairn/host';
import { Button, EmptyState, plural } from '@cairn/ui';
import { SearchX } from 'lucide-react';
import type { ReactNode } from 'react';
import { havingWords } from '../graph/computed-columns.ts';
import { useReasons, type Reasons } from './use-reasons.ts';
import styles from './why-empty.module.css';

export interface WhyEmptyProps {
  readonly query: Query;
  readonly configuration: Configuration;
  /** Called with a wider query. */
  readonly onQuery: (query: Query) => void;
}

interface Reason {
  readonly words: string;
  readonly remedy: string;
  readonly query: Query;
  /** The clause by svc-graph's name for it. */
  readonly clause?: Clause;
}

type Clause = Reasons['narrowing'][number]['clause'];

const isSame = (left: Clause, right: Clause | undefined) => JSON.stringify(left) === JSON.stringify(right);

const UNEXPECTED = 'Contact your administrator if you believe this is unexpected.';

function useIsSuper(): boolean {
  return orgDenial(actorOf(useHost()).role, 'explainQueries') === null;
}

/** Explains an empty answer: kinds without data, and clauses that exclude every row, each with a remedy. */
export function WhyEmpty({ query, configuration, onQuery }: WhyEmptyProps): ReactNode {
  const name = query.select[0] ?? 'Event';
  const kind = configuration.kinds.find((each) => each.name === name);
  const isSuper = useIsSuper();
  if (kind && !kind.provided) {
    return (
      <EmptyState inline icon={<SearchX aria-hidden />} title="No Results Found">
        {kind.label} is not populated. No integration is configured to provide it.
        {!isSuper && ` ${UNEXPECTED}`}
      </EmptyState>
    );
  }
  return <Narrowed query={query} name={name} configuration={configuration} onQuery={onQuery} />;
}

function Narrowed({ query, name, configuration, onQuery }: WhyEmptyProps & { name: string }): ReactNode {
  const known = useReasons(query);
  const { timezone } = useHost();
  const reasons = reasonsOf(query, name, configuration, timezone);
  const rowsWithout = ({ clause }: Reason) =>
    known?.narrowing.find((each) => isSame(each.clause, clause))?.total;
  if (known && known.data.length > 0) return <Unpopulated reasons={known} />;
  return (
    <EmptyState
      inline
      icon={<SearchX aria-hidden />}
      title="No Results Found"
      action={reasons.map((reason) => (
        <Button
          key={reason.remedy}
          size="small"
          className={styles.remedy}
          onClick={() => onQuery(reason.query)}
        >
          {withRows(reason.remedy, rowsWithout(reason))}
        </Button>
      ))}
    >
      {reasons.length > 0
        ? `Nothing matches all of: ${reasons.map(({ words }) => words).join('; ')}.`
        : UNEXPECTED}
    </EmptyState>
  );
}

const withRows = (remedy: string, total: number | undefined): string =>
  total === undefined ? remedy : `${remedy}: ${plural(total, 'row')}`;

/** The kinds without data. Super administrators also see the possible reasons (X§6). */
function Unpopulated({ reasons }: { reasons: Reasons }): ReactNode {
  const isSuper = useIsSuper();
  const details = reasons.data.flatMap(({ entity, reasons: each }) =>
    each.map(({ integration, code, text }) => <li key={`${entity} ${integration} ${code}`}>{text}</li>),
  );
  return (
    <EmptyState
      inline
      icon={<SearchX aria-hidden />}
      title="No Results Found"
      action={
        isSuper &&
        details.length > 0 && (
          <details>
            <summary>Possible Reasons</summary>
            <ul>{details}</ul>
          </details>
        )
      }
    >
      {reasons.data.map(({ text }) => text).join(' ')}
      {!isSuper && ` ${UNEXPECTED}`}
    </EmptyState>
  );
}

function reasonsOf(query: Query, kind: string, configuration: Configuration, timezone: string): Reason[] {
  const range = rangeInWords(query);
  return [
    ...(range
      ? [
          {
            words: range,
            clause: { type: 'date-range' as const },
            remedy: 'Remove the date range',
            query: editQuery(query, { type: 'resetDate' }),
          },
        ]
      : []),
    ...query.filters.map((filter, index) => ({
      clause: { type: 'filter-condition' as const, index },
      words: filterInWords(filter, kind, configuration),
      remedy: `Remove “${filterInWords(filter, kind, configuration)}”`,
      query: editQuery(query, { type: 'setFilters', filters: query.filters.filter((_, at) => at !== index) }),
    })),
    ...havingWords(query, configuration, timezone).map((words, index) => ({
      words,
      remedy: `Remove “${words}”`,
      query: editQuery(query, { type: 'setHaving', having: query.having.filter((_, at) => at !== index) }),
    })),
    ...(query.search
      ? [
          {
            words: `containing “${query.search}”`,
            clause: { type: 'search-term' as const },
            remedy: 'Remove the search',
            query: editQuery(query, { type: 'setSearch', search: '' }),
          },
        ]
      : []),
  ];
}

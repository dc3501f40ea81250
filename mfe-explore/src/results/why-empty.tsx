import type { Configuration } from '@cairn/contracts';
import { editQuery, filterInWords, rangeInWords, type Query } from '@cairn/query';
import { Button, EmptyState } from '@cairn/ui';
import { SearchX } from 'lucide-react';
import type { ReactNode } from 'react';

export interface WhyEmptyProps {
  readonly query: Query;
  readonly configuration: Configuration;
  /** Asks again with less. */
  readonly onQuery: (query: Query) => void;
}

interface Reason {
  readonly words: string;
  readonly remedy: string;
  readonly query: Query;
}

/** Why nothing was found: what is not populated, or which clauses narrow the question, each with its way out. */
export function WhyEmpty({ query, configuration, onQuery }: WhyEmptyProps): ReactNode {
  const name = query.select[0] ?? 'Event';
  const kind = configuration.kinds.find((each) => each.name === name);
  if (kind && !kind.provided) {
    return (
      <EmptyState inline icon={<SearchX aria-hidden />} title="No Results Found">
        {kind.label} is not populated. No integration is configured to provide it.
      </EmptyState>
    );
  }
  const reasons = reasonsOf(query, name, configuration);
  return (
    <EmptyState
      inline
      icon={<SearchX aria-hidden />}
      title="No Results Found"
      action={reasons.map(({ remedy, query: next }) => (
        <Button key={remedy} size="small" onClick={() => onQuery(next)}>
          {remedy}
        </Button>
      ))}
    >
      {reasons.length > 0
        ? `Nothing matches all of: ${reasons.map(({ words }) => words).join('; ')}.`
        : 'Contact your administrator if you believe this is unexpected.'}
    </EmptyState>
  );
}

function reasonsOf(query: Query, kind: string, configuration: Configuration): Reason[] {
  const range = rangeInWords(query);
  return [
    ...(range
      ? [{ words: range, remedy: 'Remove the date range', query: editQuery(query, { type: 'resetDate' }) }]
      : []),
    ...query.filters.map((filter, index) => ({
      words: filterInWords(filter, kind, configuration),
      remedy: `Remove “${filterInWords(filter, kind, configuration)}”`,
      query: editQuery(query, { type: 'setFilters', filters: query.filters.filter((_, at) => at !== index) }),
    })),
    ...(query.search
      ? [
          {
            words: `containing “${query.search}”`,
            remedy: 'Remove the search',
            query: editQuery(query, { type: 'setSearch', search: '' }),
          },
        ]
      : []),
  ];
}

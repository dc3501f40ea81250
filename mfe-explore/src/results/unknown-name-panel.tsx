import type { Query } from '@cairn/query';
import { Button, EmptyState } from '@cairn/ui';
import { CircleHelp } from 'lucide-react';
import type { ReactNode } from 'react';
import { useConfiguration } from '../graph/use-configuration.ts';
import { findRemedies, unknownInWords, unknownNameIn } from './unknown-name.ts';

export interface UnknownNamePanelProps {
  readonly query: Query;
  /** The error that names it. */
  readonly error: Error;
  /** Called with a query that no longer says the name. Without it the question is changed elsewhere. */
  readonly onQuery?: ((query: Query) => void) | undefined;
}

/** Says which name of a query is unknown, and offers the query without it. */
export function UnknownNamePanel({ query, error, onQuery }: UnknownNamePanelProps): ReactNode {
  const { data: configuration } = useConfiguration();
  if (!configuration) return null;
  const unknown = unknownNameIn(error);
  const remedies = onQuery && unknown ? findRemedies(query, unknown, configuration) : [];
  const next = onQuery
    ? 'Remove it to see the rest; everything else of the question stays.'
    : 'Open the question in Explore to remove it.';
  return (
    <div role="alert">
      <EmptyState
        inline
        icon={<CircleHelp aria-hidden />}
        title="This question names something unknown"
        action={remedies.map(({ label, query: remedied }, at) => (
          <Button key={`${String(at)} ${label}`} size="small" onClick={() => onQuery?.(remedied)}>
            {label}
          </Button>
        ))}
      >
        {unknown ? unknownInWords(query, unknown, configuration) : error.message} {next}
      </EmptyState>
    </div>
  );
}

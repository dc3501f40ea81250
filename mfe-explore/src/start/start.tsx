import type { Configuration } from '@cairn/contracts';
import { EmptyState } from '@cairn/ui';
import { ArrowRight, Database } from 'lucide-react';
import { useMemo, type ReactNode } from 'react';
import { suggestionsOf, type Suggestion } from './suggestions.ts';

export interface StartProps {
  readonly configuration: Configuration;
  readonly onAsk: (suggestion: Suggestion) => void;
}

/** What the page shows before anything is asked: questions that this org's data can answer. */
export function Start({ configuration, onAsk }: StartProps): ReactNode {
  const suggestions = useMemo(() => suggestionsOf(configuration), [configuration]);
  if (suggestions.length === 0) {
    return (
      <EmptyState icon={<Database aria-hidden />} title="There is nothing to ask about yet">
        Answers appear here once a source has been read. An admin adds sources in the settings.
      </EmptyState>
    );
  }
  return (
    <section className="cn-start" aria-labelledby="cn-start-title">
      <h2 id="cn-start-title">Start with a question</h2>
      <p className="cn-muted">
        Or build your own in the bar above: select something, group it, filter it, pick dates.
      </p>
      <ul>
        {suggestions.map((suggestion) => (
          <li key={suggestion.title}>
            <button type="button" onClick={() => onAsk(suggestion)}>
              <span>{suggestion.title}</span>
              <ArrowRight size={16} aria-hidden />
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

import { STANDARD_VIEWS, type Configuration, type View } from '@cairn/contracts';
import { EmptyState, Text } from '@cairn/ui';
import { ArrowRight, Database } from 'lucide-react';
import { useMemo, type ReactNode } from 'react';
import { AnswerPanel } from '../answer/answer-panel.tsx';
import { useAnswer } from '../answer/use-answer.ts';
import { suggestionsOf, type Suggestion } from './suggestions.ts';
import styles from './start.module.css';

export interface StartProps {
  readonly configuration: Configuration;
  readonly onAsk: (suggestion: Suggestion) => void;
}

const DRAWN = 4;

/** The page before any query: suggestions that this org's data can answer, some with a preview. */
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
    <section className={styles.start} aria-labelledby="explore-start">
      <h2 id="explore-start">Start with a question</h2>
      <Text as="p" tone="muted">
        Or build your own in the bar above: select something, group it, filter it, pick dates.
      </Text>
      <ul className={styles.drawn}>
        {suggestions.slice(0, DRAWN).map((suggestion) => (
          <li key={suggestion.title}>
            <Ask suggestion={suggestion} onAsk={onAsk} />
            <Preview suggestion={suggestion} />
          </li>
        ))}
      </ul>
      <ul className={styles.more}>
        {suggestions.slice(DRAWN).map((suggestion) => (
          <li key={suggestion.title}>
            <Ask suggestion={suggestion} onAsk={onAsk} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Ask({ suggestion, onAsk }: { suggestion: Suggestion; onAsk: StartProps['onAsk'] }): ReactNode {
  return (
    <button type="button" className={styles.ask} onClick={() => onAsk(suggestion)}>
      <Text truncate>{suggestion.title}</Text>
      <ArrowRight size={16} aria-hidden />
    </button>
  );
}

/** As many bars as a preview has room for; the chart states the total. */
const FEW_BARS: View = { value: STANDARD_VIEWS.bar, config: { limit: 6 } };

function Preview({ suggestion }: { suggestion: Suggestion }): ReactNode {
  const isAutomatic = suggestion.view.value === STANDARD_VIEWS.automatic;
  const state = useAnswer(suggestion.query, isAutomatic ? FEW_BARS : suggestion.view);
  return (
    <div className={styles.preview}>
      <AnswerPanel state={state} label={suggestion.title} />
    </div>
  );
}

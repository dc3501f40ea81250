import type { PersonSuggestion } from '@cairn/contracts';
import { Button, ErrorState, formatNumber } from '@cairn/ui';
import { useState, type ReactNode } from 'react';
import { MergeDialog } from './merge-dialog.tsx';
import { Accounts, PersonName } from './person-row.tsx';
import { useDismiss, useSuggestions } from './use-identities.ts';
import styles from './identities.module.css';

const AT_FIRST = 3;

/** Pairs of people who may be one, with the reasons; nothing where there are none. */
export function Suggestions(): ReactNode {
  const { data, error, refetch } = useSuggestions();
  const [all, setAll] = useState(false);
  const [merging, setMerging] = useState<PersonSuggestion | null>(null);
  if (error && !data) {
    return <ErrorState title="No suggestions can be made" error={error} onRetry={() => void refetch()} />;
  }
  if (!data || data.data.length === 0) return null;
  const shown = all ? data.data : data.data.slice(0, AT_FIRST);
  return (
    <section className={styles['section']} aria-label="Suggestions">
      <div className={styles['head']}>
        <h2>
          The same person? <span>{formatNumber(data.meta.total)}</span>
        </h2>
      </div>
      <ul className={styles['list']}>
        {shown.map((suggestion) => (
          <SuggestionRow
            key={suggestion.people.map(({ uuid }) => uuid).join()}
            suggestion={suggestion}
            onMerge={() => setMerging(suggestion)}
          />
        ))}
      </ul>
      {data.data.length > AT_FIRST && (
        <Button size="small" variant="subtle" onClick={() => setAll(!all)}>
          {all ? 'Show fewer' : `Show ${String(data.data.length)}`}
        </Button>
      )}
      {merging && (
        <MergeDialog one={merging.people[0]} other={merging.people[1]} onClose={() => setMerging(null)} />
      )}
    </section>
  );
}

function SuggestionRow({
  suggestion: { people, reasons },
  onMerge,
}: {
  suggestion: PersonSuggestion;
  onMerge: () => void;
}): ReactNode {
  const dismiss = useDismiss();
  const names = people.map(({ name }) => name).join(' and ');
  return (
    <li className={styles['suggestion']}>
      <div className={styles['pair']}>
        {people.map((person) => (
          <div key={person.uuid}>
            <PersonName person={person} />
            <Accounts person={person} />
          </div>
        ))}
      </div>
      <div className={styles['why']}>{reasons.join(' · ')}</div>
      <div className={styles['controls']}>
        <Button size="small" variant="primary" aria-label={`Merge ${names}`} onClick={onMerge}>
          Merge
        </Button>
        <Button
          size="small"
          aria-label={`${names} are not the same`}
          loading={dismiss.isPending}
          onClick={() => dismiss.mutate(people)}
        >
          Not the same
        </Button>
      </div>
    </li>
  );
}

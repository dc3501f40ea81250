import type { Configuration } from '@cairn/contracts';
import { sameQuestion, type Query } from '@cairn/query';
import { Button, Keys } from '@cairn/ui';
import type { ReactNode } from 'react';
import { QueryBar } from './query-bar/query-bar.tsx';
import styles from './query-row.module.css';

export interface QueryRowProps {
  readonly draft: Query;
  readonly loaded: Query;
  readonly configuration: Configuration;
  readonly onDraft: (query: Query) => void;
  readonly onApply: (query: Query) => void;
}

/** The query bar, with buttons to apply or discard changes. */
export function QueryRow({ draft, loaded, configuration, onDraft, onApply }: QueryRowProps): ReactNode {
  const isChanged = !sameQuestion(draft, loaded);
  return (
    <div className={styles.row}>
      <QueryBar query={draft} configuration={configuration} onChange={onDraft} />
      {isChanged && (
        <Button variant="subtle" onClick={() => onDraft(loaded)}>
          Reset
        </Button>
      )}
      <Button
        variant={isChanged ? 'primary' : 'default'}
        disabled={!isChanged}
        aria-keyshortcuts="Control+Enter"
        onClick={() => onApply(draft)}
      >
        {isChanged ? 'Apply Changes' : 'No Changes'}
        {isChanged && <Keys keys="mod+enter" />}
      </Button>
    </div>
  );
}

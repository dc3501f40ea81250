import { comparisonInWords, editQuery, sentenceCase, type CompareWith } from '@cairn/query';
import type { ReactNode } from 'react';
import type { EditorProps } from './editor-props.ts';
import styles from './presets.module.css';

/** The period of equal length just before, or the same dates of an earlier calendar period. */
const OPTIONS: readonly CompareWith[] = [
  { method: 'tuple' },
  ...['1D', '7D', '14D', '1M', '3M', '1Y'].map((ago): CompareWith => ({ ago, method: 'tuple' })),
];

/** Chooses the compared period. Choosing it again removes it (X§4). */
export function CompareEditor({ query, onApply }: EditorProps): ReactNode {
  const { compareWith: current } = query;
  return (
    <div className={styles.presets} data-single role="group" aria-label="Compare with">
      {OPTIONS.map((compareWith) => {
        const isOn = current !== undefined && current.ago === compareWith.ago;
        return (
          <button
            key={compareWith.ago ?? ''}
            type="button"
            {...(isOn || (!current && !compareWith.ago) ? { 'data-autofocus': true } : {})}
            aria-pressed={isOn}
            onClick={() => onApply(editQuery(query, { type: 'setCompareWith', compareWith }))}
          >
            {sentenceCase(comparisonInWords({ compareWith }))}
          </button>
        );
      })}
    </div>
  );
}

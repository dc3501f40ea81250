import { CATALOGUE } from '@cairn/entities';
import { formatNumber } from '@cairn/ui';
import type { ReactNode } from 'react';
import { KindIcon } from '../kind-page/kind-icon.tsx';
import styles from './search.module.css';

/** A kind in the plural; one that the catalogue lacks keeps its name. */
export const pluralOf = (kind: string): string => CATALOGUE.kind(kind)?.plural ?? kind;

/** The kinds that were found, each with how many there are; one of them may be chosen. */
export function KindFilter({
  counts,
  kind,
  onKind,
}: {
  counts: Readonly<Record<string, number>>;
  kind: string | null;
  onKind: (kind: string | null) => void;
}): ReactNode {
  const kinds = Object.entries(counts).toSorted(([one], [other]) =>
    pluralOf(one).localeCompare(pluralOf(other)),
  );
  const all = kinds.reduce((sum, [, count]) => sum + count, 0);
  const choices = [[null, all] as const, ...kinds];
  return (
    <div className={styles.kinds} role="group" aria-label="Type">
      {choices.map(([name, count]) => (
        <button
          key={name ?? 'all'}
          type="button"
          className={styles.kind}
          aria-pressed={name === kind}
          onClick={() => onKind(name)}
        >
          {name && <KindIcon kind={name} size={14} />}
          {name ? pluralOf(name) : 'All'}
          <span className={styles.count}>{formatNumber(count)}</span>
        </button>
      ))}
    </div>
  );
}

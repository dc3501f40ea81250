import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Category } from './chart-data.ts';
import type { HighlightedSeries } from './highlighted-series.ts';
import styles from './legend.module.css';

/** Beyond this number names may be out of sight, so the legend tells how many there are. */
const MANY = 10;

interface LegendProps {
  readonly series: readonly Category[];
  readonly colorOf: (index: number) => string;
  readonly highlight: HighlightedSeries;
}

/** Names the colours. Pointing highlights a series, a click pins it, a second click or the cross unpins it (X§4). */
export function Legend({ series, colorOf, highlight }: LegendProps): ReactNode {
  const { pinned, onPin, onPoint } = highlight;
  return (
    <div className={styles.legend} role="group" aria-label="Legend" onPointerLeave={() => onPoint(null)}>
      {series.map(({ key, label }, index) => (
        <span key={key} data-pinned={pinned === key || undefined}>
          <button
            type="button"
            aria-pressed={pinned === key}
            onPointerEnter={() => onPoint(key)}
            onClick={() => onPin(pinned === key ? null : key)}
          >
            <i style={{ background: colorOf(index) }} />
            <span title={label}>{label}</span>
          </button>
          {pinned === key && <LetGo label={label} onClick={() => onPin(null)} />}
        </span>
      ))}
      {series.length > MANY && <small className={styles.count}>{series.length} in all</small>}
    </div>
  );
}

function LetGo({ label, onClick }: { label: string; onClick: () => void }): ReactNode {
  return (
    <button
      type="button"
      aria-label={`Let go of ${label}`}
      onClick={({ currentTarget }) => {
        // Unpinning removes this button, and the focus would go with it.
        (currentTarget.previousElementSibling as HTMLElement | null)?.focus();
        onClick();
      }}
    >
      <X size={12} aria-hidden />
    </button>
  );
}

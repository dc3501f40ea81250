import type { ReactNode } from 'react';
import type { Category } from './chart-data.ts';

/** Which series is kept in front, and how another one is. */
export interface LegendPins {
  readonly pinned: string | null;
  readonly onPin: (key: string | null) => void;
}

interface LegendProps extends LegendPins {
  readonly series: readonly Category[];
  readonly colorOf: (index: number) => string;
}

/** Names the colours; a click keeps one in front, a second one lets go (X§4). */
export function Legend({ series, colorOf, pinned, onPin }: LegendProps): ReactNode {
  return (
    <div className="cn-legend" role="group" aria-label="Legend">
      {series.map(({ key, label }, index) => (
        <button
          key={key}
          type="button"
          aria-pressed={pinned === key}
          onClick={() => onPin(pinned === key ? null : key)}
        >
          <i style={{ background: colorOf(index) }} />
          {label}
        </button>
      ))}
    </div>
  );
}

import { VisuallyHidden } from '@cairn/ui';
import { X } from 'lucide-react';
import { useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import type { ChartData } from './chart-data.ts';
import type { Category } from './category.ts';
import { useSize } from './chart.tsx';
import { cutNames } from './cut-names.ts';
import { BESIDE_NAME, formatFitting } from './format.ts';
import type { HighlightedSeries } from './highlighted-series.ts';
import styles from './legend.module.css';

/** The most characters that a name has room for beside its value. */
const CHARACTERS = 28;

interface LegendProps {
  readonly series: readonly Category[];
  /** What each name adds up to in the picture; null where its values do not add up. */
  readonly values: readonly (string | null)[];
  readonly colorOf: (index: number) => string;
  readonly highlight: HighlightedSeries;
}

/** What each series or category of a picture adds up to, written short: asked again where values do not add up, else null. */
export function legendValues(data: ChartData, of: 'categories' | 'series'): (string | null)[] {
  const { measure, measures, isAdditive, categories, series } = data;
  if (measures.length > 1) return data[of].map(() => null);
  return data[of].map((_, own) => {
    if (!isAdditive) {
      const total = data.askedTotal?.(of, own) ?? null;
      return total === null ? null : formatFitting(total, measure?.unit, BESIDE_NAME);
    }
    const others = of === 'series' ? categories : series;
    const parts = others.map((_other, at) => (of === 'series' ? data.at(at, own) : data.at(own, at)) ?? 0);
    const sum = parts.reduce((all, part) => all + part, 0);
    return formatFitting(sum, measure?.unit, BESIDE_NAME);
  });
}

/**
 * Names the colours with what they add up to, and says how many there are where some are scrolled out of sight. Pointing highlights a series, a
 * click pins it, a second click or the cross unpins it (X§4).
 */
export function Legend(props: LegendProps): ReactNode {
  const { series, highlight } = props;
  const list = useRef<HTMLDivElement>(null);
  const size = useSize(list);
  const [hasMore, setMore] = useState(false);
  useLayoutEffect(() => {
    const { scrollHeight = 0, clientHeight = 0 } = list.current ?? {};
    setMore(scrollHeight > clientHeight + 1);
  }, [size, series]);
  return (
    <div className={styles.legend}>
      <div
        className={styles.names}
        ref={list}
        role="group"
        aria-label="Legend"
        onPointerLeave={() => highlight.onPoint(null)}
      >
        <Names {...props} />
      </div>
      {hasMore && <small className={styles.count}>{series.length} in all</small>}
    </div>
  );
}

function Names({ series, values, colorOf, highlight }: LegendProps): ReactNode {
  const { pinned, onPin, onPoint } = highlight;
  const labels = series.map(({ label }) => label);
  const names = cutNames(labels, CHARACTERS);
  return (
    <>
      {series.map(({ key, label }, index) => (
        <span key={key} data-pinned={pinned === key || undefined}>
          <button
            type="button"
            aria-pressed={pinned === key}
            onPointerEnter={() => onPoint(key)}
            onClick={() => onPin(pinned === key ? null : key)}
          >
            <i style={{ background: colorOf(index) }} />
            <Name label={label} shown={names[index] ?? label} />
            {values[index] != null && <small aria-hidden>{values[index]}</small>}
          </button>
          {pinned === key && <LetGo label={label} onClick={() => onPin(null)} />}
        </span>
      ))}
    </>
  );
}

/** A name as it is shown; where it is cut, readers of the page hear the whole of it. */
function Name({ label, shown }: { label: string; shown: string }): ReactNode {
  if (shown === label) return <span title={label}>{label}</span>;
  return (
    <>
      <span title={label} aria-hidden>
        {shown}
      </span>
      <VisuallyHidden>{label}</VisuallyHidden>
    </>
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

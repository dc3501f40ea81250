import { formatNumber } from '@cairn/ui';
import type { ReactNode } from 'react';
import { beneath, useCategoryValues } from '../category-values.ts';
import { sentence } from '../chart.tsx';
import type { ViewProps } from '../view.ts';
import type { LegendConfig } from './definition.ts';
import chartStyles from '../chart.module.css';
import styles from './legend-list.module.css';

const MOST = 200;

/** Each value of a group with its colour, its figure and its share; one leads to the rows behind it. */
export function LegendView(props: ViewProps<LegendConfig>): ReactNode {
  const { config, label, onSelect } = props;
  const { data, values } = useCategoryValues(props, MOST);
  return (
    <figure className={chartStyles.chart} data-chart role="group" aria-label={label}>
      <ol className={styles.list}>
        {values.map(({ category, color, text, share, groups }, at) => (
          <li key={category.key}>
            <button
              type="button"
              data-mark={at}
              disabled={!onSelect}
              onClick={({ currentTarget }) => onSelect?.({ groups, anchor: beneath(currentTarget) })}
            >
              <i style={{ background: color }} />
              <span title={category.label}>{category.label}</span>
              {config.values && <b>{text}</b>}
              {config.shares && share !== null && (
                <small>{formatNumber(Math.round(share * 1_000) / 10)}%</small>
              )}
            </button>
          </li>
        ))}
      </ol>
      {data.cuts.length > 0 && <p className={chartStyles.cuts}>{sentence(data.cuts)}</p>}
    </figure>
  );
}

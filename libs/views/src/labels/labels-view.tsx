import { useState, type ReactNode } from 'react';
import { beneath, useCategoryValues } from '../category-values.ts';
import { sentence } from '../chart.tsx';
import type { ViewProps } from '../view.ts';
import type { LabelsConfig } from './definition.ts';
import chartStyles from '../chart.module.css';
import styles from './labels.module.css';

const MOST = 200;
/** The labels that are shown at first (X§9). */
const FIRST = 10;

/** The values of a group as labels; more than ten open on request (X§2). */
export function LabelsView(props: ViewProps<LabelsConfig>): ReactNode {
  const { config, label, onSelect } = props;
  const [isOpen, setOpen] = useState(false);
  const { data, values } = useCategoryValues(props, MOST);
  const shown = isOpen ? values : values.slice(0, FIRST);
  return (
    <figure className={chartStyles.chart} data-chart role="group" aria-label={label}>
      <ul className={styles.labels}>
        {shown.map(({ category, color, text, groups }, at) => (
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
            </button>
          </li>
        ))}
        {values.length > FIRST && (
          <li>
            <button type="button" className={styles.more} onClick={() => setOpen(!isOpen)}>
              {isOpen ? 'Show Less' : `+${values.length - FIRST} more`}
            </button>
          </li>
        )}
      </ul>
      {data.cuts.length > 0 && <p className={chartStyles.cuts}>{sentence(data.cuts)}</p>}
    </figure>
  );
}

import { formatNumber } from '@cairn/ui';
import { PathText } from '@cairn/ui/viewers';
import { useState, type ReactNode } from 'react';
import { sentence } from '../chart.tsx';
import type { ViewProps } from '../view.ts';
import { beneath, useCategoryValues, type CategoryValue } from './category-values.ts';
import type { CategoryListConfig } from './definition.ts';
import chartStyles from '../chart.module.css';
import styles from './category-list.module.css';

const MOST = 200;
/** The labels that are shown at first (X§9). */
const FIRST = 10;

/** Each value of a group with its colour, its figure and its share; one leads to the rows behind it. */
export function LegendView(props: ViewProps<CategoryListConfig>): ReactNode {
  const { data, values } = useCategoryValues(props, MOST);
  return (
    <List {...props} className={styles.legend ?? ''} cuts={data.cuts}>
      {values.map((value, at) => (
        <Value key={value.category.key} {...props} value={value} at={at} />
      ))}
    </List>
  );
}

/** The values of a group as labels; more than ten open on request (X§2). */
export function LabelsView(props: ViewProps<CategoryListConfig>): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const { data, values } = useCategoryValues(props, MOST);
  const shown = isOpen ? values : values.slice(0, FIRST);
  return (
    <List {...props} className={styles.labels ?? ''} cuts={data.cuts}>
      {shown.map((value, at) => (
        <Value key={value.category.key} {...props} value={value} at={at} />
      ))}
      {values.length > FIRST && (
        <li>
          <button type="button" className={styles.more} onClick={() => setOpen(!isOpen)}>
            {isOpen ? 'Show Less' : `+${values.length - FIRST} more`}
          </button>
        </li>
      )}
    </List>
  );
}

interface ListProps extends Pick<ViewProps, 'label'> {
  readonly className: string;
  readonly cuts: readonly string[];
  readonly children: ReactNode;
}

function List({ label, className, cuts, children }: ListProps): ReactNode {
  return (
    <figure className={chartStyles.chart} data-chart role="group" aria-label={label}>
      <ol className={className}>{children}</ol>
      {cuts.length > 0 && <p className={chartStyles.cuts}>{sentence(cuts)}</p>}
    </figure>
  );
}

interface ValueProps extends Pick<ViewProps<CategoryListConfig>, 'config' | 'onSelect'> {
  readonly value: CategoryValue;
  readonly at: number;
}

function Value({ value, at, config, onSelect }: ValueProps): ReactNode {
  const { category, color, text, share, groups } = value;
  return (
    <li>
      <button
        type="button"
        data-mark={at}
        disabled={!onSelect}
        onClick={({ currentTarget }) => onSelect?.({ groups, anchor: beneath(currentTarget) })}
      >
        <i style={{ background: color }} />
        <span title={category.label}>
          <PathText text={category.label} />
        </span>
        {config.values && <b>{text}</b>}
        {config.shares && share !== null && <small>{formatNumber(Math.round(share * 1_000) / 10)}%</small>}
      </button>
    </li>
  );
}

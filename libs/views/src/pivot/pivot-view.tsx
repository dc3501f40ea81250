import type { ReactNode } from 'react';
import type { ViewProps } from '../view.ts';
import { pivotIndex, type PivotConfig } from './pivot-config.ts';
import { PivotTable } from './pivot-table.tsx';

/** One group across the columns, the others as rows that open and close. */
export function PivotView(props: ViewProps<PivotConfig>): ReactNode {
  return <PivotTable {...props} across={pivotIndex(props.config, props.query.groupBys)} />;
}

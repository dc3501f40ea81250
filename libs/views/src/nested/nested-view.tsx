import type { ReactNode } from 'react';
import type { PivotConfig } from '../pivot/pivot-config.ts';
import { PivotTable } from '../pivot/pivot-table.tsx';
import type { ViewProps } from '../view.ts';

/** All groups as rows within rows that open and close, the measures as columns. */
export function NestedView(props: ViewProps<PivotConfig>): ReactNode {
  return <PivotTable {...props} across={null} />;
}

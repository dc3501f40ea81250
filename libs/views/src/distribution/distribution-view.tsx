import type { ReactNode } from 'react';
import type { ViewProps } from '../view.ts';
import { Boxes } from './boxes.tsx';
import type { DistributionConfig } from './definition.ts';
import { Histogram } from './histogram.tsx';

/** The spread of a number. What was asked shows in the answer: bins have a width. */
export function DistributionView(props: ViewProps<DistributionConfig>): ReactNode {
  const isBinned = props.answer.columns.some(({ binWidth }) => binWidth !== undefined);
  return isBinned ? <Histogram {...props} /> : <Boxes {...props} />;
}

import type { QuestionViewProps } from '@cairn/host';
import type { ReactNode } from 'react';

/** Placeholder until the feature is here. */
export function QuestionView({ label }: QuestionViewProps): ReactNode {
  return <p>{label}</p>;
}

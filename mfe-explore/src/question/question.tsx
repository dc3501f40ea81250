import { useHost } from '@cairn/host';
import { ChartSkeleton, EmptyState, ErrorState, TableSkeleton } from '@cairn/ui';
import { DrawnView, type Selection } from '@cairn/views';
import { useState, type ReactNode } from 'react';
import type { QuestionState } from './use-question.ts';

export interface QuestionProps {
  readonly state: QuestionState;
  readonly label: string;
  readonly onSelect?: ((selection: Selection) => void) | undefined;
  readonly onConfigChange?: ((config: Record<string, unknown>) => void) | undefined;
  readonly onZoom?: ((start: number, end: number) => void) | undefined;
  /** What is said when there is nothing. */
  readonly empty?: ReactNode;
}

/** One question with its answer, its waiting, its nothing and its failure, all in the same place. */
export function Question({
  state,
  label,
  onSelect,
  onConfigChange,
  onZoom,
  empty,
}: QuestionProps): ReactNode {
  const { org, timezone } = useHost();
  const [now] = useState(Date.now);
  const { drawn, error, isStale } = state;
  if (error) {
    return (
      <ErrorState inline title="This question could not be answered" error={error} onRetry={state.retry} />
    );
  }
  if (!drawn)
    return state.entry.definition.id === 'unifiedTable' ? <TableSkeleton /> : <ChartSkeleton height="100%" />;
  if (drawn.answer.numRows === 0) return empty ?? <EmptyState inline title="No Results Found" />;
  return (
    <div className={isStale ? 'cn-question cn-dimmed' : 'cn-question'} aria-busy={isStale}>
      <DrawnView
        view={drawn.entry}
        answer={drawn.answer}
        query={drawn.query}
        config={drawn.config}
        label={label}
        timezone={timezone}
        firstDay={drawn.query.firstDay ?? org.firstDay}
        now={now}
        {...(onSelect ? { onSelect } : {})}
        {...(onConfigChange ? { onConfigChange } : {})}
        {...(onZoom ? { onZoom } : {})}
      />
    </div>
  );
}

import { Button, ChartSkeleton, EmptyState, ErrorState } from '@cairn/ui';
import { Component, Suspense, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { behindMeasures } from './behind.ts';
import { AnswerTable } from './table/answer-table.tsx';
import { shapeOf, type Fit, type ViewEntry, type ViewProps } from './view.ts';
import './views.css';

export interface DrawnViewProps extends ViewProps {
  readonly view: ViewEntry;
}

/**
 * Draws an answer with a view and says what its measures are of; says when there is nothing or when it cannot; `t`
 * shows the same as a table.
 */
export function DrawnView({ view, ...props }: DrawnViewProps): ReactNode {
  const [asTable, setAsTable] = useState(false);
  const frame = useRef<HTMLDivElement>(null);
  const toggle = () => {
    setAsTable(!asTable);
    // What had the focus goes away with the picture.
    frame.current?.focus();
  };
  const { answer, label, query } = props;
  const isTable = view.definition.id === 'unifiedTable';
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 't' || event.ctrlKey || event.metaKey || event.altKey || isTable) return;
    if (event.target instanceof Element && event.target.closest('input, textarea, [contenteditable]')) return;
    event.preventDefault();
    event.stopPropagation();
    toggle();
  };
  const fit = view.definition.fits(shapeOf(query));
  if (answer.numRows === 0) return <EmptyState title="No Results Found" inline />;
  return (
    <div className="cn-view" ref={frame} tabIndex={-1} onKeyDown={onKeyDown} data-view={view.definition.id}>
      {!isTable && (
        <button type="button" className="cn-view__toggle" aria-keyshortcuts="t" onClick={toggle}>
          {asTable ? 'Show the picture' : 'Show as a table'}
        </button>
      )}
      <Guard key={view.definition.id} label={label}>
        {asTable ? (
          <AnswerTable
            answer={answer}
            label={`${label}, as a table`}
            timezone={props.timezone}
            onSelect={props.onSelect}
          />
        ) : !fit.ok ? (
          <CannotDraw fit={fit} onTable={toggle} />
        ) : (
          <Suspense fallback={<ChartSkeleton height="100%" />}>
            <view.Component {...props} />
          </Suspense>
        )}
      </Guard>
      <Behind answer={answer} />
    </div>
  );
}

/** Says what of the query the view cannot draw, and offers what can draw anything (X§2). */
function CannotDraw({ fit, onTable }: { fit: Fit & { ok: false }; onTable: () => void }): ReactNode {
  return (
    <EmptyState
      inline
      title={fit.isOver ? 'Visualization Limit' : 'Visualization Warning'}
      action={<Button onClick={onTable}>View as Table</Button>}
    >
      {fit.reason.replace(/\.$/, '')}. Modify the query to meet the requirements.
    </EmptyState>
  );
}

/** What the measures are of, so that an average can be trusted. */
function Behind({ answer }: Pick<ViewProps, 'answer'>): ReactNode {
  const lines = behindMeasures(answer.columns);
  return lines.length > 0 && <p className="cn-view__behind">{lines.join(' ')}</p>;
}

interface GuardProps {
  readonly label: string;
  readonly children: ReactNode;
}

/** A view that throws costs its own place only. */
class Guard extends Component<GuardProps, { error: unknown }> {
  override state: { error: unknown } = { error: null };

  static getDerivedStateFromError(error: unknown): { error: unknown } {
    return { error };
  }

  override render(): ReactNode {
    return this.state.error === null ? (
      this.props.children
    ) : (
      <ErrorState
        inline
        title={`${this.props.label} could not be drawn`}
        onRetry={() => this.setState({ error: null })}
      >
        Something in the answer was not expected. Try again, or choose another view.
      </ErrorState>
    );
  }
}

import { Button, EmptyState, ErrorState } from '@cairn/ui';
import { Component, Suspense, useMemo, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { useColorStyle } from './use-color-style.ts';
import { inNumberFormat } from './number-format.ts';
import { inShares } from './shares.ts';
import { inShownUnit } from './shown-unit.ts';
import { sampleSizes } from './sample-size.ts';
import { AnswerTable } from './table/answer-table.tsx';
import {
  shapeOf,
  type Fit,
  type FurtherAnswers,
  type ViewConfig,
  type ViewDefinition,
  type ViewProps,
} from './view.ts';
import styles from './drawn-view.module.css';

export interface DrawnViewProps extends ViewProps {
  readonly view: ViewDefinition;
}

/** Draws an answer with a view, and its sample sizes beneath. Says when there is nothing or the view cannot draw it. */
export function DrawnView({ view, ...given }: DrawnViewProps): ReactNode {
  const { config } = given;
  const answer = useMemo(
    () => inShares(inShownUnit(inNumberFormat(given.answer, config), config), config),
    [given.answer, config],
  );
  const further = useMemo(() => furtherInShownUnit(given.further, config), [given.further, config]);
  const props = { ...given, answer, further };
  const colors = useColorStyle(given.config);
  const { label, query } = props;
  const frame = useRef<HTMLDivElement>(null);
  const [asTable, setAsTable] = useState(false);
  const toggle = () => {
    setAsTable(!asTable);
    // The element in focus leaves with the picture.
    frame.current?.focus();
  };
  const { frameClass } = view;
  const fit = view.fits(shapeOf(query));
  if (answer.numRows === 0) return <EmptyState title="No Results Found" inline />;
  return (
    <div
      className={frameClass === undefined ? styles.view : `${styles.view} ${frameClass}`}
      ref={frame}
      tabIndex={-1}
      onKeyDown={view.isTabular ? undefined : (event) => toggleByKey(event, toggle)}
      style={colors}
      data-view={view.id}
      data-tabular={view.isTabular || undefined}
    >
      {!view.isTabular && (
        <button type="button" className={styles.toggle} aria-keyshortcuts="t" onClick={toggle}>
          {asTable ? 'Show the picture' : 'Show as a table'}
        </button>
      )}
      <Guard key={view.id} label={label}>
        {asTable ? (
          <ValuesTable {...props} />
        ) : fit.ok ? (
          <Suspense fallback={<view.Skeleton />}>
            <view.Component {...props} />
          </Suspense>
        ) : (
          <CannotDraw fit={fit} onTable={given.onTable ?? toggle} />
        )}
      </Guard>
      <SampleSizes answer={answer} />
    </div>
  );
}

/** The further answers in the unit and the format of the answer that they stand beside. */
function furtherInShownUnit(further: FurtherAnswers = {}, config: ViewConfig): FurtherAnswers {
  return Object.fromEntries(
    Object.entries(further).map(([name, each]) => [
      name,
      each && inShownUnit(inNumberFormat(each, config), config),
    ]),
  );
}

/** `t` shows the same answer as a table and back, unless it is typed into a field. */
function toggleByKey(event: KeyboardEvent, toggle: () => void): void {
  if (event.key !== 't' || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target instanceof Element && event.target.closest('input, textarea, [contenteditable]')) return;
  event.preventDefault();
  event.stopPropagation();
  toggle();
}

function ValuesTable({ answer, label, timezone, onSelect }: ViewProps): ReactNode {
  return (
    <AnswerTable answer={answer} label={`${label}, as a table`} timezone={timezone} onSelect={onSelect} />
  );
}

/** Says what of the query the view cannot draw, and offers the table, which draws anything (X§2). */
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

/** The sample sizes of the measures, so that an average can be trusted. */
function SampleSizes({ answer }: Pick<ViewProps, 'answer'>): ReactNode {
  const lines = sampleSizes(answer.columns);
  return (
    lines.length > 0 && (
      <p className={styles.sampleSizes} data-sample-sizes>
        {lines.join(' ')}
      </p>
    )
  );
}

interface GuardProps {
  readonly label: string;
  readonly children: ReactNode;
}

/** Contains the error of a view that throws, with a way to try again. */
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

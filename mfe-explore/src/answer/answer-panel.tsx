import { useHost, type SharedColors } from '@cairn/host';
import { EmptyState, ErrorState } from '@cairn/ui';
import { assignColors, DrawnView, type Selection, type ViewConfig } from '@cairn/views';
import type { ResultSet } from '@cairn/answer';
import { EyeOff } from 'lucide-react';
import { useMemo, useState, useSyncExternalStore, type ReactNode } from 'react';
import { useHoveredEntity } from '../drill/hovered-entity.tsx';
import { usePeek } from '../drill/use-peek.ts';
import type { AnswerState } from './use-answer.ts';
import styles from './answer-panel.module.css';

export interface AnswerPanelProps {
  readonly state: AnswerState;
  readonly label: string;
  readonly onSelect?: ((selection: Selection) => void) | undefined;
  readonly onConfigChange?: ((config: ViewConfig) => void) | undefined;
  /** Tells how many rows there is room for, where the view asks for as many. */
  readonly onRoom?: ((rows: number) => void) | undefined;
  readonly onZoom?: ((start: number, end: number) => void) | undefined;
  /** Draws the query as a table. */
  readonly onTable?: (() => void) | undefined;
  /** The colours that it shares with other pictures of the page. */
  readonly colors?: SharedColors | undefined;
  /** Replaces an answer without rows. */
  readonly empty?: ReactNode;
  /** Replaces the words of some errors; null leaves an error to the panel. */
  readonly refused?: (error: Error) => ReactNode;
}

const NEVER = () => () => undefined;
const NONE = () => null;

/** Why nothing of an answer may be shown; null where something is, or nothing is there. */
function wholeWithheld({ meta, numRows, columns }: ResultSet): string | null {
  if (!meta.withheld || meta.withheld.groups === 0) return null;
  const isFigure = !columns.some(({ role }) => role === 'group');
  return numRows === 0 || (numRows === 1 && isFigure) ? meta.withheld.words : null;
}

/** An answer in any state: loading, drawn, empty or failed. */
export function AnswerPanel({
  state,
  label,
  empty,
  refused,
  colors,
  ...handlers
}: AnswerPanelProps): ReactNode {
  const categories = useSyncExternalStore(colors?.subscribe ?? NEVER, colors?.categories ?? NONE);
  const slots = useMemo(() => categories && assignColors(categories), [categories]);
  const { firstDay, timezone } = useHost();
  const [now] = useState(Date.now);
  const { drawn, error, isStale } = state;
  const peek = usePeek(drawn?.query);
  const hovered = useHoveredEntity();
  if (error) {
    return (
      refused?.(error) ?? (
        <ErrorState inline title="This question could not be answered" error={error} onRetry={state.retry} />
      )
    );
  }
  if (!drawn) return <state.view.Skeleton />;
  const withheld = wholeWithheld(drawn.answer);
  if (withheld !== null)
    return (
      <EmptyState inline icon={<EyeOff aria-hidden />} title="Withheld">
        {withheld} This organization limits figures of one person; admins see Settings, General.
      </EmptyState>
    );
  if (drawn.answer.numRows === 0) return empty ?? <EmptyState inline title="No Results Found" />;
  const { view, answer, query, config, further } = drawn;
  const { onSelect, onConfigChange, onZoom, onRoom, onTable } = handlers;
  return (
    <div className={styles.panel} aria-busy={isStale} {...hovered.handlers}>
      <DrawnView
        view={view}
        answer={answer}
        query={query}
        config={config}
        further={further}
        label={label}
        timezone={timezone}
        firstDay={query.firstDay ?? firstDay}
        now={now}
        {...(colors && slots ? { colors: slots, onCategories: colors.add } : {})}
        {...(peek ? { peek } : {})}
        {...(onSelect ? { onSelect } : {})}
        {...(onConfigChange ? { onConfigChange } : {})}
        {...(onRoom ? { onRoom } : {})}
        {...(onTable ? { onTable } : {})}
        {...(onZoom && view.setsDates ? { onZoom } : {})}
      />
      {hovered.cardOf(answer, query)}
    </div>
  );
}

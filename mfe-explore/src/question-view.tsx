import type { View } from '@cairn/contracts';
import { useHost, type QuestionViewProps } from '@cairn/host';
import { exploreAddress, type Query } from '@cairn/query';
import { lazyComponent } from '@cairn/ui';
import { isOverlay, shapeOf, type Selection, type ViewConfig } from '@cairn/views';
import { Suspense, useState, type CSSProperties, type ReactNode } from 'react';
import { AnswerPanel } from './answer/answer-panel.tsx';
import { useAnswer, type AnswerState } from './answer/use-answer.ts';
import { DrillMenu } from './drill/loaded-drill-menu.tsx';
import { AnswerNotes } from './results/answer-notes.tsx';
import { refusedName } from './results/refused-name.tsx';
import { TablePager } from './results/table-pager.tsx';
import { useMoreSiblings } from './results/use-more-siblings.ts';
import { usePages } from './results/use-pages.ts';
import styles from './question-view.module.css';

/** Loaded when somebody comes near a picture. */
const Settings = lazyComponent(
  async () => (await import('./view-picker/floating-settings.tsx')).FloatingSettings,
);
/** Loaded when somebody asks for the rows behind a value. */
const SubqueryDrawer = lazyComponent(
  async () => (await import('./drill/subquery-drawer.tsx')).SubqueryDrawer,
);

/** A query drawn with a view, for boards and home. Choosing a value offers its drill. */
export function QuestionView(props: QuestionViewProps): ReactNode {
  const { query, view, height, mostHeight, onViewChange, label, colors, openInExplore } = props;
  const host = useHost();
  const [local, setLocal] = useState<View>(view);
  const [source, setSource] = useState(view);
  const [isNear, setNear] = useState(false);
  const [selection, setSelection] = useState<Selection | null>(null);
  if (source !== view) {
    setSource(view);
    setLocal(view);
  }
  const pages = usePages(query);
  const state = useAnswer(query, local, pages);
  const more = useMoreSiblings(query, state, pages);
  const rows = mostHeight === undefined ? null : rowsHeightOf(state, mostHeight);
  const change = (config: ViewConfig) => {
    const next: View = { value: state.view.id, config };
    setLocal(next);
    onViewChange?.(next);
  };
  const { view: drawn, config } = state;
  const shape = shapeOf(query);
  // Where nobody keeps the view, only what is marked on it is worth a change.
  const settings = drawn.settings.filter((each) => onViewChange || isOverlay(each, config, shape));
  const choose = (chosen: Selection) =>
    chosen.uuid ? host.openEntity(chosen.uuid, chosen.siblings, more()) : setSelection(chosen);
  return (
    <div
      className={styles.frame}
      data-pdf={label}
      data-by-rows={rows === null ? undefined : true}
      style={state.error ? { minHeight: height } : styleOf(height, rows)}
      onPointerEnter={() => setNear(true)}
      onFocus={() => setNear(true)}
    >
      <AnswerPanel
        {...{ state, label, colors }}
        onSelect={choose}
        onConfigChange={change}
        onRoom={pages.fitPageSize}
        refused={refusedName(query)}
      />
      {isNear && settings.length > 0 && !state.error && (
        <Suspense>
          <Settings {...{ query, settings, config, shape }} answer={state.drawn?.answer} onChange={change} />
        </Suspense>
      )}
      <TablePager state={state} pages={pages} isSmall />
      {!state.error && <AnswerNotes drawn={state.drawn} />}
      <Drill
        query={query}
        label={label}
        openInExplore={openInExplore}
        selection={selection}
        onClose={() => setSelection(null)}
      />
    </div>
  );
}

/** The height of the words that nothing was found. */
const EMPTY_PX = 96;

/** The height that the rows of a drawn answer need, up to a most; null for a picture of none. */
function rowsHeightOf({ drawn }: AnswerState, most: number): number | null {
  const needed = drawn?.answer.numRows === 0 ? EMPTY_PX : drawn?.view.heightOf?.(drawn.answer, drawn.config);
  return needed === null || needed === undefined ? null : Math.min(most, needed);
}

/** The height of the frame, or of the picture in it where that goes by its rows. */
function styleOf(height: number | undefined, rows: number | null): CSSProperties | undefined {
  if (rows !== null) return { '--rows': `${String(rows)}px` } as CSSProperties;
  return height === undefined ? undefined : { height };
}

interface DrillProps extends Pick<QuestionViewProps, 'query' | 'label'> {
  readonly openInExplore: boolean | undefined;
  readonly selection: Selection | null;
  readonly onClose: () => void;
}

/** The menu of a chosen value, and the rows behind it beside the page. */
function Drill({ query, label, openInExplore, selection, onClose }: DrillProps): ReactNode {
  const { org, navigate } = useHost();
  const [behind, setBehind] = useState<Query | null>(null);
  return (
    <>
      {selection && (
        <DrillMenu
          query={query}
          selection={selection}
          onClose={onClose}
          onRows={setBehind}
          onDrill={(drilled) => navigate(exploreAddress(org.id, { query: drilled }))}
        />
      )}
      {behind && (
        <Suspense>
          <SubqueryDrawer
            query={behind}
            label={label}
            openInExplore={openInExplore}
            onClose={() => setBehind(null)}
          />
        </Suspense>
      )}
    </>
  );
}

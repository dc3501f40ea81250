import type { View } from '@cairn/contracts';
import { useHost, type QuestionViewProps } from '@cairn/host';
import { exploreAddress } from '@cairn/query';
import type { Selection, ViewConfig } from '@cairn/views';
import { useState, type ReactNode } from 'react';
import { AnswerPanel } from './answer/answer-panel.tsx';
import { useAnswer } from './answer/use-answer.ts';
import { DrillMenu } from './drill/loaded-drill-menu.tsx';
import { TablePager } from './results/table-pager.tsx';
import { useMoreSiblings } from './results/use-more-siblings.ts';
import { usePages } from './results/use-pages.ts';
import styles from './question-view.module.css';

/** A query drawn with a view, for boards and home. Choosing a value offers its drill. */
export function QuestionView(props: QuestionViewProps): ReactNode {
  const { query, view, height, onViewChange, label, colors } = props;
  const host = useHost();
  const [local, setLocal] = useState<View>(view);
  const [source, setSource] = useState(view);
  const [selection, setSelection] = useState<Selection | null>(null);
  if (source !== view) {
    setSource(view);
    setLocal(view);
  }
  const pages = usePages(query);
  const state = useAnswer(query, local, pages);
  const more = useMoreSiblings(query, state, pages);
  const change = (config: ViewConfig) => {
    const next: View = { value: state.view.id, config };
    setLocal(next);
    onViewChange?.(next);
  };
  const choose = (chosen: Selection) =>
    chosen.uuid ? host.openEntity(chosen.uuid, chosen.siblings, more()) : setSelection(chosen);
  return (
    <div className={styles.frame} data-pdf={label} style={height === undefined ? undefined : { height }}>
      <AnswerPanel
        state={state}
        label={label}
        onSelect={choose}
        onConfigChange={change}
        onRoom={pages.fitPageSize}
        colors={colors}
      />
      <TablePager state={state} pages={pages} isSmall />
      {selection && (
        <DrillMenu
          query={query}
          selection={selection}
          onClose={() => setSelection(null)}
          onDrill={(drilled) => host.navigate(exploreAddress(host.org.id, { query: drilled }))}
        />
      )}
    </div>
  );
}

import type { View } from '@cairn/contracts';
import { useHost, type QuestionViewProps } from '@cairn/host';
import { exploreAddress } from '@cairn/query';
import type { Selection } from '@cairn/views';
import { useState, type ReactNode } from 'react';
import { DrillMenu } from './drill/loaded-drill-menu.tsx';
import { Question } from './question/question.tsx';
import { useQuestion } from './question/use-question.ts';
import { TablePager } from './results/table-pager.tsx';
import { usePages } from './results/use-pages.ts';
import './explore.css';

/** A query drawn with a view, for boards and home; choosing a value opens the rows behind it. */
export function QuestionView({ query, view, height, onViewChange, label }: QuestionViewProps): ReactNode {
  const host = useHost();
  const [local, setLocal] = useState<View>(view);
  const [source, setSource] = useState(view);
  const [selection, setSelection] = useState<Selection | null>(null);
  if (source !== view) {
    setSource(view);
    setLocal(view);
  }
  const pages = usePages(query);
  const state = useQuestion(pages.query, local);
  const change = (config: Record<string, unknown>) => {
    const next: View = { value: state.entry.definition.id, config };
    setLocal(next);
    onViewChange?.(next);
  };
  const choose = (chosen: Selection) =>
    chosen.uuid ? host.openEntity(chosen.uuid, chosen.siblings) : setSelection(chosen);
  return (
    <div className="cn-question-view" style={height === undefined ? undefined : { height }}>
      <Question state={state} label={label} onSelect={choose} onConfigChange={change} />
      {state.entry.definition.id === 'unifiedTable' && <TablePager question={state} pages={pages} isSmall />}
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

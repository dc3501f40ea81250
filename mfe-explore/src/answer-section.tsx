import type { AnswerSectionProps } from './answer-section-props.ts';
import { useHost } from '@cairn/host';
import { datesOfSpan, editQuery } from '@cairn/query';
import { droppedFrom, TABLE_VIEW, useViews, type Selection, type ViewConfig } from '@cairn/views';
import { useState, type ReactNode } from 'react';
import { drilledQuery } from './address/applied-query.ts';
import { AnswerPanel } from './answer/answer-panel.tsx';
import { useAnswer } from './answer/use-answer.ts';
import { AnswerTools } from './answer-tools.tsx';
import { DrillMenu } from './drill/loaded-drill-menu.tsx';
import { aboutAnswer } from './results/about-answer.ts';
import { refusedName } from './results/refused-name.tsx';
import { TablePager } from './results/table-pager.tsx';
import { useMoreSiblings } from './results/use-more-siblings.ts';
import { usePages } from './results/use-pages.ts';
import { WhyEmpty } from './results/why-empty.tsx';
import { RowsBeneath } from './rows-beneath.tsx';
import styles from './answer-section.module.css';

/** The answer of the applied query: tools, view, pager, and the rows beneath. */
export function AnswerSection(props: AnswerSectionProps): ReactNode {
  const { address, update, configuration, onApply, label } = props;
  const { query } = address;
  const host = useHost();
  const views = useViews();
  const [selection, setSelection] = useState<Selection | null>(null);
  const pages = usePages(query);
  const state = useAnswer(query, address.view, pages);
  const { id, isTabular, rowsBeneath } = state.view;
  const more = useMoreSiblings(query, state, pages);
  const setConfig = (config: ViewConfig) => update({ view: { value: id, config } });
  const choose = (chosen: Selection) =>
    chosen.uuid ? host.openEntity(chosen.uuid, chosen.siblings, more()) : setSelection(chosen);
  const zoom = (start: number, end: number) =>
    onApply(editQuery(query, { type: 'setDates', ...datesOfSpan(start, end, host.timezone) }));
  const hasRows = rowsBeneath === 'always' || (rowsBeneath === 'collapsed' && !address.fullscreen);
  return (
    <section className={styles.section} aria-label="Answer">
      <AnswerTools {...{ address, update, configuration, state, onApply }} onConfigChange={setConfig} />
      <Dropped sentences={droppedFrom(address.view, query, views)} />
      <div
        className={styles.view}
        data-answer
        data-pdf={address.title ?? label}
        data-pdf-about={state.drawn && aboutAnswer(state.drawn, configuration, host)}
        data-tabular={isTabular || undefined}
        data-rows={hasRows ? rowsBeneath : undefined}
        data-grouped={query.groupBys.length > 0 || undefined}
      >
        <AnswerPanel
          state={state}
          label={label}
          onSelect={choose}
          onConfigChange={setConfig}
          onZoom={zoom}
          onRoom={pages.fitPageSize}
          onTable={() => update({ view: TABLE_VIEW })}
          refused={refusedName(query, onApply)}
          empty={<WhyEmpty query={query} configuration={configuration} onQuery={onApply} />}
        />
      </div>
      <TablePager state={state} pages={pages} />
      {hasRows && <RowsBeneath query={query} onSelect={choose} label={label} />}
      {selection && (
        <DrillMenu
          query={query}
          selection={selection}
          onClose={() => setSelection(null)}
          onDrill={(drilled) => update(drilledQuery(address, drilled, views))}
        />
      )}
    </section>
  );
}

/** What of a stored view is not drawn as it was stored. */
function Dropped({ sentences }: { readonly sentences: readonly string[] }): ReactNode {
  if (sentences.length === 0) return null;
  return (
    <p className={styles.dropped} role="note" aria-label="What was dropped from the stored view">
      {sentences.join(' ')}
    </p>
  );
}

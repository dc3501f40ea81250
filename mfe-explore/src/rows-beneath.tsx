import type { Query } from '@cairn/query';
import { TABLE_VIEW, type Selection } from '@cairn/views';
import { useState, type ReactNode } from 'react';
import { AnswerPanel } from './answer/answer-panel.tsx';
import { useAnswer } from './answer/use-answer.ts';
import { refusedName } from './results/refused-name.tsx';
import { TablePager } from './results/table-pager.tsx';
import { usePages } from './results/use-pages.ts';
import styles from './rows-beneath.module.css';

interface RowsBeneathProps {
  readonly query: Query;
  readonly label: string;
  readonly onSelect: (selection: Selection) => void;
}

/** A table of the rows beneath a view of the query. */
export function RowsBeneath({ query, label, onSelect }: RowsBeneathProps): ReactNode {
  const [view, setView] = useState(TABLE_VIEW);
  const pages = usePages(query);
  const state = useAnswer(query, view, pages);
  return (
    <>
      <div className={styles.rows}>
        <AnswerPanel
          state={state}
          label={`${label}, rows`}
          onSelect={onSelect}
          onConfigChange={(config) => setView({ ...TABLE_VIEW, config })}
          empty={<span />}
          refused={(error) => refusedName(query)(error) && <span />}
        />
      </div>
      <TablePager state={state} pages={pages} />
    </>
  );
}

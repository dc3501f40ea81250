import { asksRows, editQuery } from '@cairn/query';
import { IconButton } from '@cairn/ui';
import { shapeOf, type ViewConfig } from '@cairn/views';
import { Maximize2 } from 'lucide-react';
import type { ReactNode } from 'react';
import type { AnswerState } from './answer/use-answer.ts';
import type { AnswerSectionProps } from './answer-section-props.ts';
import { ColumnSelector } from './columns/column-selector.tsx';
import { momentsOf } from './graph/fields.ts';
import { MetaLine } from './results/meta-line.tsx';
import { ViewPicker } from './view-picker/view-picker.tsx';
import { ShortcutMenu } from './view-picker/shortcut-menu.tsx';
import { ViewSettings } from './view-picker/view-settings.tsx';
import styles from './answer-tools.module.css';

export interface AnswerToolsProps extends Omit<AnswerSectionProps, 'label'> {
  readonly state: AnswerState;
  readonly onConfigChange: (config: ViewConfig) => void;
}

/** The row above an answer: view picker, meta, and the view's own tools. */
export function AnswerTools(props: AnswerToolsProps): ReactNode {
  const { address, update, configuration, state, onConfigChange } = props;
  const { view, config, drawn, error } = state;
  const shape = shapeOf(address.query);
  return (
    <div className={styles.tools}>
      <ViewPicker view={view} config={config} shape={shape} onPick={(picked) => update({ view: picked })} />
      <span className={styles.between} />
      <ShortcutMenu query={address.query} configuration={configuration} onPick={update} />
      {view.rowsBeneath === 'collapsed' && (
        <IconButton
          label="Fullscreen"
          aria-pressed={address.fullscreen}
          onClick={() => update({ fullscreen: !address.fullscreen })}
        >
          <Maximize2 size={16} aria-hidden />
        </IconButton>
      )}
      {view.columns && <Columns {...props} />}
      <ViewSettings
        settings={view.settings}
        config={config}
        shape={shape}
        answer={drawn?.answer}
        moments={momentsOf(configuration, address.query)}
        onChange={onConfigChange}
      />
      {drawn && !error && <MetaLine drawn={drawn} configuration={configuration} />}
    </div>
  );
}

/** The column selector, for queries of rows with known columns. */
function Columns({ address: { query }, configuration, state, onApply }: AnswerToolsProps): ReactNode {
  const hasColumns = state.drawn !== undefined || query.columns.length > 0;
  if (!asksRows(query) || !hasColumns) return null;
  return (
    <ColumnSelector
      configuration={configuration}
      query={query}
      answer={state.drawn?.answer}
      onColumns={(columns) => onApply(editQuery(query, { type: 'setColumns', columns }))}
    />
  );
}

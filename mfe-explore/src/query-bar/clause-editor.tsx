import { lazyComponent, Skeleton } from '@cairn/ui';
import { Suspense, type ComponentType, type ReactNode } from 'react';
import { AsOfEditor } from './as-of-editor.tsx';
import type { ClauseRef, ClauseType } from './clauses.ts';
import { CompareEditor } from './compare-editor.tsx';
import { DateEditor } from './date-editor.tsx';
import type { EditorProps } from './editor-props.ts';
import { FilterEditor } from './filter-editor.tsx';
import { GroupEditor } from './group-editor.tsx';
import { HavingEditor } from './having-editor.tsx';
import { MeasureEditor } from './measure-editor.tsx';
import { SearchEditor } from './search-editor.tsx';
import { SelectEditor } from './select-editor.tsx';

const FormulaEditor = lazyComponent(async () => (await import('./formula-editor.tsx')).FormulaEditor);
const EDITORS: Record<ClauseType, ComponentType<EditorProps>> = {
  select: SelectEditor,
  'date-range': DateEditor,
  'filter-condition': FilterEditor,
  'group-by': GroupEditor,
  'measure-by': MeasureEditor,
  'column-formula': FormulaEditor,
  'column-having': HavingEditor,
  'search-term': SearchEditor,
  'compare-with': CompareEditor,
  'as-of': AsOfEditor,
};

interface ClauseEditorProps extends Omit<EditorProps, 'index'> {
  readonly clause: ClauseRef;
}

/** The editor of a clause, by its type. */
export function ClauseEditor({ clause, ...rest }: ClauseEditorProps): ReactNode {
  const Chosen = EDITORS[clause.type];
  return (
    <Suspense fallback={<Skeleton height={120} />}>
      <Chosen {...rest} index={clause.index} />
    </Suspense>
  );
}

import { editQuery } from '@cairn/query';
import type { ReactNode } from 'react';
import { placed } from './clauses.ts';
import { ConditionEditor } from './condition-editor.tsx';
import type { EditorProps } from './editor-props.ts';

/** Edits a filter of rows. */
export function FilterEditor({ query, configuration, index, onApply }: EditorProps): ReactNode {
  return (
    <ConditionEditor
      query={query}
      configuration={configuration}
      index={index}
      condition={query.filters[index]}
      onApply={(filter) =>
        onApply(editQuery(query, { type: 'setFilters', filters: placed(query.filters, index, filter) }))
      }
    />
  );
}

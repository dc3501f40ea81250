import { columnsIn, formulaInWords, setFormulas, withCountSaid, type Formula } from '@cairn/query';
import { Button, TextField } from '@cairn/ui';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { computedColumns, faultOf } from '../graph/computed-columns.ts';
import { placed } from './clauses.ts';
import { EditorForm } from './editor-form.tsx';
import type { EditorProps } from './editor-props.ts';
import { draftOf, formulaOf, nodeOf, type FormulaDraft } from './formula-draft.ts';
import { FormulaPart } from './formula-node.tsx';
import styles from './formula.module.css';

const GAP = '…';

/** Edits the name and the formula. Faults show while typing (X§5). */
export function FormulaEditor({ query, configuration, index, onApply }: EditorProps): ReactNode {
  const current = query.formulas[index];
  const [name, setName] = useState(current?.name ?? '');
  const [draft, setDraft] = useState<FormulaDraft>(current ? draftOf(current.formula) : null);
  const field = useRef<HTMLInputElement>(null);
  // It loads after its popover has chosen the focus.
  useEffect(() => {
    field.current?.focus();
  }, []);
  const earlier = { ...query, formulas: query.formulas.slice(0, index) };
  const columns = computedColumns(earlier, configuration);
  const labels = new Map(columns.map(({ key, label }) => [key, label]));
  const formula = formulaOf(draft);
  const written: Formula | null = formula === null ? null : { name: name.trim(), formula };
  const fault = written && faultOf(query, configuration, written, index);
  const isComplete = written !== null && written.name !== '' && !fault;
  const apply = () => {
    if (!isComplete) return;
    const isRead = columnsIn(written.formula).length > 0;
    onApply(setFormulas(isRead ? withCountSaid(query) : query, placed(query.formulas, index, written)));
  };
  return (
    <EditorForm onApply={apply}>
      <TextField
        ref={field}
        data-autofocus
        label="Name"
        placeholder="The name of its column"
        maxLength={200}
        value={name}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      <div
        className={styles.tree}
        role="group"
        aria-label="Formula"
        onKeyDown={(event) => {
          // Enter chooses from a list here; it must not apply the formula before that choice.
          if (event.key === 'Enter' && event.target instanceof HTMLInputElement) event.preventDefault();
        }}
      >
        <FormulaPart label="Function" draft={draft} takes="function" columns={columns} onChange={setDraft} />
      </div>
      {draft !== null && (
        <code className={styles.preview} aria-label="Preview">
          {formulaInWords(nodeOf(draft, GAP), (key) => labels.get(key) ?? key)}
        </code>
      )}
      <p className={styles.fault} role="status" data-fault={fault ? true : undefined}>
        {fault ?? ''}
      </p>
      <Button type="submit" variant="primary" disabled={!isComplete}>
        Apply
      </Button>
    </EditorForm>
  );
}

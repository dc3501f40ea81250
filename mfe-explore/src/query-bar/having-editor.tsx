import { editQuery, isFilterComplete, withCountSaid, type Having } from '@cairn/query';
import { Button, Text } from '@cairn/ui';
import { useState, type ReactNode } from 'react';
import { computedColumns, type ComputedColumn } from '../graph/computed-columns.ts';
import { placed } from './clauses.ts';
import { EditorForm, EditorHead } from './editor-form.tsx';
import type { EditorProps } from './editor-props.ts';
import { OptionList } from '../options/option-list.tsx';
import { RangeFields } from './range-fields.tsx';

type Range = Having['comparison']['WITHIN'];
const OWNERS = { measure: 'Measures', formula: 'Formulas' } as const;
const ORDERED = ['number', 'datetime', 'date'];

/** Keeps groups whose measure or formula lies in a range; one end may stay open (X§5). */
export function HavingEditor(props: EditorProps): ReactNode {
  const { query, configuration, index } = props;
  const columns = computedColumns(query, configuration).filter(({ type }) => ORDERED.includes(type));
  const current = query.having[index];
  const [key, setKey] = useState(current?.column);
  const column = columns.find((each) => each.key === key);
  if (!column) {
    return (
      <OptionList
        label="Measure or formula to keep groups by"
        placeholder="Keep groups by"
        options={columns.map((each) => ({ value: each.key, label: each.label, group: OWNERS[each.role] }))}
        onPick={setKey}
      />
    );
  }
  return (
    <RangeOf
      {...props}
      key={column.key}
      column={column}
      initial={current?.column === column.key ? current.comparison.WITHIN : [null, null]}
      onBack={() => setKey(undefined)}
    />
  );
}

interface RangeProps extends EditorProps {
  readonly column: ComputedColumn;
  readonly initial: Range;
  readonly onBack: () => void;
}

function RangeOf({ query, index, onApply, column, initial, onBack }: RangeProps): ReactNode {
  const [range, setRange] = useState<Range>(initial);
  const comparison = { WITHIN: range };
  const isComplete = isFilterComplete({ target: '', attribute: column.key, comparison });
  const apply = () => {
    if (!isComplete) return;
    const having = placed(query.having, index, { column: column.key, comparison });
    onApply(editQuery(withCountSaid(query), { type: 'setHaving', having }));
  };
  return (
    <EditorForm onApply={apply}>
      <EditorHead words={column.label} onBack={onBack}>
        <Text tone="muted">Between</Text>
      </EditorHead>
      <RangeFields field={column} range={range} onChange={setRange} />
      <Button type="submit" variant="primary" disabled={!isComplete}>
        Apply
      </Button>
    </EditorForm>
  );
}

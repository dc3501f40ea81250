import type { Configuration } from '@cairn/contracts';
import { fieldKey, type Query } from '@cairn/query';
import { IconButton, Popover, Stack } from '@cairn/ui';
import { visibleColumns, type ResultSet } from '@cairn/answer';
import { Columns3 } from 'lucide-react';
import { useEffect, useEffectEvent, useState, type ReactNode } from 'react';
import { fieldsOf, selectedKind } from '../graph/fields.ts';
import { fieldOptions } from '../options/field-options.ts';
import { OptionList } from '../options/option-list.tsx';
import { SelectedColumns } from './selected-columns.tsx';

export interface ColumnSelectorProps {
  readonly query: Query;
  readonly configuration: Configuration;
  /** The shown answer. Its columns are the default until a person chooses. */
  readonly answer: ResultSet | undefined;
  readonly onColumns: (columns: string[]) => void;
}

/** Chooses the columns of a table of rows, and their order. */
export function ColumnSelector(props: ColumnSelectorProps): ReactNode {
  const [open, setOpen] = useState(false);
  const [chosen, setChosen] = useState<string[] | null>(null);
  useSettled(chosen, props.onColumns);
  const toggle = (next: boolean) => {
    setOpen(next);
    // The shown columns may have changed since.
    if (next) setChosen(null);
  };
  const reset = () => {
    setChosen(null);
    setOpen(false);
    props.onColumns([]);
  };
  return (
    <Popover opened={open} onChange={toggle} position="bottom-end" width={320}>
      <Popover.Target>
        <IconButton label="Columns" aria-expanded={open} onClick={() => toggle(!open)}>
          <Columns3 size={16} aria-hidden />
        </IconButton>
      </Popover.Target>
      <Popover.Dropdown aria-label="Columns">
        <Choice {...props} chosen={chosen} onChoice={setChosen} onReset={reset} />
      </Popover.Dropdown>
    </Popover>
  );
}

const SETTLED_MS = 300;

/** Passes the chosen columns on after a pause without further changes (X§4). */
function useSettled(columns: string[] | null, onColumns: (columns: string[]) => void): void {
  const hand = useEffectEvent(() => columns && onColumns(columns));
  useEffect(() => {
    if (!columns) return undefined;
    const timer = setTimeout(() => hand(), SETTLED_MS);
    return () => clearTimeout(timer);
  }, [columns]);
}

interface ChoiceProps extends Omit<ColumnSelectorProps, 'onColumns'> {
  readonly chosen: string[] | null;
  readonly onChoice: (columns: string[]) => void;
  readonly onReset: () => void;
}

function Choice({ query, configuration, answer, chosen, onChoice, onReset }: ChoiceProps): ReactNode {
  const shown = answer ? visibleColumns(answer) : query.columns.map((key) => ({ key, label: key }));
  const selected = chosen ?? shown.map(({ key }) => key);
  const fields = fieldsOf(configuration, selectedKind(query));
  const available = fields.filter((field) => !field.many && !selected.includes(fieldKey(field)));
  const labelOf = (key: string) =>
    shown.find((column) => column.key === key)?.label ??
    fields.find((field) => fieldKey(field) === key)?.label ??
    key;
  return (
    <Stack gap={2.5}>
      <OptionList
        label="Columns to add"
        placeholder={`Search (${available.length} available)`}
        none="No matching columns found"
        options={fieldOptions(available)}
        onPick={(key) => onChoice([...new Set([...selected, key])])}
      />
      <SelectedColumns
        columns={selected.map((key) => ({ key, label: labelOf(key) }))}
        onChange={onChoice}
        onReset={onReset}
      />
    </Stack>
  );
}

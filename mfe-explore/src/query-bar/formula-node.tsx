import { FUNCTIONS, isFunction } from '@cairn/query';
import { Button, IconButton, Select, Text } from '@cairn/ui';
import { Plus, X } from 'lucide-react';
import { useEffect, useRef, useState, type ReactNode, type SyntheticEvent } from 'react';
import type { ComputedColumn } from '../graph/computed-columns.ts';
import {
  isCall,
  withFunction,
  withoutParam,
  withParam,
  type FormulaCall,
  type FormulaDraft,
} from './formula-draft.ts';
import styles from './formula.module.css';

export interface NodeProps {
  readonly label: string;
  readonly draft: FormulaDraft;
  /** The parts allowed here. */
  readonly takes: 'function' | 'anything' | 'number';
  readonly columns: readonly ComputedColumn[];
  readonly onChange: (draft: FormulaDraft) => void;
  readonly onRemove?: (() => void) | undefined;
  /** Takes the focus when it appears: the first open part of a new function. */
  readonly isNext?: boolean;
}

/** One part of a formula: a measure, an earlier formula, a number, or a function with parameters. */
export function FormulaPart(props: NodeProps): ReactNode {
  const { label, draft, columns, onChange, onRemove } = props;
  return (
    <div className={styles.formula}>
      <div className={styles.line}>
        <PartField {...props} />
        {onRemove && (
          <IconButton label={`Remove ${label.toLowerCase()}`} size="small" onClick={onRemove}>
            <X size={14} aria-hidden />
          </IconButton>
        )}
      </div>
      {isCall(draft) && <Params call={draft} columns={columns} onChange={onChange} />}
    </div>
  );
}

type ParamsProps = Pick<NodeProps, 'columns' | 'onChange'> & { readonly call: FormulaCall };

function Params({ call, columns, onChange }: ParamsProps): ReactNode {
  const { label, definition, least, most } = FUNCTIONS[call.fn];
  const { params } = call;
  const adding = useRef<HTMLButtonElement>(null);
  const [removed, setRemoved] = useState(0);
  // The focused element was removed with its parameter.
  useEffect(() => {
    if (removed > 0) adding.current?.focus();
  }, [removed]);
  const remove = (index: number) => {
    onChange(withoutParam(call, index));
    setRemoved(removed + 1);
  };
  // The number of digits is the only parameter that is not a value.
  const isDigits = (index: number) => call.fn === 'round' && index === 1;
  const nameOf = (index: number) => (isDigits(index) ? 'Digits' : `Parameter ${index + 1} of ${label}`);
  return (
    <div className={styles.params} role="group" aria-label={`Parameters of ${label}`}>
      <Text as="p" tone="muted">
        {definition}
      </Text>
      {params.map((param, index) => (
        <FormulaPart
          // Parameters have no id except their position.
          key={`${call.fn}-${index}`}
          label={nameOf(index)}
          draft={param}
          takes={isDigits(index) ? 'number' : 'anything'}
          columns={columns}
          isNext={index === params.indexOf(null)}
          onChange={(next) => onChange(withParam(call, index, next))}
          onRemove={params.length > least ? () => remove(index) : undefined}
        />
      ))}
      {params.length < most && (
        <Button
          ref={adding}
          variant="subtle"
          size="small"
          icon={<Plus aria-hidden />}
          onClick={() => onChange({ ...call, params: [...params, null] })}
        >
          {isDigits(params.length) ? 'Round to digits' : 'Add a parameter'}
        </Button>
      )}
    </div>
  );
}

const FORMS = {
  scalar: 'Functions',
  window: 'Over all groups',
  change: 'Since the compared period',
} as const;
const PLACEHOLDERS = {
  function: 'Choose a function',
  anything: 'Measure, number or function',
  number: 'Number',
} as const;
const NUMBER = /^-?(\d+(\.\d*)?|\.\d+)$/;

const constant = (value: string | number) => ({ value: `number:${Number(value)}`, label: String(value) });

/** Labels and values of the options of a list; numbers are offered once one is typed (X§5). */
function optionsOf(
  takes: NodeProps['takes'],
  columns: readonly ComputedColumn[],
  numbers: (string | number)[],
) {
  const of = (role: ComputedColumn['role']) =>
    columns.filter((each) => each.role === role).map(({ key, label }) => ({ value: `column:${key}`, label }));
  const functions = Object.entries(FORMS).map(([form, group]) => ({
    group,
    items: Object.entries(FUNCTIONS)
      .filter(([, each]) => each.form === form)
      .map(([id, { label }]) => ({ value: `function:${id}`, label })),
  }));
  const constants = [...new Map(numbers.map((each) => [Number(each), constant(each)])).values()];
  const values = [
    { group: 'Number', items: constants },
    { group: 'Measures', items: of('measure') },
    { group: 'Formulas', items: of('formula') },
  ];
  const offered = {
    function: functions,
    anything: [...values, ...functions],
    number: values.slice(0, 1),
  }[takes];
  return offered.filter(({ items }) => items.length > 0);
}

function valueOf(draft: FormulaDraft): string | null {
  if (draft === null) return null;
  if (isCall(draft)) return `function:${draft.fn}`;
  return typeof draft === 'number' ? `number:${draft}` : `column:${draft}`;
}

/** The part that an option stands for, which keeps existing parameters. */
function chosen(option: string, before: FormulaDraft): FormulaDraft {
  const at = option.indexOf(':');
  const [kind, rest] = [option.slice(0, at), option.slice(at + 1)];
  if (kind === 'number') return Number(rest);
  return kind === 'function' && isFunction(rest) ? withFunction(before, rest) : rest;
}

/** A list that is searched by typing; a typed number applies at once. */
function PartField({ label, draft, takes, columns, onChange, isNext }: NodeProps): ReactNode {
  const [text, setText] = useState('');
  const typed = takes !== 'function' && NUMBER.test(text.trim()) ? [text.trim()] : [];
  const numbers = [...(typeof draft === 'number' ? [draft] : []), ...typed];
  return (
    <Select
      aria-label={label}
      placeholder={PLACEHOLDERS[takes]}
      data={optionsOf(takes, columns, numbers)}
      value={valueOf(draft)}
      autoFocus={isNext}
      searchable
      onSearchChange={(next) => {
        setText(next);
        if (takes !== 'function' && NUMBER.test(next.trim())) onChange(Number(next));
      }}
      onChange={(option) => option && onChange(chosen(option, draft))}
      onFocus={selectText}
      onClick={selectText}
      allowDeselect={false}
      selectFirstOptionOnChange
      // Else opening the list forgets the option that typing has selected, and Enter chooses nothing.
      selectFirstOptionOnDropdownOpen={draft === null}
      autoSelectOnBlur
      openOnFocus={false}
      maxDropdownHeight={256}
      nothingFoundMessage={takes === 'number' ? 'Type a number' : 'No match'}
      comboboxProps={{ withinPortal: false, floatingStrategy: 'fixed' }}
    />
  );
}

/** Selects the text, so that typing replaces it. */
function selectText({ currentTarget }: SyntheticEvent<HTMLInputElement>): void {
  currentTarget.select();
}

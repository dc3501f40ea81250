import {
  fieldKey,
  isFilterComplete,
  isGroup,
  operatorsFor,
  type Comparison,
  type Filter,
  type Query,
} from '@cairn/query';
import { Button, Stack } from '@cairn/ui';
import { Segmented } from '@cairn/ui/fields';
import { useState, type ReactNode } from 'react';
import { fieldsOf, findField, selectedKind, type CatalogueField } from '../graph/fields.ts';
import { EditorHead } from './editor-form.tsx';
import type { EditorProps } from './editor-props.ts';
import { fieldOptions, fieldOf } from '../options/field-options.ts';
import { OptionList } from '../options/option-list.tsx';
import { RangeFields } from './range-fields.tsx';
import { ValueList } from './value-list.tsx';

type Edited = Extract<Comparison, { IN: unknown } | { 'NOT IN': unknown } | { WITHIN: unknown }>;
type Operator = 'IN' | 'NOT IN' | 'WITHIN';
type AttributeType = Parameters<typeof operatorsFor>[0];
const OPERATOR_WORDS: Record<Operator, string> = { IN: 'Is in', 'NOT IN': 'Not in', WITHIN: 'Between' };

const isEdited = (comparison: Comparison): comparison is Edited =>
  'IN' in comparison || 'NOT IN' in comparison || 'WITHIN' in comparison;

/** The condition, if this editor can show it. Groups and other operators start empty. */
function editable(
  condition: Query['filters'][number] | undefined,
): (Filter & { comparison: Edited }) | undefined {
  if (!condition || isGroup(condition) || condition.unit || condition.bins) return undefined;
  if (!isEdited(condition.comparison)) return undefined;
  return { ...condition, comparison: condition.comparison };
}

export interface ConditionProps extends Pick<EditorProps, 'query' | 'configuration'> {
  /** Index among the filters of the query. A filter does not restrict its own values. */
  readonly index: number;
  /** The condition before the edit. */
  readonly condition: Query['filters'][number] | undefined;
  readonly onApply: (filter: Filter) => void;
  /** The label of the button that applies it. */
  readonly done?: string;
}

/** Edits field, operator and values; a complete condition can be applied (X§5). */
export function ConditionEditor(props: ConditionProps): ReactNode {
  const { query, configuration, condition } = props;
  const current = editable(condition);
  const kind = selectedKind(query);
  const [field, setField] = useState(() => current && findField(configuration, kind, current));
  if (!field) {
    const fields = fieldsOf(configuration, kind);
    return (
      <OptionList
        label="Field to filter by"
        placeholder="Filter by"
        options={fieldOptions(fields)}
        onPick={(value) => setField(fieldOf(fields, value))}
      />
    );
  }
  const isSame = current !== undefined && fieldKey(current) === fieldKey(field);
  return (
    <Condition
      {...props}
      key={fieldKey(field)}
      field={field}
      initial={isSame ? current.comparison : undefined}
      onBack={() => setField(undefined)}
    />
  );
}

interface FieldConditionProps extends ConditionProps {
  readonly field: CatalogueField;
  readonly initial: Edited | undefined;
  readonly onBack: () => void;
}

function Condition(props: FieldConditionProps): ReactNode {
  const { query, index, onApply, field, initial, onBack, done = 'Apply' } = props;
  const operators = operatorsFor(field.type as AttributeType).filter(
    (each) => each in OPERATOR_WORDS,
  ) as Operator[];
  const [comparison, setComparison] = useState<Edited>(
    initial ?? empty(operators.includes('WITHIN') ? 'WITHIN' : 'IN'),
  );
  const operator = operatorOf(comparison);
  const filter: Filter = {
    target: field.target,
    attribute: field.attribute,
    key: fieldKey(field),
    comparison,
  };
  const isComplete = isFilterComplete(filter);
  const apply = () => isComplete && onApply(filter);
  return (
    <Stack
      gap={2.5}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
          event.stopPropagation();
          apply();
        }
      }}
    >
      <EditorHead words={`${field.owner}: ${field.label}`} onBack={onBack}>
        <Segmented
          aria-label="Operator"
          value={operator}
          data={operators.map((value) => ({ value, label: OPERATOR_WORDS[value] }))}
          onChange={(next) => setComparison(empty(next as Operator))}
        />
      </EditorHead>
      {'WITHIN' in comparison ? (
        <RangeFields
          field={field}
          range={comparison.WITHIN}
          onChange={(WITHIN) => setComparison({ WITHIN })}
        />
      ) : (
        <ValueList
          query={query}
          index={index}
          field={field}
          values={'IN' in comparison ? comparison.IN : comparison['NOT IN']}
          onChange={(values) => setComparison(withValues(operator, values))}
        />
      )}
      <Button variant="primary" disabled={!isComplete} onClick={apply}>
        {done}
      </Button>
    </Stack>
  );
}

function operatorOf(comparison: Edited): Operator {
  if ('WITHIN' in comparison) return 'WITHIN';
  return 'IN' in comparison ? 'IN' : 'NOT IN';
}

type Values = Extract<Comparison, { IN: unknown }>['IN'];

function withValues(operator: Operator, values: Values): Edited {
  return operator === 'NOT IN' ? { 'NOT IN': values } : { IN: values };
}

/** An operator without values; changing the operator resets them (X§4). */
function empty(operator: Operator): Edited {
  return operator === 'WITHIN' ? { WITHIN: [null, null] } : withValues(operator, []);
}

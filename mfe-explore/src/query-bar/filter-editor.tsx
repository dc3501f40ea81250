import {
  editQuery,
  fieldKey,
  isFilterComplete,
  isGroup,
  operatorsFor,
  type Comparison,
  type Filter,
  type Query,
} from '@cairn/query';
import { Button } from '@cairn/ui';
import { Segmented } from '@cairn/ui/fields';
import { ArrowLeft } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { fieldsOf, findField, selectedKind, type Field } from '../graph/fields.ts';
import { placed } from './clauses.ts';
import type { EditorProps } from './editor-props.ts';
import { fieldOptions, fieldOf } from './field-options.ts';
import { OptionList } from './option-list.tsx';
import { RangeFields } from './range-fields.tsx';
import { ValueList } from './value-list.tsx';

type Edited = Extract<Comparison, { IN: unknown } | { 'NOT IN': unknown } | { WITHIN: unknown }>;
type Operator = 'IN' | 'NOT IN' | 'WITHIN';
type AttributeType = Parameters<typeof operatorsFor>[0];
const OPERATOR_WORDS: Record<Operator, string> = { IN: 'Is in', 'NOT IN': 'Not in', WITHIN: 'Between' };

const isEdited = (comparison: Comparison): comparison is Edited =>
  'IN' in comparison || 'NOT IN' in comparison || 'WITHIN' in comparison;

/** The filter in a place, if this editor can show it; groups and further operators are chosen anew. */
function editable(
  condition: Query['filters'][number] | undefined,
): (Filter & { comparison: Edited }) | undefined {
  if (!condition || isGroup(condition) || condition.unit || condition.bins) return undefined;
  if (!isEdited(condition.comparison)) return undefined;
  return { ...condition, comparison: condition.comparison };
}

/** Field, operator, values; it can be applied once all three are there (X§5). */
export function FilterEditor(props: EditorProps): ReactNode {
  const { query, configuration, index } = props;
  const current = editable(query.filters[index]);
  const kind = selectedKind(query);
  const [field, setField] = useState(() => current && findField(configuration, kind, current));
  const fields = fieldsOf(configuration, kind);
  if (!field) {
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

interface ConditionProps extends EditorProps {
  readonly field: Field;
  readonly initial: Edited | undefined;
  readonly onBack: () => void;
}

function Condition({ query, index, onApply, field, initial, onBack }: ConditionProps): ReactNode {
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
  const apply = () =>
    isComplete &&
    onApply(editQuery(query, { type: 'setFilters', filters: placed(query.filters, index, filter) }));
  return (
    <div
      className="cn-editor"
      onKeyDown={(event) => {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
          event.stopPropagation();
          apply();
        }
      }}
    >
      <div className="cn-editor__head">
        <Button
          variant="subtle"
          size="small"
          icon={<ArrowLeft aria-hidden />}
          onClick={onBack}
          aria-label="Another field"
        >
          {field.owner}: {field.label}
        </Button>
        <Segmented
          aria-label="Operator"
          value={operator}
          data={operators.map((value) => ({ value, label: OPERATOR_WORDS[value] }))}
          onChange={(next) => setComparison(empty(next as Operator))}
        />
      </div>
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
        Apply
      </Button>
    </div>
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

/** An operator without its values: changing it resets them (X§4). */
function empty(operator: Operator): Edited {
  return operator === 'WITHIN' ? { WITHIN: [null, null] } : withValues(operator, []);
}

import { editQuery, type Measure } from '@cairn/query';
import { Button } from '@cairn/ui';
import { ArrowLeft } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { fieldsOf, kindNamed, selectedKind, type Field } from '../graph/fields.ts';
import { placed } from './clauses.ts';
import type { EditorProps } from './editor-props.ts';
import { fieldOptions, fieldOf } from './field-options.ts';
import { OptionList, type Option } from './option-list.tsx';

const REDUCERS: Record<Measure['reducer'], string> = {
  count: 'Count of values',
  countDistinct: 'Count of distinct values',
  sum: 'Total',
  avg: 'Average',
  median: 'Median',
  p75: '75th percentile',
  p90: '90th percentile',
  p95: '95th percentile',
  min: 'Smallest',
  max: 'Largest',
  first: 'First',
  last: 'Last',
};
type Reducer = Measure['reducer'];
const COUNTS = 'Counts';

/** Chooses what to count or to compute; only what means something for the field is offered. */
export function MeasureEditor({ query, configuration, index, onApply }: EditorProps): ReactNode {
  const kind = selectedKind(query);
  const fields = fieldsOf(configuration, kind);
  const [field, setField] = useState<Field | null>(null);
  const apply = (target: string, attribute: string, reducer: Reducer) => {
    const measure: Measure = { target, attribute, reducer };
    onApply(
      editQuery(query, { type: 'setAggregations', aggregations: placed(query.aggregations, index, measure) }),
    );
  };
  if (field) {
    const offered = (Object.keys(REDUCERS) as Reducer[]).filter((name) => field.reducers.includes(name));
    return (
      <OptionList
        key="reducer"
        label={`How to measure ${field.label.toLowerCase()}`}
        placeholder="Total, average, median…"
        options={offered.map((value) => ({ value, label: REDUCERS[value] }))}
        onPick={(reducer) => apply(field.target, field.attribute, reducer as Reducer)}
        footer={
          <Button
            variant="subtle"
            size="small"
            icon={<ArrowLeft aria-hidden />}
            onClick={() => setField(null)}
          >
            Another field
          </Button>
        }
      />
    );
  }
  const counts = countOptions(configuration, kind);
  return (
    <OptionList
      label="What to measure"
      placeholder="Count, or a field"
      options={[...counts, ...fieldOptions(fields)]}
      onPick={(value) => {
        const [reducer, target] = value.split('!');
        if (target) apply(target, 'uuid', reducer as Reducer);
        else setField(fieldOf(fields, value) ?? null);
      }}
    />
  );
}

function countOptions(configuration: EditorProps['configuration'], kindName: string): Option[] {
  const kind = kindNamed(configuration, kindName);
  if (!kind) return [];
  const own = { value: `count!${kind.name}`, label: `Number of ${kind.plural.toLowerCase()}`, group: COUNTS };
  const distinct = kind.relations
    .filter(({ provided }) => provided)
    .map(({ name, label, target }) => ({
      value: `countDistinct!${name}`,
      label: `Different ${(kindNamed(configuration, target)?.plural ?? label).toLowerCase()}`,
      note: label,
      group: COUNTS,
    }));
  return [own, ...distinct];
}

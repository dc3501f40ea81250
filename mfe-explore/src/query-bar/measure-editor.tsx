import { setMeasures, type Measure } from '@cairn/query';
import { Button } from '@cairn/ui';
import { ArrowLeft } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { fieldsOf, kindNamed, selectedKind, type CatalogueField } from '../graph/fields.ts';
import { placed } from './clauses.ts';
import type { EditorProps } from './editor-props.ts';
import { fieldOptions, fieldOf } from '../options/field-options.ts';
import { MeasureForm } from './measure-form.tsx';
import { OptionList, type Option } from '../options/option-list.tsx';
import { isReducerName, reducerOptions } from './reducers.ts';

const COUNTS = 'Counts';

/** Chooses what to count or compute; for an existing measure, also its title and filter. */
export function MeasureEditor(props: EditorProps): ReactNode {
  const { query, configuration, index, onApply } = props;
  const current = query.aggregations[index];
  const [measure, setMeasure] = useState(current);
  const [isChoosing, setChoosing] = useState(current === undefined);
  const apply = (next: Measure) => onApply(setMeasures(query, placed(query.aggregations, index, next)));
  if (!measure || isChoosing) {
    const pick = (chosen: Measure) => {
      if (!measure) return apply(chosen);
      // A new measure drops the old title, and keeps the filter.
      setMeasure({ ...chosen, ...(measure.filters ? { filters: measure.filters } : {}) });
      setChoosing(false);
    };
    return <MeasureChoice query={query} configuration={configuration} onPick={pick} />;
  }
  return (
    <MeasureForm
      query={query}
      configuration={configuration}
      measure={measure}
      onChange={setMeasure}
      onApply={apply}
      onBack={() => setChoosing(true)}
    />
  );
}

interface ChoiceProps extends Pick<EditorProps, 'query' | 'configuration'> {
  readonly onPick: (measure: Measure) => void;
}

/** Offers a count, or a field with the reducers that apply to it. */
function MeasureChoice({ query, configuration, onPick }: ChoiceProps): ReactNode {
  const kind = selectedKind(query);
  const fields = fieldsOf(configuration, kind);
  const [field, setField] = useState<CatalogueField | null>(null);
  if (field) {
    return (
      <OptionList
        key="reducer"
        label={`How to measure ${field.label.toLowerCase()}`}
        placeholder="Total, average, median…"
        options={reducerOptions(field.reducers)}
        onPick={(reducer) => {
          const { target, attribute } = field;
          if (isReducerName(reducer)) onPick({ target, attribute, reducer });
        }}
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
  return (
    <OptionList
      label="What to measure"
      placeholder="Count, or a field"
      options={[...countOptions(configuration, kind), ...fieldOptions(fields)]}
      onPick={(value) => {
        const [reducer = '', target] = value.split('!');
        if (target && isReducerName(reducer)) onPick({ target, attribute: 'uuid', reducer });
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

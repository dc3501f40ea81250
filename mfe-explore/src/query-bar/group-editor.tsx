import { editQuery, type GroupBy } from '@cairn/query';
import { Button } from '@cairn/ui';
import { ArrowLeft } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { fieldsOf, selectedKind, type CatalogueField } from '../graph/fields.ts';
import { placed } from './clauses.ts';
import type { EditorProps } from './editor-props.ts';
import { fieldOptions, fieldOf } from '../options/field-options.ts';
import { OptionList } from '../options/option-list.tsx';

const UNITS = [
  ['day', 'Day'],
  ['week', 'Week'],
  ['month', 'Month'],
  ['quarter', 'Quarter'],
  ['year', 'Year'],
  ['hour', 'Hour'],
  ['minute', 'Minute'],
  ['dayOfWeek', 'Day of the week'],
  ['hourOfDay', 'Hour of the day'],
  ['minuteOfHour', 'Minute of the hour'],
] as const;

/** Chooses a field and, for a moment, the unit of time to group by. */
export function GroupEditor({ query, configuration, index, onApply }: EditorProps): ReactNode {
  const fields = fieldsOf(configuration, selectedKind(query));
  const [moment, setMoment] = useState<CatalogueField | null>(null);
  const apply = (field: CatalogueField, unit?: GroupBy['unit']) => {
    const { target, attribute } = field;
    const group: GroupBy = { target, attribute, ...(unit ? { unit } : {}) };
    onApply(editQuery(query, { type: 'setGroupBys', groupBys: placed(query.groupBys, index, group) }));
  };
  if (moment) {
    return (
      <OptionList
        key="unit"
        label={`Unit of time for ${moment.label.toLowerCase()}`}
        placeholder="Unit of time"
        options={UNITS.map(([value, label]) => ({ value, label }))}
        onPick={(unit) => apply(moment, UNITS.find(([value]) => value === unit)?.[0])}
        footer={
          <Button
            variant="subtle"
            size="small"
            icon={<ArrowLeft aria-hidden />}
            onClick={() => setMoment(null)}
          >
            Another field
          </Button>
        }
      />
    );
  }
  return (
    <OptionList
      label="Field to group by"
      placeholder="Group by"
      options={fieldOptions(fields)}
      onPick={(value) => {
        const field = fieldOf(fields, value);
        if (field?.type === 'datetime' || field?.type === 'date') setMoment(field);
        else if (field) apply(field);
      }}
    />
  );
}

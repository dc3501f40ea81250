import type { Configuration } from '@cairn/contracts';
import type { GroupBy } from '@cairn/query';
import { Button } from '@cairn/ui';
import { ArrowLeft } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { fieldsOf, type CatalogueField } from '../graph/fields.ts';
import { fieldOf, fieldOptions } from './field-options.ts';
import { OptionList } from './option-list.tsx';

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

interface GroupFieldProps {
  readonly configuration: Configuration;
  /** The kind whose fields are offered, with those of its relations. */
  readonly kind: string;
  readonly onPick: (group: GroupBy) => void;
}

/** Chooses a field and, for a moment, the unit of time to group by. */
export function GroupField({ configuration, kind, onPick }: GroupFieldProps): ReactNode {
  const fields = fieldsOf(configuration, kind);
  const [moment, setMoment] = useState<CatalogueField | null>(null);
  const pick = ({ target, attribute }: CatalogueField, unit?: GroupBy['unit']) =>
    onPick({ target, attribute, ...(unit ? { unit } : {}) });
  if (moment) {
    return (
      <OptionList
        key="unit"
        label={`Unit of time for ${moment.label.toLowerCase()}`}
        placeholder="Unit of time"
        options={UNITS.map(([value, label]) => ({ value, label }))}
        onPick={(unit) => pick(moment, UNITS.find(([value]) => value === unit)?.[0])}
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
        else if (field) pick(field);
      }}
    />
  );
}

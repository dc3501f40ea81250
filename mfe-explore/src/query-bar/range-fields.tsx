import { useHost } from '@cairn/host';
import { localDay, resolveWindow, zoneTable, type Comparison } from '@cairn/query';
import { NumberField, Select, TextField } from '@cairn/ui';
import { useState, type ReactNode } from 'react';
import type { Field } from '../graph/fields.ts';

type Range = Extract<Comparison, { WITHIN: unknown }>['WITHIN'];

interface RangeProps {
  readonly field: Field;
  readonly range: Range;
  readonly onChange: (range: Range) => void;
}

const SECONDS: Record<string, number> = { second: 1, minute: 60, hour: 3_600, day: 86_400 };
const STORED_SECONDS: Record<string, number> = {
  millisecond: 0.001,
  second: 1,
  businesssecond: 1,
  minute: 60,
  hour: 3_600,
};

/** Both ends of a range of numbers or of days; either may stay open. */
export function RangeFields(props: RangeProps): ReactNode {
  return props.field.type === 'number' ? <NumberRange {...props} /> : <DayRange {...props} />;
}

/** Durations are typed in the unit one thinks in and kept in the field's own. */
function NumberRange({ field, range, onChange }: RangeProps): ReactNode {
  const stored = STORED_SECONDS[field.unit ?? ''];
  const [unit, setUnit] = useState('hour');
  const factor = stored ? (SECONDS[unit] ?? 1) / stored : 1;
  const shown = range.map((end) => (typeof end === 'number' ? end / factor : null));
  const set = (place: 0 | 1, value: number | null) => {
    const next: Range = [...range];
    next[place] = value === null ? null : value * factor;
    onChange(next);
  };
  return (
    <div className="cn-editor__range">
      <NumberField
        data-autofocus
        label="From"
        placeholder="No min"
        value={shown[0] ?? null}
        onChange={(value) => set(0, value)}
      />
      <NumberField
        label="To"
        placeholder="No max"
        value={shown[1] ?? null}
        onChange={(value) => set(1, value)}
      />
      {stored && (
        <Select
          label="Unit"
          value={unit}
          data={Object.keys(SECONDS).map((value) => ({ value, label: `${value}s` }))}
          onChange={(value) => value && setUnit(value)}
        />
      )}
    </div>
  );
}

/** Days of the person's zone, kept as instants: the start of the first, the last millisecond of the last. */
function DayRange({ range, onChange }: RangeProps): ReactNode {
  const { timezone } = useHost();
  const zone = zoneTable(timezone);
  const shown = range.map((end) => (typeof end === 'string' ? localDay(Date.parse(end), zone) : ''));
  const set = (place: 0 | 1, day: string) => {
    const next: Range = [...range];
    const span = day ? resolveWindow({ startDate: day, endDate: day }, 0, { zone, firstDay: 1 }) : null;
    const at = place === 0 ? span?.start : (span?.end ?? 1) - 1;
    next[place] = span && at != null ? new Date(at).toISOString() : null;
    onChange(next);
  };
  return (
    <div className="cn-editor__range">
      <TextField
        data-autofocus
        type="date"
        label="From"
        value={shown[0] ?? ''}
        onChange={({ currentTarget }) => set(0, currentTarget.value)}
      />
      <TextField
        type="date"
        label="To"
        value={shown[1] ?? ''}
        onChange={({ currentTarget }) => set(1, currentTarget.value)}
      />
    </div>
  );
}

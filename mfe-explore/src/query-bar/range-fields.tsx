import { useHost } from '@cairn/host';
import { localDay, resolveWindow, secondsIn, workdayOf, zoneTable, type Comparison } from '@cairn/query';
import { NumberField, Select, TextField } from '@cairn/ui';
import { useEffect, useRef, useState, type ReactNode, type RefObject } from 'react';
import styles from './range-fields.module.css';

type Range = Extract<Comparison, { WITHIN: unknown }>['WITHIN'];

interface RangeProps {
  /** The type and unit of the values. */
  readonly field: { readonly type: string; readonly unit?: string | undefined };
  readonly range: Range;
  readonly onChange: (range: Range) => void;
}

const SECONDS: Record<string, number> = { second: 1, minute: 60, hour: 3_600, day: 86_400 };

/** The units in which a duration is typed. Days of working time are those of its calendar, where it has one length. */
function unitsOf(unit: string | undefined): Record<string, number> {
  const workday = workdayOf(unit);
  const { day: _, ...clock } = SECONDS;
  if (workday === undefined) return SECONDS;
  return workday === null ? clock : { ...clock, 'working day': workday };
}

/** Both ends of a range of numbers or of days; either may stay open. */
export function RangeFields(props: RangeProps): ReactNode {
  return props.field.type === 'number' ? <NumberRange {...props} /> : <DayRange {...props} />;
}

/** A popover sets the focus when it opens; when a range replaces a list, the focused element is gone. */
function useFocused(): RefObject<HTMLInputElement | null> {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    field.current?.focus();
  }, []);
  return field;
}

/** The largest unit in which both ends are whole, which is most likely the one they were typed in. */
function unitFor(range: Range, stored: number, units: Record<string, number>): string {
  const ends = range.filter((end) => typeof end === 'number');
  const isWhole = ([, seconds]: [string, number]) => ends.every((end) => (end * stored) % seconds === 0);
  if (ends.length === 0) return 'hour';
  return Object.entries(units).findLast(isWhole)?.[0] ?? 'second';
}

/**
 * A range of numbers. Shares are typed in percent and durations in a chosen unit; both are stored in the
 * field's unit.
 */
function NumberRange({ field, range, onChange }: RangeProps): ReactNode {
  const stored = secondsIn(field.unit);
  const units = unitsOf(field.unit);
  const first = useFocused();
  const isShare = field.unit === 'fraction';
  const [unit, setUnit] = useState(() => unitFor(range, stored ?? 1, units));
  const factor = stored ? (units[unit] ?? 1) / stored : isShare ? 0.01 : 1;
  const inPercent = isShare ? ', in percent' : '';
  // Otherwise a tenth of a percent would read as 0.10000000000000002.
  const shown = range.map((end) => (typeof end === 'number' ? Number((end / factor).toPrecision(12)) : null));
  const set = (place: 0 | 1, value: number | null) => {
    const next: Range = [...range];
    next[place] = value === null ? null : Number((value * factor).toPrecision(15));
    onChange(next);
  };
  return (
    <div className={styles.range}>
      <NumberField
        ref={first}
        data-autofocus
        label={`From${inPercent}`}
        placeholder="No min"
        value={shown[0] ?? null}
        onChange={(value) => set(0, value)}
      />
      <NumberField
        label={`To${inPercent}`}
        placeholder="No max"
        value={shown[1] ?? null}
        onChange={(value) => set(1, value)}
      />
      {stored && (
        <Select
          label="Unit"
          value={unit}
          data={Object.keys(units).map((value) => ({ value, label: `${value}s` }))}
          onChange={(value) => value && setUnit(value)}
        />
      )}
    </div>
  );
}

/** Days in the person's zone, stored as instants: start of the first day, last millisecond of the last. */
function DayRange({ range, onChange }: RangeProps): ReactNode {
  const { timezone } = useHost();
  const first = useFocused();
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
    <div className={styles.range}>
      <TextField
        ref={first}
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

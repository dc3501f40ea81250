import { Popover } from '@mantine/core';
import { Calendar } from 'lucide-react';
import { Suspense, useState, type ReactNode } from 'react';
import { Button } from './button.tsx';
import styles from './date-range-picker.module.css';
import { formatDurationCode, formatRange } from './format-dates.ts';
import { lazyComponent } from './lazy-component.tsx';
import { Skeleton } from './skeletons.tsx';

/** A duration code such as P30D, or both ends as ISO instants (W§4: start of the first and end of the last day). */
export type DateRange = { duration: string } | { startDate: string; endDate: string };

export interface DateRangePickerProps {
  value: DateRange | null;
  /** Called only with a complete range, or with null when it is cleared. */
  onChange: (range: DateRange | null) => void;
  /** Duration codes that are offered first. */
  presets?: readonly string[];
  /** The purpose in the button's name, e.g. "Period". */
  label: string;
  clearable?: boolean;
  timezone?: string;
  /** The first day of weeks in the calendar; 1 is Monday, the default. */
  firstDay?: number;
  /** Shown without a range. */
  placeholder?: string;
  disabled?: boolean;
}

export const DATE_PRESETS = [
  'P1D',
  'P3D',
  'P7D',
  'P30D',
  'P90D',
  'P6M',
  'P1Y',
  'T1W',
  'T1M',
  'L1W',
  'L1M',
] as const;

/** The text of a range on the picker's button. */
export function dateRangeWords(value: DateRange | null, placeholder = 'No date range selected'): string {
  if (!value) return placeholder;
  return 'duration' in value
    ? formatDurationCode(value.duration)
    : formatRange(value.startDate, value.endDate);
}

const CustomRange = lazyComponent(async () => (await import('./custom-range.tsx')).CustomRange);

/** Presets and a calendar for a range of days; the calendar is loaded on opening. */
export function DateRangePicker(props: DateRangePickerProps): ReactNode {
  const { value, onChange, presets = DATE_PRESETS, clearable = false, label } = props;
  const [open, setOpen] = useState(false);
  const pick = (range: DateRange | null) => {
    onChange(range);
    setOpen(false);
  };
  const words = dateRangeWords(value, props.placeholder);
  return (
    <Popover opened={open} onChange={setOpen}>
      <Popover.Target>
        <Button
          icon={<Calendar aria-hidden />}
          disabled={props.disabled ?? false}
          aria-label={`${label}: ${words}`}
          onClick={() => setOpen(!open)}
        >
          {words}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={label} className={styles.range}>
        <div className={styles.presets}>
          {presets.map((code) => (
            <button
              key={code}
              type="button"
              className={styles.preset}
              aria-pressed={value !== null && 'duration' in value && value.duration === code}
              onClick={() => pick({ duration: code })}
            >
              {formatDurationCode(code)}
            </button>
          ))}
          {clearable && value && (
            <button type="button" className={styles.preset} onClick={() => pick(null)}>
              No date range
            </button>
          )}
        </div>
        <Suspense fallback={<Skeleton width={248} height={248} />}>
          <CustomRange
            value={value && 'startDate' in value ? value : null}
            timezone={props.timezone}
            firstDay={props.firstDay}
            onPick={pick}
          />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  );
}

import { DatePicker, type DayOfWeek } from '@mantine/dates';
import dayjs from 'dayjs';
import { useState, type ReactNode } from 'react';
import { inZone } from './in-zone.ts';

const MONDAY = 1;

type Ends = { startDate: string; endDate: string };

/** Two days as instants in the zone: the start of the first and the end of the last. */
export function endsOfDays(first: string, last: string, zone?: string): Ends {
  return {
    startDate: inZone(first, zone).startOf('day').toISOString(),
    endDate: inZone(last, zone).endOf('day').toISOString(),
  };
}

/**
 * The calendar of `DateRangePicker`, loaded on demand. It reports a range once both ends are chosen (W§5).
 */
export function CustomRange({
  value,
  timezone,
  firstDay = MONDAY,
  onPick,
}: {
  value: Ends | null;
  timezone: string | undefined;
  firstDay: number | undefined;
  onPick: (range: Ends) => void;
}): ReactNode {
  const day = (instant: string) =>
    (timezone ? dayjs(instant).tz(timezone) : dayjs(instant)).format('YYYY-MM-DD');
  const [days, setDays] = useState<[string | null, string | null]>(
    value ? [day(value.startDate), day(value.endDate)] : [null, null],
  );
  return (
    <DatePicker
      type="range"
      size="sm"
      allowSingleDateInRange
      highlightToday
      // Sunday is 0 here.
      firstDayOfWeek={(firstDay % 7) as DayOfWeek}
      ariaLabels={{
        previousMonth: 'Previous month',
        nextMonth: 'Next month',
      }}
      value={days}
      defaultDate={days[1] ?? dayjs().format('YYYY-MM-DD')}
      onChange={([first, last]) => {
        setDays([first, last]);
        if (first && last) onPick(endsOfDays(first, last, timezone));
      }}
    />
  );
}

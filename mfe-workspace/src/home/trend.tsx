import { seriesQuery } from '@cairn/client';
import { useHost, withTimezone } from '@cairn/host';
import type { Query } from '@cairn/query';
import type { DateRange } from '@cairn/ui';
import { Sparkline } from '@cairn/views/sparkline';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { stepOf } from './questions.ts';

/** The small line of a figure over its period; none for a figure whose period is not that of its things. */
export function Trend({ query, range }: { query: Query; range: DateRange }): ReactNode {
  const host = useHost();
  const isOverTime = Boolean(query.duration || query.startDate);
  const asked = withTimezone({ ...query, timeUnit: stepOf(range).unit }, host);
  const { data } = useQuery({
    ...seriesQuery(host.org.id, asked),
    enabled: isOverTime,
    select: ({ data: rows }) =>
      rows.map((row) => Object.entries(row).find(([column]) => column !== 'timestamp')?.[1]),
  });
  // The first and the last period are cut by the window, so that they would look like a fall.
  const whole = data && data.length > 4 ? data.slice(1, -1) : data;
  const values = whole?.map((value) => (typeof value === 'number' ? value : null));
  return <Sparkline values={values} hasLine={isOverTime} />;
}

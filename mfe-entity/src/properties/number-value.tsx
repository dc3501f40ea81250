import { formatWorkingTime, workdayOf } from '@cairn/query';
import { formatDuration, formatNumber, Text } from '@cairn/ui';
import type { ReactNode } from 'react';
import { secondsOf } from './duration.ts';

/** A number in its unit: a duration, a share, an identifier or a quantity. */
export function NumberValue({
  name,
  unit,
  value,
}: {
  name: string;
  unit: string | undefined;
  value: number;
}): ReactNode {
  const workday = workdayOf(unit);
  if (workday !== undefined) return <Text numeric>{formatWorkingTime(value, workday)}</Text>;
  const seconds = secondsOf(name, unit, value);
  if (seconds !== null) return <Text numeric>{formatDuration(seconds)}</Text>;
  if (unit === 'fraction') return <Text numeric>{formatNumber(value * 100)}%</Text>;
  if (unit === 'identifier') return <Text numeric>{String(value)}</Text>;
  const word = unit === 'line' ? (value === 1 ? ' line' : ' lines') : '';
  return <Text numeric>{`${formatNumber(value)}${word}`}</Text>;
}

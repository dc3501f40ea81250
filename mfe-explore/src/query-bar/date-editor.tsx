import { useHost } from '@cairn/host';
import { editQuery, isRangeComplete, localDay, zoneTable, durationInWords, sentenceCase } from '@cairn/query';
import { Button, Stack, Text, TextField } from '@cairn/ui';
import { useState, type ReactNode } from 'react';
import type { EditorProps } from './editor-props.ts';
import styles from './presets.module.css';
import fields from './range-fields.module.css';

/** The durations of X§3, and some longer ones for the history of a repository. */
const PRESETS = 'P1D P2D P3D P7D P14D P30D P90D P3M P6M P1Y P3Y P5Y T1W T1M T1Y L1W L1M L1Y'.split(' ');
const USUAL = 'P30D';

/** Chooses a preset or two days, never after today (X§5). */
export function DateEditor({ query, onApply }: EditorProps): ReactNode {
  const { timezone, user } = useHost();
  const first = user.preferences.period ?? USUAL;
  const [today] = useState(() => localDay(Date.now(), zoneTable(timezone)));
  const [start, setStart] = useState(query.startDate?.slice(0, 10) ?? '');
  const [end, setEnd] = useState(query.endDate?.slice(0, 10) ?? '');
  const isComplete = isRangeComplete(start, end, today);
  const isOrdered = !start || !end || start <= end;
  return (
    <Stack gap={2.5}>
      <div className={styles.presets} role="group" aria-label="Periods">
        {PRESETS.map((duration) => (
          <button
            key={duration}
            type="button"
            {...(duration === first ? { 'data-autofocus': true } : {})}
            aria-pressed={query.duration === duration}
            onClick={() => onApply(editQuery(query, { type: 'setDuration', duration }))}
          >
            {sentenceCase(durationInWords(duration))}
          </button>
        ))}
      </div>
      <form
        className={fields.range}
        onSubmit={(event) => {
          event.preventDefault();
          event.stopPropagation();
          if (isComplete) onApply(editQuery(query, { type: 'setDates', startDate: start, endDate: end }));
        }}
      >
        <TextField
          type="date"
          label="From"
          max={end && end < today ? end : today}
          value={start}
          onChange={({ currentTarget }) => setStart(currentTarget.value)}
        />
        <TextField
          type="date"
          label="To"
          min={start || undefined}
          max={today}
          value={end}
          error={isOrdered ? null : 'Before the first day'}
          onChange={({ currentTarget }) => setEnd(currentTarget.value)}
        />
        <Button type="submit" variant="primary" disabled={!isComplete}>
          Apply
        </Button>
      </form>
      <Text as="p" tone="muted">
        Days of {timezone}
      </Text>
    </Stack>
  );
}

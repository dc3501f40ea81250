import { useHost } from '@cairn/host';
import { editQuery, type Query } from '@cairn/query';
import { Button, Stack, Text, TextField } from '@cairn/ui';
import { useState, type ReactNode } from 'react';
import { EditorForm } from './editor-form.tsx';
import type { EditorProps } from './editor-props.ts';
import styles from './presets.module.css';

const MOMENTS = [
  { asOf: 'now', words: 'Now' },
  { asOf: 'event', words: 'At the time of each event' },
] as const;

/** Chooses the moment for which assignments, memberships and other dated relations are asked. */
export function AsOfEditor({ query, onApply }: EditorProps): ReactNode {
  const { timezone } = useHost();
  const { asOf } = query;
  const isDay = asOf !== undefined && asOf !== 'now' && asOf !== 'event';
  const [day, setDay] = useState(isDay ? asOf.slice(0, 10) : '');
  const apply = (moment: Query['asOf']) => onApply(editQuery(query, { type: 'setAsOf', asOf: moment }));
  return (
    <Stack gap={2.5}>
      <div className={styles.presets} data-single role="group" aria-label="Moments">
        {MOMENTS.map((each) => (
          <button
            key={each.asOf}
            type="button"
            {...(each.asOf === (asOf === 'event' ? 'event' : 'now') ? { 'data-autofocus': true } : {})}
            aria-pressed={asOf === each.asOf}
            onClick={() => apply(each.asOf)}
          >
            {each.words}
          </button>
        ))}
      </div>
      <EditorForm onApply={() => day !== '' && apply(day)}>
        <TextField
          type="date"
          label="On a day"
          value={day}
          onChange={({ currentTarget }) => setDay(currentTarget.value)}
        />
        <Button type="submit" variant="primary" disabled={day === ''}>
          Apply
        </Button>
      </EditorForm>
      <Text as="p" tone="muted">
        Who was assigned, member or in a sprint then. A day is taken at its start in{' '}
        {query.timezone ?? timezone}. What lasts, such as a person, has no time of its own and is asked as of
        now.
      </Text>
    </Stack>
  );
}

import { sourceRunClient } from '@cairn/client/source-runs';
import type { OrgId, Source, SourceSchedule } from '@cairn/contracts';
import { useHost } from '@cairn/host';
import { NumberField, Select, Text, TextField } from '@cairn/ui';
import { useState, type ReactNode } from 'react';
import { FIRST_OF, LIMITS, nextRunWords, SCHEDULE_WAYS, wayOf, type ScheduleWay } from './schedule-words.ts';
import { useSourceAction } from './sources.ts';
import styles from './integrations.module.css';

/** Saves a schedule at once; Undo brings the one before back. */
function useSchedule({ id, name, schedule: before }: Source) {
  const { toast } = useHost();
  const change = useSourceAction((orgId: OrgId, schedule: SourceSchedule) =>
    sourceRunClient.scheduleSource({ params: { orgId }, input: { id, schedule } }),
  );
  const onError = ({ message }: Error) => toast({ kind: 'error', message });
  return (schedule: SourceSchedule) =>
    change.mutate(schedule, {
      onError,
      onSuccess: ({ data }) =>
        toast({
          kind: 'undo',
          message: `${name} is read ${data.scheduleWords ?? ''}`,
          onUndo: () => before && change.mutate(before, { onError }),
        }),
    });
}

/** When a source is read by itself, to be chosen, and when it is read next. */
export function ScheduleField({ source, schedule }: { source: Source; schedule: SourceSchedule }): ReactNode {
  const { timezone } = useHost();
  const save = useSchedule(source);
  const way = wayOf(schedule);
  const held = source.disconnected
    ? 'Disconnected: nothing is read until it is connected again'
    : 'Paused: nothing is read until it is resumed';
  const next = source.status === 'paused' ? held : nextRunWords(source, timezone);
  return (
    <div className={styles['schedule']}>
      <Select
        label="Is read"
        data={[...SCHEDULE_WAYS]}
        value={way}
        allowDeselect={false}
        onChange={(chosen) => chosen && chosen !== way && save(FIRST_OF[chosen as ScheduleWay])}
      />
      <Details key={JSON.stringify(schedule)} schedule={schedule} onChange={save} />
      <Text tone="muted">{next.charAt(0).toUpperCase() + next.slice(1)}</Text>
    </div>
  );
}

function Details({
  schedule,
  onChange,
}: {
  schedule: SourceSchedule;
  onChange: (schedule: SourceSchedule) => void;
}): ReactNode {
  if (schedule.kind === 'manual') return null;
  if (schedule.kind === 'daily') return <DailyField at={schedule.at} onChange={onChange} />;
  const way = wayOf(schedule) === 'hours' ? 'hours' : 'minutes';
  return <IntervalField way={way} minutes={schedule.minutes} onChange={onChange} />;
}

function DailyField({
  at,
  onChange,
}: {
  at: string;
  onChange: (schedule: SourceSchedule) => void;
}): ReactNode {
  const [time, setTime] = useState(at);
  return (
    <TextField
      type="time"
      label="Time"
      description="In the zone of the organization's working calendar."
      value={time}
      onChange={(event) => setTime(event.currentTarget.value)}
      onBlur={() => time !== '' && time !== at && onChange({ kind: 'daily', at: time })}
    />
  );
}

function IntervalField({
  way,
  minutes,
  onChange,
}: {
  way: 'minutes' | 'hours';
  minutes: number;
  onChange: (schedule: SourceSchedule) => void;
}): ReactNode {
  const unit = way === 'hours' ? 60 : 1;
  const [least, most] = LIMITS[way];
  const [count, setCount] = useState<number | null>(minutes / unit);
  const wrong = count === null || !Number.isInteger(count) || count < least || count > most;
  return (
    <NumberField
      label={way === 'hours' ? 'Hours' : 'Minutes'}
      min={least}
      max={most}
      value={count}
      error={wrong ? `A whole number from ${least} to ${most}` : undefined}
      onChange={setCount}
      onBlur={() =>
        !wrong && count * unit !== minutes && onChange({ kind: 'interval', minutes: count * unit })
      }
    />
  );
}

import { useHost } from '@cairn/host';
import { Button, formatDate, IconButton, Select, TextField, Text } from '@cairn/ui';
import { Checkbox } from '@cairn/ui/fields';
import { X } from 'lucide-react';
import { useId, useMemo, useState, type KeyboardEvent, type ReactNode } from 'react';
import { DAYS, type CalendarDraft, type ParsedDraft } from './calendar-words.ts';
import styles from './calendars.module.css';

interface CalendarFieldsProps {
  readonly draft: CalendarDraft;
  readonly wrong: ParsedDraft['wrong'];
  readonly onChange: (draft: CalendarDraft) => void;
}

/** The fields of a working calendar: days, hours, zone, holidays. */
export function CalendarFields({ draft, wrong, onChange }: CalendarFieldsProps): ReactNode {
  const change = (part: Partial<CalendarDraft>) => onChange({ ...draft, ...part });
  return (
    <>
      <Days days={draft.days} error={wrong.days} onChange={(days) => change({ days })} />
      <div className={styles['hours']}>
        <TextField
          type="time"
          label="The day begins"
          value={draft.opens}
          error={wrong.opens}
          onChange={(event) => change({ opens: event.currentTarget.value })}
        />
        <TextField
          type="time"
          label="The day ends"
          value={draft.closes}
          error={wrong.closes}
          onChange={(event) => change({ closes: event.currentTarget.value })}
        />
      </div>
      <Zone zone={draft.zone} onChange={(zone) => change({ zone })} />
      <Holidays holidays={draft.holidays} onChange={(holidays) => change({ holidays })} />
    </>
  );
}

interface DaysProps {
  readonly days: readonly number[];
  readonly error: string | undefined;
  readonly onChange: (days: readonly number[]) => void;
}

function Days({ days, error, onChange }: DaysProps): ReactNode {
  const { firstDay } = useHost();
  const said = useId();
  const start = firstDay - 1;
  const inOrder = [...DAYS.slice(start), ...DAYS.slice(0, start)];
  return (
    <fieldset className={styles['days']} aria-describedby={error ? said : undefined}>
      <legend>Working days</legend>
      {inOrder.map(({ day, name, short }) => (
        <Checkbox
          key={day}
          label={short}
          aria-label={name}
          aria-invalid={error ? true : undefined}
          checked={days.includes(day)}
          onChange={(event) =>
            onChange(event.currentTarget.checked ? [...days, day] : days.filter((each) => each !== day))
          }
        />
      ))}
      {error && (
        <p id={said} className={styles['wrong']}>
          {error}
        </p>
      )}
    </fieldset>
  );
}

const OWN_ZONE = '';

function Zone({
  zone,
  onChange,
}: {
  zone: string | null;
  onChange: (zone: string | null) => void;
}): ReactNode {
  const zones = useMemo(() => {
    const known = new Set(['UTC', ...Intl.supportedValuesOf('timeZone'), ...(zone ? [zone] : [])]);
    return [
      { value: OWN_ZONE, label: 'Each person’s own zone' },
      ...[...known].map((value) => ({ value, label: value })),
    ];
  }, [zone]);
  return (
    <Select
      label="Time zone"
      data={zones}
      searchable
      limit={100}
      value={zone ?? OWN_ZONE}
      onChange={(chosen) => onChange(chosen || null)}
    />
  );
}

/** The day in words, the same in every zone of a reader. */
const inWords = (day: string) => formatDate(Date.parse(day), 'UTC');

interface HolidaysProps {
  readonly holidays: readonly string[];
  readonly onChange: (holidays: readonly string[]) => void;
}

function Holidays({ holidays, onChange }: HolidaysProps): ReactNode {
  const [day, setDay] = useState('');
  const isThere = holidays.includes(day);
  const add = () => {
    if (!day || isThere) return;
    onChange([...holidays, day].toSorted());
    setDay('');
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !day) return;
    // Enter in any other field saves.
    event.preventDefault();
    add();
  };
  return (
    <div className={styles['holidays']}>
      <div className={styles['add']}>
        <TextField
          type="date"
          label="Holidays"
          value={day}
          error={isThere ? 'It is in the list already.' : undefined}
          onChange={(event) => setDay(event.currentTarget.value)}
          onKeyDown={onKeyDown}
        />
        <Button onClick={add} disabled={!day || isThere}>
          Add holiday
        </Button>
      </div>
      {holidays.length > 0 && (
        <ul aria-label="Holidays">
          {holidays.map((each) => (
            <li key={each}>
              <Text numeric>{inWords(each)}</Text>
              <IconButton
                label={`Remove ${inWords(each)}`}
                onClick={() => onChange(holidays.filter((other) => other !== each))}
              >
                <X size={14} aria-hidden />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

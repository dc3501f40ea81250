import { orgDenial, type Durations, type WorkingCalendar } from '@cairn/contracts';
import { addressAt, actorOf, useHost } from '@cairn/host';
import {
  Button,
  EmptyState,
  ErrorState,
  Note,
  ProgressBar,
  TableSkeleton,
  useConfirm,
  Text,
} from '@cairn/ui';
import { CalendarDays, Plus } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { SettingsPage } from '../setting.tsx';
import { CalendarDialog, type Edited } from './calendar-dialog.tsx';
import { calendarInWords } from './calendar-words.ts';
import { useCalendars, useNames, useSetCalendar, type Owner } from './use-calendars.ts';
import styles from './calendars.module.css';

/** The working calendars of the org, its teams and its people; admins change them, others see them. */
export function Page(): ReactNode {
  const host = useHost();
  const { data, error, refetch } = useCalendars();
  const mayChange = orgDenial(actorOf(host).role, 'setCalendars') === null;
  return (
    <SettingsPage
      title="Working calendars"
      description={
        'Cycle, review and lead times count working time only. A person has a calendar of their own, else that of ' +
        `their team, else that of the organization. ${mayChange ? 'A change works all of it out anew.' : 'Admins can change them.'}`
      }
    >
      {data ? (
        <Lists
          calendars={data.data}
          standard={data.standard}
          durations={data.durations}
          mayChange={mayChange}
        />
      ) : error ? (
        <ErrorState title="The calendars cannot be read" error={error} onRetry={() => void refetch()} />
      ) : (
        <TableSkeleton rows={3} columns={2} rowHeight={60} />
      )}
    </SettingsPage>
  );
}

interface ListsProps {
  readonly calendars: readonly { readonly owner: Owner; readonly calendar: WorkingCalendar }[];
  readonly standard: WorkingCalendar;
  readonly durations: Durations;
  readonly mayChange: boolean;
}

function Lists({ calendars, standard, durations, mayChange }: ListsProps): ReactNode {
  const { org } = useHost();
  const [edited, setEdited] = useState<Edited | null>(null);
  const [open, setOpen] = useState(false);
  const own = calendars.find(({ owner }) => owner === 'org')?.calendar;
  const others = calendars.filter(({ owner }) => owner !== 'org');
  const edit = (next: Edited) => {
    setEdited(next);
    setOpen(true);
  };
  return (
    <>
      <ul className={styles['list']} aria-label="Organization">
        <Row
          name={org.name}
          words={calendarInWords(own ?? standard)}
          note={own ? undefined : 'The standard calendar, because none is set.'}
          {...(mayChange && {
            onEdit: () => edit({ owner: 'org', name: org.name, before: own ?? null, from: own ?? standard }),
          })}
          {...(mayChange && own && { taken: { owner: 'org', before: own } })}
        />
      </ul>
      <div className={styles['head']}>
        <h2>Teams and people</h2>
        {mayChange && (
          <Button
            icon={<Plus aria-hidden />}
            onClick={() => edit({ owner: null, name: null, before: null, from: own ?? standard })}
          >
            Add calendar
          </Button>
        )}
      </div>
      <Others others={others} mayChange={mayChange} onEdit={edit} />
      <WorkingOut durations={durations} />
      {edited && (
        <CalendarDialog open={open} edited={edited} taken={calendars} onClose={() => setOpen(false)} />
      )}
    </>
  );
}

function WorkingOut({ durations }: Pick<ListsProps, 'durations'>): ReactNode {
  if (durations === 'failed')
    return (
      <Note tone="bad">
        Business durations could not be worked out anew. They are as they were, and follow the calendars with
        the next data that comes in.
      </Note>
    );
  return (
    durations === 'workingOut' && (
      <div className={styles['busy']} role="status">
        <ProgressBar label="Working out business durations anew" />
        <Text tone="muted">
          Working out business durations anew. Until that is done, figures are as they were; you may leave
          this page.
        </Text>
      </div>
    )
  );
}

interface OthersProps {
  readonly others: ListsProps['calendars'];
  readonly mayChange: boolean;
  readonly onEdit: (edited: Edited) => void;
}

function Others({ others, mayChange, onEdit }: OthersProps): ReactNode {
  const { org } = useHost();
  const names = useNames(others.map(({ owner }) => owner));
  if (others.length === 0) {
    return (
      <EmptyState inline icon={<CalendarDays aria-hidden />} title="Everybody follows the organization">
        A team or a person with other days, hours or holidays can have a calendar here.
      </EmptyState>
    );
  }
  const named = others.map(({ owner, calendar }) => {
    const found = names.data?.get(owner);
    return { owner, calendar, kind: found?.kind, name: found?.name ?? (names.isPending ? '…' : owner) };
  });
  return (
    <ul className={styles['list']} aria-label="Teams and people">
      {named
        .toSorted((a, b) => a.name.localeCompare(b.name))
        .map(({ owner, calendar, kind, name }) => (
          <Row
            key={owner}
            name={<Link to={addressAt(org.id, 'entity', owner)}>{name}</Link>}
            words={calendarInWords(calendar)}
            note={kind}
            {...(mayChange && { onEdit: () => onEdit({ owner, name, before: calendar, from: calendar }) })}
            {...(mayChange && { taken: { owner, before: calendar } })}
            label={name}
          />
        ))}
    </ul>
  );
}

interface RowProps {
  readonly name: ReactNode;
  /** The name as text, where `name` is more than that. */
  readonly label?: string;
  readonly words: string;
  readonly note?: string | undefined;
  readonly onEdit?: () => void;
  readonly taken?: { readonly owner: Owner; readonly before: WorkingCalendar };
}

function Row({ name, label = String(name), words, note, onEdit, taken }: RowProps): ReactNode {
  return (
    <li className={styles['calendar']}>
      <div className={styles['words']}>
        <div className={styles['name']}>{name}</div>
        <Text as="div" tone="muted">
          {words}
        </Text>
        {note && (
          <Text as="div" tone="faint">
            {note}
          </Text>
        )}
      </div>
      {onEdit && (
        <Button aria-label={`Edit the calendar of ${label}`} onClick={onEdit}>
          Edit
        </Button>
      )}
      {taken && <TakeAway label={label} {...taken} />}
    </li>
  );
}

function TakeAway({
  label,
  owner,
  before,
}: {
  label: string;
  owner: Owner;
  before: WorkingCalendar;
}): ReactNode {
  const confirm = useConfirm();
  const set = useSetCalendar();
  const ask = async () => {
    const next =
      owner === 'org'
        ? 'the standard one holds'
        : 'the next wider one holds: that of their team or of the organization';
    const yes = await confirm({
      title: `Remove the calendar of ${label}?`,
      message: `From then on ${next}, and business durations are worked out anew. It can be undone.`,
      confirm: 'Remove calendar',
    });
    if (!yes) return;
    const said = { message: `Removed the calendar of ${label}`, before };
    set.mutate({ owner, calendar: null, said, failed: () => `The calendar of ${label} is not removed.` });
  };
  return (
    <Button
      variant="subtle"
      aria-label={`Remove the calendar of ${label}`}
      loading={set.isPending}
      onClick={() => void ask()}
    >
      Remove
    </Button>
  );
}

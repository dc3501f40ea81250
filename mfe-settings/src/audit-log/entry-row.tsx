import { ROLE_WORDS, Role } from '@cairn/contracts';
import { AUDIT_ACTIONS, type AuditChange, type AuditEntry } from '@cairn/contracts/audit';
import { useHost } from '@cairn/host';
import { Dialog, formatDateTime, IconButton, Text } from '@cairn/ui';
import { CopyIcon, JsonViewer } from '@cairn/ui/viewers';
import { Braces } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import styles from './audit-log.module.css';

/** The words for what a change names. Others are shown as they are. */
const FIELDS: Readonly<Record<string, string>> = {
  first_day: 'first day of the week',
  board_creator: 'who may create boards',
  person_measures: 'who sees measures of one person',
  two_factor: 'two factors',
  scope: 'visibility',
  trial_end_date: 'end of the trial',
};

const { format: formatWeekday } = new Intl.DateTimeFormat('en', { weekday: 'long', timeZone: 'UTC' });
/** 2024 began on a Monday, the first of the days that an org may choose. */
const dayName = (day: string) => formatWeekday(new Date(Date.UTC(2024, 0, Number(day))));
const ISO = /^\d{4}-\d\d-\d\dT/;

function valueOf(what: string, value: string | null, timezone: string): string {
  if (value === null || value === '') return 'nothing';
  if (what === 'first_day') return dayName(value);
  if (what === 'enabled') return value === 'true' ? 'on' : 'off';
  if (what === 'role' || what === 'board_creator') {
    const role = Role.safeParse(value).data;
    return role ? ROLE_WORDS[role] : value;
  }
  return ISO.test(value) ? formatDateTime(value, timezone) : value;
}

/** A change in words: `role: User → Org admin`. */
export function changeWords({ what, from, to }: AuditChange, timezone: string): string {
  const name = FIELDS[what] ?? what;
  const after = valueOf(what, to, timezone);
  return from === null ? `${name}: ${after}` : `${name}: ${valueOf(what, from, timezone)} → ${after}`;
}

/** One act: what was done on what, by whom, when. */
export function EntryRow({ entry }: { entry: AuditEntry }): ReactNode {
  const { timezone } = useHost();
  const { action, actor, target, changes, at } = entry;
  return (
    <li>
      <div className={styles['words']}>
        <div className={styles['act']}>
          {AUDIT_ACTIONS[action]}
          {target !== null && <span className={styles['target']}>{target}</span>}
        </div>
        {changes.length > 0 && (
          <Text as="div" tone="muted">
            {changes.map((change) => changeWords(change, timezone)).join(' · ')}
          </Text>
        )}
      </div>
      <Details entry={entry} />
      <div className={styles['who']}>
        <Text as="div" truncate>
          {actor ?? 'Cairn'}
        </Text>
        <Text as="div" tone="muted">
          <time dateTime={at}>{formatDateTime(at, timezone)}</time>
        </Text>
      </div>
    </li>
  );
}

/** The whole act as it is stored: ids, and values as they are (W§2.8). */
function Details({ entry }: { entry: AuditEntry }): ReactNode {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <IconButton
        size="small"
        label={`Details of “${AUDIT_ACTIONS[entry.action]}”`}
        onClick={() => setOpen(true)}
      >
        <Braces size={14} aria-hidden />
      </IconButton>
      <Dialog open={isOpen} onClose={() => setOpen(false)} title={AUDIT_ACTIONS[entry.action]}>
        <div className={styles['copy']}>
          <CopyIcon text={JSON.stringify(entry, null, 2)} label="Copy the details" />
        </div>
        <JsonViewer data={entry} />
      </Dialog>
    </>
  );
}

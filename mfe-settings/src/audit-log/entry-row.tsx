import { AUDIT_ACTIONS, ROLE_WORDS, Role, type AuditChange, type AuditEntry } from '@cairn/contracts';
import { useHost } from '@cairn/host';
import { formatDateTime, Text } from '@cairn/ui';
import type { ReactNode } from 'react';
import styles from './audit-log.module.css';

/** The words for what a change names. Others are shown as they are. */
const FIELDS: Readonly<Record<string, string>> = {
  first_day: 'first day of the week',
  board_creator: 'who may create boards',
  person_measures: 'who sees measures of one person',
  scope: 'visibility',
};

const valueOf = (value: string | null) => {
  const role = Role.safeParse(value).data;
  return role ? ROLE_WORDS[role] : value === '' ? 'nothing' : value;
};

/** A change in words: `role: User → Org admin`. */
export function changeWords({ what, from, to }: AuditChange): string {
  const name = FIELDS[what] ?? what;
  return from === null ? `${name}: ${valueOf(to)}` : `${name}: ${valueOf(from)} → ${valueOf(to)}`;
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
            {changes.map(changeWords).join(' · ')}
          </Text>
        )}
      </div>
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

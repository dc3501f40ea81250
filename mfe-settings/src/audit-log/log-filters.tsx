import { auditClient, type AuditFilters } from '@cairn/client/audit';
import { AUDIT_ACTIONS, AuditAction } from '@cairn/contracts/audit';
import { useHost } from '@cairn/host';
import { resolveWindow, zoneTable } from '@cairn/query';
import { buttonAttributes, DateRangePicker, Select, TextField, type DateRange } from '@cairn/ui';
import { Download } from 'lucide-react';
import { useRef, type ReactNode } from 'react';
import styles from './audit-log.module.css';

/** The filters as a person chose them. */
export interface LogChoices {
  readonly action: AuditAction | null;
  readonly actor: string;
  /** The chosen range, and the instants that it meant when it was chosen. */
  readonly range: { readonly chosen: DateRange; readonly since?: string; readonly until?: string } | null;
}

export const NO_CHOICES: LogChoices = { action: null, actor: '', range: null };

/** Whether any filter is chosen. */
export const isFiltered = ({ action, actor, range }: LogChoices): boolean =>
  action !== null || actor !== '' || range !== null;

/** The filters as the service takes them. */
export function filtersOf({ action, actor, range }: LogChoices): AuditFilters {
  return {
    ...(action ? { action } : {}),
    ...(actor ? { actor } : {}),
    ...(range?.since ? { since: range.since } : {}),
    ...(range?.until ? { until: range.until } : {}),
  };
}

const ACTIONS = Object.entries(AUDIT_ACTIONS).map(([value, label]) => ({ value, label }));
const TYPED_MS = 300;

/** What to show of the audit log, and the same as a csv file. */
export function LogFilters({
  choices,
  onChange,
}: {
  choices: LogChoices;
  onChange: (change: Partial<LogChoices>) => void;
}): ReactNode {
  const { org } = useHost();
  const csv = auditClient.exportAudit.address({ params: { orgId: org.id }, query: filtersOf(choices) });
  return (
    <div className={styles['filters']} role="search" aria-label="Filter the audit log">
      <ActorField onChange={(actor) => onChange({ actor })} />
      <Select
        aria-label="What was done"
        placeholder="All acts"
        w={220}
        clearable
        data={ACTIONS}
        value={choices.action}
        onChange={(value) => onChange({ action: AuditAction.safeParse(value).data ?? null })}
      />
      <PeriodField choices={choices} onChange={onChange} />
      <a href={csv} download {...buttonAttributes()}>
        <Download aria-hidden />
        Export csv
      </a>
    </div>
  );
}

const boundOf = (name: 'since' | 'until', at: number | null) =>
  at === null ? {} : { [name]: new Date(at).toISOString() };

function PeriodField({
  choices,
  onChange,
}: {
  choices: LogChoices;
  onChange: (change: Partial<LogChoices>) => void;
}): ReactNode {
  const { firstDay, timezone } = useHost();
  const choose = (chosen: DateRange | null) => {
    if (chosen === null) return onChange({ range: null });
    const { start, end } = resolveWindow(chosen, Date.now(), {
      zone: zoneTable(timezone),
      firstDay,
    });
    onChange({ range: { chosen, ...boundOf('since', start), ...boundOf('until', end) } });
  };
  return (
    <DateRangePicker
      label="Period"
      clearable
      placeholder="Any time"
      timezone={timezone}
      firstDay={firstDay}
      value={choices.range?.chosen ?? null}
      onChange={choose}
    />
  );
}

/** Finds by e-mail, a moment after the last key. */
function ActorField({ onChange }: { onChange: (actor: string) => void }): ReactNode {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const search = (text: string) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => onChange(text.trim()), TYPED_MS);
  };
  return (
    <TextField
      aria-label="Who did it"
      placeholder="E-mail"
      w={180}
      maxLength={254}
      onChange={(event) => search(event.currentTarget.value)}
    />
  );
}

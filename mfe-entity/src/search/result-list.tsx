import type { FoundChoices, FoundEntity } from '@cairn/contracts';
import { CATALOGUE, BADGE_KINDS } from '@cairn/entities';
import { useHost } from '@cairn/host';
import { Avatar, formatDateTime, formatDurationCode, formatWhen, plural, Text } from '@cairn/ui';
import { ListRow, Pager } from '@cairn/ui/fields';
import type { ReactNode } from 'react';
import { StatusBadge } from '../badges/status-badge.tsx';
import { EntityLink } from '../frame/entity-link.tsx';
import { KindIcon } from '../kind-page/kind-icon.tsx';
import type { SearchState } from './search-address.ts';
import { pluralOf } from './search-filters.tsx';
import styles from './search.module.css';

interface ResultListProps {
  state: SearchState;
  choices: FoundChoices | undefined;
  found: readonly FoundEntity[];
  pageSize: number;
  total: number;
  onPage: (page: number) => void;
}

/** A list of found entities, which the drawer moves along. */
export function Found({ label, found }: { label: string; found: readonly FoundEntity[] }): ReactNode {
  const siblings = found.map(({ uuid }) => uuid);
  return (
    <ul className={styles.list} aria-label={label}>
      {found.map((entity) => (
        <Result key={entity.uuid} entity={entity} siblings={siblings} />
      ))}
    </ul>
  );
}

/** A page of results, with what was asked for at the end of the last one. */
export function ResultList({ state, choices, found, pageSize, total, onPage }: ResultListProps): ReactNode {
  const isLast = state.page * pageSize >= total;
  return (
    <>
      <Found label="Search results" found={found} />
      <Pager label="Pages of results" page={state.page} pageSize={pageSize} total={total} onPage={onPage} />
      {isLast && (
        <footer className={styles.end}>
          <p>{`That is all: ${plural(total, 'result')} for “${state.text}”.`}</p>
          <Text tone="faint">{summaryOf(state, choices)}</Text>
        </footer>
      )}
    </>
  );
}

/** What the search is narrowed to, in words (X§2). */
function summaryOf({ kind, project, team, when }: SearchState, choices: FoundChoices | undefined): string {
  const nameOf = (of: 'projects' | 'teams', uuid: string | null) =>
    uuid === null ? 'all' : (choices?.[of].find(({ value }) => value === uuid)?.label ?? uuid);
  return [
    `Type: ${kind === null ? 'all' : pluralOf(kind)}`,
    `Project: ${nameOf('projects', project)}`,
    `Team: ${nameOf('teams', team)}`,
    `When: ${when === null ? 'any time' : formatDurationCode(when)}`,
  ].join(' · ');
}

const labelOf = ({ kind, badge }: FoundEntity) =>
  BADGE_KINDS.find(({ name }) => name === badge)?.label ?? CATALOGUE.kind(kind)?.label ?? kind;

interface ResultProps {
  entity: FoundEntity;
  siblings: readonly string[];
}

function Result({ entity, siblings }: ResultProps): ReactNode {
  const { uuid, kind, name, hint, type, status, statusCategory, place } = entity;
  const isPerson = kind === 'Person';
  const beside = [hint, place].filter(Boolean).join(' · ');
  return (
    <ListRow
      lead={isPerson ? <Avatar name={name} /> : <KindIcon kind={kind} type={type} />}
      end={<ResultEnd entity={entity} />}
    >
      <EntityLink uuid={uuid} siblings={siblings}>
        {name}
      </EntityLink>
      <StatusBadge kind={kind} status={status ?? null} statusCategory={statusCategory ?? null} />
      {beside && (
        <Text truncate tone="muted" className={styles.beside ?? ''} title={beside}>
          {beside}
        </Text>
      )}
    </ListRow>
  );
}

function ResultEnd({ entity }: { entity: FoundEntity }): ReactNode {
  const { timezone } = useHost();
  const { kind, at, by } = entity;
  return (
    <>
      {by && kind !== 'Person' && (
        <span className={styles.by}>
          <Avatar name={by.name} />
          <Text truncate tone="muted">
            {by.name}
          </Text>
        </span>
      )}
      <span className={styles.facts}>
        <Text tone="muted">{labelOf(entity)}</Text>
        {at && (
          <Text tone="faint" title={formatDateTime(at, timezone)}>
            {formatWhen(at, timezone)}
          </Text>
        )}
      </span>
    </>
  );
}

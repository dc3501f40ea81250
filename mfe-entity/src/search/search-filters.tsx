import { EntityUuid, FOUND_TIMES, type FoundChoice, type FoundChoices } from '@cairn/contracts';
import { CATALOGUE } from '@cairn/entities';
import { formatDurationCode, formatNumber } from '@cairn/ui';
import { FilterSelect, Segmented } from '@cairn/ui/fields';
import type { ReactNode } from 'react';
import { KindIcon } from '../kind-page/kind-icon.tsx';
import type { SearchState } from './search-address.ts';
import styles from './search.module.css';

/** A kind in the plural; one that the catalogue lacks keeps its name. */
export const pluralOf = (kind: string): string => CATALOGUE.kind(kind)?.plural ?? kind;

export interface SearchFiltersProps {
  state: SearchState;
  /** What the filters may name; undefined until it is counted. */
  choices: FoundChoices | undefined;
  onChange: (change: Partial<SearchState>) => void;
}

const ORDERS = [
  { value: 'match', label: 'Best match' },
  { value: 'newest', label: 'Latest' },
];

/** Narrows a search by type, project, team and time, each with what it would find, and sorts it. */
export function SearchFilters({ state, choices, onChange }: SearchFiltersProps): ReactNode {
  const { projects = [], teams = [], times = [] } = choices ?? {};
  const whens = FOUND_TIMES.map((value) => ({
    value,
    label: formatDurationCode(value),
    count: times.find((found) => found.value === value)?.count ?? 0,
  }));
  return (
    <div role="group" aria-label="Filters of the search">
      <KindFilter kinds={choices?.kinds ?? []} kind={state.kind} onKind={(kind) => onChange({ kind })} />
      <div className={styles.filters}>
        <FilterSelect
          label="Project"
          all="All projects"
          options={projects}
          value={state.project}
          onChoose={(uuid) => onChange({ project: EntityUuid.safeParse(uuid).data ?? null })}
        />
        <FilterSelect
          label="Team"
          all="All teams"
          options={teams}
          value={state.team}
          onChoose={(uuid) => onChange({ team: EntityUuid.safeParse(uuid).data ?? null })}
        />
        <FilterSelect
          label="When"
          all="Any time"
          options={whens}
          value={state.when}
          onChoose={(code) => onChange({ when: FOUND_TIMES.find((time) => time === code) ?? null })}
        />
        <Segmented
          aria-label="Order"
          data={ORDERS}
          value={state.order}
          onChange={(order) => onChange({ order: order === 'newest' ? 'newest' : 'match' })}
        />
      </div>
    </div>
  );
}

interface KindFilterProps {
  kinds: readonly FoundChoice[];
  kind: string | null;
  onKind: (kind: string | null) => void;
}

/** The kinds that were found, each with how many there are; one of them may be chosen. */
function KindFilter({ kinds, kind, onKind }: KindFilterProps): ReactNode {
  const all = kinds.reduce((sum, { count }) => sum + count, 0);
  const sorted = kinds.toSorted(({ value: one }, { value: other }) =>
    pluralOf(one).localeCompare(pluralOf(other)),
  );
  const isUnknown = kind !== null && !kinds.some(({ value }) => value === kind);
  const choices = [{ value: null, count: all }, ...sorted, ...(isUnknown ? [{ value: kind, count: 0 }] : [])];
  return (
    <div className={styles.kinds} role="group" aria-label="Type">
      {choices.map(({ value, count }) => (
        <button
          key={value ?? 'all'}
          type="button"
          className={styles.kind}
          aria-pressed={value === kind}
          onClick={() => onKind(value)}
        >
          {value && <KindIcon kind={value} size={14} />}
          {value ? pluralOf(value) : 'All'}
          <span className={styles.count}>{formatNumber(count)}</span>
        </button>
      ))}
    </div>
  );
}

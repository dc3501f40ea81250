import { integrationLabel } from '@cairn/client';
import type { EventFacet, EventField, EventFilter } from '@cairn/contracts/story';
import { CATALOGUE } from '@cairn/entities';
import { Chip, formatNumber, Text } from '@cairn/ui';
import { Checkbox, Segmented } from '@cairn/ui/fields';
import type { ReactNode } from 'react';
import styles from './history-tab.module.css';

const FIELD_WORDS: Readonly<Record<EventField, string>> = {
  action: 'Action',
  actor: 'Actor',
  integration: 'Integration',
  entityType: 'Entity type',
  eventType: 'Event type',
  name: 'Event name',
};

const spaced = (value: string) => value.replaceAll('_', ' ');

/** A value of a filter as people read it. */
export function valueLabel(field: EventField, label: string): string {
  if (label === '') return field === 'actor' ? 'Nobody known' : 'Without a name';
  if (field === 'entityType') return CATALOGUE.kind(label)?.label ?? label;
  if (field === 'integration') return integrationLabel(label);
  if (field === 'eventType') return label.charAt(0).toUpperCase() + label.slice(1);
  return field === 'action' ? spaced(label) : label;
}

/** The filters with one field set to these values; without values the field is not filtered. */
export function withFilter(
  filters: readonly EventFilter[],
  field: EventField,
  change: Partial<Pick<EventFilter, 'mode' | 'values'>>,
): EventFilter[] {
  const known = filters.find((each) => each.field === field) ?? {
    field,
    mode: 'include' as const,
    values: [],
  };
  const next = { ...known, ...change };
  const others = filters.filter((each) => each.field !== field);
  return next.values.length === 0 ? others : [...others, next];
}

interface FiltersProps {
  readonly filters: readonly EventFilter[];
  readonly facets: readonly EventFacet[];
  readonly onChange: (filters: EventFilter[]) => void;
}

function FieldFilter({
  field,
  facet,
  filters,
  onChange,
}: Omit<FiltersProps, 'facets'> & { field: EventField; facet: EventFacet }): ReactNode {
  const filter = filters.find((each) => each.field === field);
  const chosen = filter?.values ?? [];
  return (
    <fieldset className={styles.field}>
      <legend>{FIELD_WORDS[field]}</legend>
      <Segmented
        size="xs"
        aria-label={`${FIELD_WORDS[field]}: include or exclude`}
        data={[
          { value: 'include', label: 'Include' },
          { value: 'exclude', label: 'Exclude' },
        ]}
        value={filter?.mode ?? 'include'}
        disabled={chosen.length === 0}
        onChange={(mode) =>
          onChange(withFilter(filters, field, { mode: mode === 'exclude' ? 'exclude' : 'include' }))
        }
      />
      <div className={styles.values}>
        {facet.values.map(({ value, label, count }) => (
          <Checkbox
            key={value}
            size="xs"
            label={
              field === 'actor'
                ? valueLabel(field, label)
                : `${valueLabel(field, label)} (${formatNumber(count)})`
            }
            checked={chosen.includes(value)}
            onChange={({ currentTarget }) =>
              onChange(
                withFilter(filters, field, {
                  values: currentTarget.checked
                    ? [...chosen, value]
                    : chosen.filter((each) => each !== value),
                }),
              )
            }
          />
        ))}
      </div>
    </fieldset>
  );
}

/** Includes or excludes events by six of their fields (E§4). */
export function EventFilters({ filters, facets, onChange }: FiltersProps): ReactNode {
  const shown = Object.keys(FIELD_WORDS).flatMap(
    (field) => facets.find((facet) => facet.field === field) ?? [],
  );
  if (shown.length === 0) return <Text tone="muted">There is nothing to filter by.</Text>;
  return (
    <div className={styles.fields}>
      {shown.map((facet) => (
        <FieldFilter
          key={facet.field}
          field={facet.field}
          facet={facet}
          filters={filters}
          onChange={onChange}
        />
      ))}
    </div>
  );
}

/** The filters in force; each can be taken away. */
export function FilterChips({ filters, facets, onChange }: FiltersProps): ReactNode {
  if (filters.length === 0) return null;
  const labelOf = (field: EventField, value: string) =>
    facets.find((facet) => facet.field === field)?.values.find((each) => each.value === value)?.label ??
    value;
  return (
    <div className={styles.chips}>
      {filters.map(({ field, mode, values }) => (
        <Chip
          key={field}
          removeLabel={`Remove filter ${FIELD_WORDS[field]}`}
          onRemove={() => onChange(withFilter(filters, field, { values: [] }))}
        >
          {FIELD_WORDS[field]} {mode === 'include' ? 'is' : 'is not'}{' '}
          {values.map((value) => valueLabel(field, labelOf(field, value))).join(', ')}
        </Chip>
      ))}
    </div>
  );
}

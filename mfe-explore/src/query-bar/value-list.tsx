import { useHost, withTimezone } from '@cairn/host';
import type { Filter, Query } from '@cairn/query';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState, type ReactNode } from 'react';
import { facetOptionsQuery } from '@cairn/client';
import type { Field } from '../graph/fields.ts';
import { OptionList } from '../options/option-list.tsx';

type Value = Extract<Filter['comparison'], { IN: unknown }>['IN'][number];

interface ValueListProps {
  readonly query: Query;
  /** The filter that is edited, which does not narrow its own values. */
  readonly index: number;
  readonly field: Field;
  readonly values: readonly Value[];
  readonly onChange: (values: Value[]) => void;
}

/** The values that occur among what is selected, most frequent first, with their counts. */
export function ValueList({ query, index, field, values, onChange }: ValueListProps): ReactNode {
  const host = useHost();
  const orgId = host.org.id;
  const [text, setText] = useState('');
  const contains = useDeferredValue(text.trim());
  const { select, search, startDate, endDate, duration, timezone, firstDay } = withTimezone(query, host);
  const dates = { startDate, endDate, duration, timezone, firstDay };
  const filters = query.filters.filter((_, at) => at !== index);
  const input = {
    select,
    search,
    filters,
    target: field.target,
    attribute: field.attribute,
    contains,
    ...dates,
  };
  const facets = useQuery(facetOptionsQuery(orgId, input));
  const found = facets.data?.data ?? [];
  const kept = values.filter((value) => !found.some((each) => each.value === value) && contains === '');
  const options = [
    ...kept.map((value) => ({
      value: JSON.stringify(value),
      label: value === null ? 'No value' : String(value),
    })),
    ...found.map(({ value, label, count }) => ({
      value: JSON.stringify(value),
      label,
      note: count.toLocaleString('en-US'),
    })),
  ];
  const picked = new Set(values.map((value) => JSON.stringify(value)));
  const total = facets.data?.meta.total ?? 0;
  return (
    <OptionList
      label={`Values of ${field.label.toLowerCase()}`}
      placeholder="Search values"
      options={options}
      picked={picked}
      waiting={facets.isPending}
      onSearch={setText}
      onPick={(key) => {
        const value = JSON.parse(key) as Value;
        onChange(picked.has(key) ? values.filter((each) => each !== value) : [...values, value]);
      }}
      footer={
        <p className="cn-muted" role="status">
          {facets.isError
            ? 'The values could not be read.'
            : `${values.length} chosen${total > found.length ? `, ${found.length} of ${total.toLocaleString('en-US')} shown` : ''}`}
        </p>
      }
    />
  );
}

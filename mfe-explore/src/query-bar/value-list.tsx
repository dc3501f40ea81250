import { formatNumber, Text } from '@cairn/ui';
import { facetOptionsQuery } from '@cairn/client';
import type { FoundEntity, OutputOf, queryContract } from '@cairn/contracts';
import { useHost, withTimezone } from '@cairn/host';
import type { Filter, Query } from '@cairn/query';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState, type ReactNode } from 'react';
import type { CatalogueField } from '../graph/fields.ts';
import { OptionList, type Option } from '../options/option-list.tsx';
import { useNamedEntities } from './use-named-entities.ts';

type Value = Extract<Filter['comparison'], { IN: unknown }>['IN'][number];

interface ValueListProps {
  readonly query: Query;
  /** The edited filter, which does not restrict its own values. */
  readonly index: number;
  readonly field: CatalogueField;
  readonly values: readonly Value[];
  readonly onChange: (values: Value[]) => void;
}

/** The values among the selected rows, most frequent first, with counts. */
export function ValueList({ query, index, field, values, onChange }: ValueListProps): ReactNode {
  const [text, setText] = useState('');
  const contains = useDeferredValue(text.trim());
  const facets = useFacets(query, index, field, contains);
  const found = facets.data?.data ?? [];
  const named = useNamedEntities(field, text);
  const picked = new Set(values.map((value) => JSON.stringify(value)));
  const total = facets.data?.meta.total ?? 0;
  const withheld = facets.data?.meta.withheld;
  const cut = total > found.length ? `, ${found.length} of ${formatNumber(total)} shown` : '';
  return (
    <OptionList
      label={`Values of ${field.label.toLowerCase()}`}
      placeholder="Search values"
      options={[...optionsOf(found, contains === '' ? values : []), ...namedOptions(named.data, found)]}
      picked={picked}
      waiting={facets.isPending || named.isSearching}
      onSearch={setText}
      onEnter={named.searchNow}
      onPick={(key) => {
        const value = JSON.parse(key) as Value;
        onChange(picked.has(key) ? values.filter((each) => each !== value) : [...values, value]);
      }}
      footer={
        <Text as="p" tone="muted" role="status">
          {facets.isError ? 'The values could not be read.' : `${values.length} chosen${cut}`}
          {withheld && `. ${withheld.words}`}
        </Text>
      }
    />
  );
}

function useFacets(query: Query, index: number, field: CatalogueField, contains: string) {
  const host = useHost();
  const { select, search, startDate, endDate, duration, timezone, firstDay, asOf } = withTimezone(
    query,
    host,
  );
  const filters = query.filters.filter((_, at) => at !== index);
  const { target, attribute } = field;
  const dates = { startDate, endDate, duration, timezone, firstDay, asOf };
  const input = { select, search, filters, target, attribute, contains, ...dates };
  return useQuery(facetOptionsQuery(host.org.id, input));
}

/** Entities whose key, number, address or path was typed; a facet finds only the names of selected rows. */
function namedOptions(named: readonly FoundEntity[], found: Facets): Option[] {
  const names = new Set(found.map(({ value }) => value));
  return named
    .filter(({ name }) => !names.has(name) && names.add(name))
    .map(({ name, hint }) => ({
      value: JSON.stringify(name),
      label: name,
      group: 'Found by name, key or address',
      ...(hint === null ? {} : { note: hint }),
    }));
}

type Facets = OutputOf<typeof queryContract.facetOptions>['data'];

/** The options: chosen values that were not found, then the found ones. */
function optionsOf(found: Facets, chosen: readonly Value[]): Option[] {
  const missing = chosen.filter((value) => !found.some((each) => each.value === value));
  return [
    ...missing.map((value) => ({
      value: JSON.stringify(value),
      label: value === null ? 'No value' : String(value),
    })),
    ...found.map(({ value, label, count }) => ({
      value: JSON.stringify(value),
      label,
      note: formatNumber(count),
    })),
  ];
}

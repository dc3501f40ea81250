// By its public name, so that the shell's chunks stay whole.
import { formatNumber, Select } from '@cairn/ui';
import type { ReactNode } from 'react';

interface FilterOption {
  readonly value: string;
  readonly label: string;
  /** How much it would find. */
  readonly count?: number;
}

export interface FilterSelectProps {
  label: string;
  /** What is said while nothing is chosen. */
  all: string;
  options: readonly FilterOption[];
  value: string | null;
  onChoose: (value: string | null) => void;
}

/** A filter of a list by one value, with what each value would find. */
export function FilterSelect({ label, all, options, value, onChoose }: FilterSelectProps): ReactNode {
  const known = options.map(({ value: id, label: text, count }) => ({
    value: id,
    label: count === undefined ? text : `${text} · ${formatNumber(count)}`,
  }));
  // What an address names stays chosen while nothing is found of it.
  const isUnknown = value !== null && !known.some((each) => each.value === value);
  return (
    <Select
      aria-label={label}
      placeholder={all}
      data={isUnknown ? [...known, { value, label: value }] : known}
      value={value}
      clearable
      searchable
      disabled={known.length === 0 && !isUnknown}
      onChange={onChoose}
    />
  );
}

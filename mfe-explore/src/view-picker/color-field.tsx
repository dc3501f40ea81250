import { Select } from '@cairn/ui';
import { colorChoices, swatchesOf, type ColorChoice } from '@cairn/views/colors';
import { useMemo, type ReactNode } from 'react';
import styles from './color-field.module.css';

interface ColorFieldProps {
  readonly label: string;
  readonly form: 'series' | 'shades';
  readonly value: unknown;
  readonly onChange: (name: string | null) => void;
}

const SORTS = { palette: 'Palettes', theme: 'Themes' } as const;

/** The choices as options beneath the name of their sort, the sort of the default first. */
function optionsBySort(choices: readonly ColorChoice[]) {
  return [...new Set(choices.map(({ sort }) => sort))].map((sort) => ({
    group: SORTS[sort],
    items: choices.filter((each) => each.sort === sort).map(({ id, label }) => ({ value: id, label })),
  }));
}

/** Chooses the colours of a view from a list with swatches. The first choice is the default. */
export function ColorField({ label, form, value, onChange }: ColorFieldProps): ReactNode {
  const choices = useMemo(() => colorChoices(form), [form]);
  const [first] = choices;
  const known = choices.find(({ id }) => id === value) ?? first;
  return (
    <div>
      <Select
        label={label}
        value={known?.id ?? ''}
        data={optionsBySort(choices)}
        comboboxProps={{ withinPortal: false }}
        renderOption={({ option }) => (
          <span className={styles.option}>
            <span>{option.label}</span>
            <Swatches name={option.value} form={form} />
          </span>
        )}
        onChange={(id) => onChange(id === first?.id ? null : id)}
      />
      <Swatches name={known?.id ?? ''} form={form} />
    </div>
  );
}

function Swatches({ name, form }: { name: string; form: ColorFieldProps['form'] }): ReactNode {
  return (
    <span className={styles.swatches} data-swatches={name} aria-hidden>
      {swatchesOf(name, form).map((color, at) => (
        <i key={at} style={{ background: color }} />
      ))}
    </span>
  );
}

import { TextInput, type TextInputProps } from '@mantine/core';
import type { ReactNode } from 'react';

export interface NumberFieldProps extends Omit<TextInputProps, 'value' | 'onChange' | 'type'> {
  value: number | null;
  /** Null while the field is empty or not a number. */
  onChange: (value: number | null) => void;
  min?: number;
  max?: number;
  step?: number;
}

/** A number field with the browser's own stepping by arrow keys. */
export function NumberField({ value, onChange, ...rest }: NumberFieldProps): ReactNode {
  return (
    <TextInput
      {...rest}
      type="number"
      inputMode="decimal"
      value={value ?? ''}
      onChange={(event) => {
        const read = event.currentTarget.valueAsNumber;
        onChange(Number.isNaN(read) ? null : read);
      }}
    />
  );
}

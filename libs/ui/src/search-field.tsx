// By its public name, so that the shell's chunks stay whole.
import { IconButton, TextField, type TextFieldProps } from '@cairn/ui';
import { Search, X } from 'lucide-react';
import { useRef, type KeyboardEvent, type ReactNode } from 'react';

export interface SearchFieldProps extends Omit<
  TextFieldProps,
  'aria-label' | 'label' | 'leftSection' | 'rightSection' | 'onChange' | 'value' | 'type'
> {
  /** The accessible name. */
  label: string;
  value: string;
  onText: (text: string) => void;
}

/** A field that finds or filters: an icon, the text, and a button that clears it, as Escape does. */
export function SearchField({ label, value, onText, onKeyDown, ...rest }: SearchFieldProps): ReactNode {
  const field = useRef<HTMLInputElement>(null);
  const clear = () => {
    onText('');
    field.current?.focus();
  };
  const onKey = (event: KeyboardEvent<HTMLInputElement>) => {
    onKeyDown?.(event);
    if (event.key !== 'Escape' || value === '') return;
    // A dialog around it stays open.
    event.stopPropagation();
    clear();
  };
  return (
    <TextField
      {...rest}
      ref={field}
      aria-label={label}
      enterKeyHint="search"
      autoComplete="off"
      leftSection={<Search size={15} aria-hidden />}
      rightSection={
        value === '' ? null : (
          <IconButton label="Clear" size="small" onClick={clear}>
            <X size={14} aria-hidden />
          </IconButton>
        )
      }
      value={value}
      onChange={(event) => onText(event.currentTarget.value)}
      onKeyDown={onKey}
    />
  );
}

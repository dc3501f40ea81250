import type { ReactNode } from 'react';
import { Chip } from './chip.tsx';
import { VisuallyHidden } from './text.tsx';

export interface ClauseSwitchProps {
  /** The clause in words, such as "Default branch". */
  readonly label: string;
  /** What the page shows without it, such as "All branches". */
  readonly without: string;
  readonly on: boolean;
  readonly onChange: (on: boolean) => void;
}

/** A clause of a whole page, which can be removed and brought back. */
export function ClauseSwitch({ label, without, on, onChange }: ClauseSwitchProps): ReactNode {
  if (on)
    return (
      <Chip removeLabel={`Remove ${label}, show ${without}`} onRemove={() => onChange(false)}>
        {label}
      </Chip>
    );
  return (
    <Chip onClick={() => onChange(true)}>
      {without}
      <VisuallyHidden> (show {label.toLowerCase()} only)</VisuallyHidden>
    </Chip>
  );
}

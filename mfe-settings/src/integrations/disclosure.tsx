import { Button } from '@cairn/ui';
import { ChevronDown, ChevronRight } from 'lucide-react';
import { useId, useState, type ReactNode } from 'react';
import styles from './integrations.module.css';

interface DisclosureProps {
  readonly label: string;
  /** What it is about, for those who hear the button alone. */
  readonly about: string;
  readonly isOpen: boolean;
  readonly children: ReactNode;
}

/** A part of a source that is drawn once it is opened. */
export function Disclosure({ label, about, isOpen, children }: DisclosureProps): ReactNode {
  const [open, setOpen] = useState(isOpen);
  const shown = useId();
  const Icon = open ? ChevronDown : ChevronRight;
  return (
    <div className={styles['runs']}>
      <Button
        variant="subtle"
        icon={<Icon aria-hidden />}
        aria-expanded={open}
        aria-controls={shown}
        aria-label={`${label} of ${about}`}
        onClick={() => setOpen(!open)}
      >
        {label}
      </Button>
      {open && <div id={shown}>{children}</div>}
    </div>
  );
}

import type { Source } from '@cairn/contracts';
import { Button } from '@cairn/ui';
import { ChevronDown, ChevronRight } from 'lucide-react';
import { useId, useState, type ReactNode } from 'react';
import { RunLog } from './run-log.tsx';
import { ScheduleField } from './source-schedule.tsx';
import styles from './integrations.module.css';

/** The schedule of a source and the log of its runs, which open at once where the address names the source. */
export function SourceRuns({ source, isOpen }: { source: Source; isOpen: boolean }): ReactNode {
  const [open, setOpen] = useState(isOpen);
  const shown = useId();
  const label = source.schedule ? 'Schedule and runs' : 'Runs';
  const Icon = open ? ChevronDown : ChevronRight;
  return (
    <div className={styles['runs']}>
      <Button
        variant="subtle"
        icon={<Icon aria-hidden />}
        aria-expanded={open}
        aria-controls={shown}
        aria-label={`${label} of ${source.name}`}
        onClick={() => setOpen(!open)}
      >
        {label}
      </Button>
      {open && (
        <div id={shown}>
          {source.schedule && <ScheduleField source={source} schedule={source.schedule} />}
          <RunLog source={source} />
        </div>
      )}
    </div>
  );
}

import type { Source } from '@cairn/contracts';
import type { ReactNode } from 'react';
import { Disclosure } from './disclosure.tsx';
import { RunLog } from './run-log.tsx';
import { ScheduleField } from './source-schedule.tsx';

/** The schedule of a source and the log of its runs, which open at once where the address names the source. */
export function SourceRuns({ source, isOpen }: { source: Source; isOpen: boolean }): ReactNode {
  const label = source.schedule ? 'Schedule and runs' : 'Runs';
  return (
    <Disclosure label={label} about={source.name} isOpen={isOpen}>
      {source.schedule && <ScheduleField source={source} schedule={source.schedule} />}
      <RunLog source={source} />
    </Disclosure>
  );
}

import type { Source } from '@cairn/contracts';
import { formatDuration, formatNumber, Note, ProgressBar } from '@cairn/ui';
import type { ReactNode } from 'react';
import { useSources } from '../graph-data.ts';

/** Whether some source's figures by file are not complete yet. */
export function isReadingChanges(sources: readonly Source[]): boolean {
  return sources.some(({ progress }) => ['waiting', 'log', 'diff'].includes(progress.phase));
}

/** What is being read and how far it is, in a sentence. */
export function progressWords({ type, progress, name }: Source): string {
  const { phase, done, total, perSecond } = progress;
  const figures = total === null ? formatNumber(done) : `${formatNumber(done)} of ${formatNumber(total)}`;
  const left = total !== null && perSecond ? (total - done) / perSecond : null;
  const rest = left !== null && left > 2 ? `, about ${formatDuration(Math.round(left))} left` : '';
  if (type === 'simulated') return `Making up ${name}: ${figures} events${rest}.`;
  if (phase === 'waiting') return `${name} is waiting to be read.`;
  if (phase === 'log') return `Reading the history of ${name}: ${figures} commits${rest}.`;
  return `Reading changes of ${name}: ${figures} commits${rest}; figures by file and folder are not complete yet.`;
}

/** Progress while sources are read, and what went wrong or should be known about them. */
export function IngestNotes(): ReactNode {
  const sources = useSources();
  return (sources.data ?? []).map((source) => <SourceNotes key={source.id} source={source} />);
}

function SourceNotes({ source }: { source: Source }): ReactNode {
  const { progress, error, notes, name } = source;
  const busy = ['waiting', 'log', 'diff'].includes(progress.phase);
  const share = progress.total ? progress.done / progress.total : undefined;
  return (
    <>
      {busy && (
        <Note tone="accent">
          {progressWords(source)}
          <ProgressBar label={`Reading ${name}`} {...(share === undefined ? {} : { value: share })} />
        </Note>
      )}
      {error && (
        <Note tone="bad">
          {name}: {error.message} <code className="cn-mono cn-faint">{error.code}</code>
        </Note>
      )}
      {/* That an org is simulated stands in the sidebar of every page. */}
      {(source.type === 'simulated' ? [] : notes).map((note) => (
        <Note key={note} tone="warn">
          {name}: {note}
        </Note>
      ))}
    </>
  );
}

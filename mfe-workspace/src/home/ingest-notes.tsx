import { isBeingRead, phaseOf, type Source } from '@cairn/contracts';
import { dataLossQuery } from '@cairn/client';
import { useHost, useOpenPages } from '@cairn/host';
import { formatDateTime, formatDuration, formatNumber, IconButton, Note, ProgressBar, Text } from '@cairn/ui';
import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useSources } from '../graph-data.ts';
import { useClosedNotes } from './closed-notes.ts';
import styles from './ingest-notes.module.css';

/** The progress of a source that is being read, in a sentence. */
export function progressWords(source: Source): string {
  const phase = phaseOf(source);
  if (source.progress.state === 'waiting' || !phase) return `${source.name} is waiting to be read.`;
  const { activity, unit, done, total, perSecond, incomplete } = phase;
  const figures = total === null ? formatNumber(done) : `${formatNumber(done)} of ${formatNumber(total)}`;
  const left = total !== null && perSecond ? (total - done) / perSecond : null;
  const rest = left !== null && left > 2 ? `, about ${formatDuration(Math.round(left))} left` : '';
  const missing = incomplete === null ? '' : `; ${incomplete} are not complete yet`;
  return `${activity} ${source.name}: ${figures} ${unit}${rest}${missing}.`;
}

/** Shows the progress of sources while they are read, and their problems and notes. */
export function IngestNotes(): ReactNode {
  const sources = useSources();
  const mayManage = useOpenPages().some(({ path }) => path === 'settings/integrations');
  return (
    <>
      {mayManage && <DataLossNote />}
      {(sources.data ?? []).map((source) => (
        <SourceNotes key={source.id} source={source} />
      ))}
    </>
  );
}

/** Says to admins that the data of the org began anew, until they close it here; Integrations keeps saying so. */
function DataLossNote(): ReactNode {
  const { org } = useHost();
  const { data } = useQuery(dataLossQuery(org.id));
  return data ? <ClosableNote note={`${formatDateTime(data.at)}: ${data.words}`} /> : null;
}

/** A note that a person may close for themselves. */
function ClosableNote({ note }: { note: string }): ReactNode {
  const { org, toast } = useHost();
  const { isClosed, close, open } = useClosedNotes(org.id);
  if (isClosed(note)) return null;
  const closeForNow = () => {
    close(note);
    toast({ kind: 'undo', message: 'Closed the note', onUndo: () => open(note) });
  };
  return (
    <Note
      tone="warn"
      action={
        <IconButton label="Close this note" onClick={closeForNow}>
          <X size={14} aria-hidden />
        </IconButton>
      }
    >
      {note}
    </Note>
  );
}

function SourceNotes({ source }: { source: Source }): ReactNode {
  const { org } = useHost();
  const { error, notes, name } = source;
  const { done = 0, total = null } = phaseOf(source) ?? {};
  return (
    <>
      {isBeingRead(source) && (
        <Note tone="accent">
          {progressWords(source)}
          <ProgressBar
            label={`Reading ${name}`}
            className={styles.progress}
            {...(total ? { value: done / total } : {})}
          />
        </Note>
      )}
      {error && (
        <Note tone="bad">
          {name}: {error.message}{' '}
          <Text as="code" mono tone="faint">
            {error.code}
          </Text>
        </Note>
      )}
      {/* That an org is simulated stands in the sidebar of every page. */}
      {(org.simulated ? [] : notes).map((note) => (
        <ClosableNote key={note} note={`${name}: ${note}`} />
      ))}
    </>
  );
}

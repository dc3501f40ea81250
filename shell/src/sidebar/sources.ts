import { isInBackground, phaseOf, type Source } from '@cairn/contracts';
import { formatNumber } from '@cairn/ui';

/** The activity of an org's sources in few words. */
export interface Activity {
  readonly state: 'none' | 'working' | 'failed' | 'limited' | 'paused' | 'current';
  readonly label: string;
  /** From 0 to 1; absent when the total is unknown. */
  readonly share?: number;
  readonly detail?: string;
}

const count = (figure: number) => formatNumber(Math.round(figure));

function workOf(source: Source): Activity {
  const phase = phaseOf(source);
  const { done = 0, total = null, perSecond = null } = phase ?? {};
  const rate = perSecond && perSecond >= 1 ? ` · ${count(perSecond)}/s` : '';
  const detail = total ? `${count(done)} of ${count(total)}${rate}` : `${count(done)}${rate}`;
  const waiting = source.progress.state === 'waiting' ? 'Waiting to read' : 'Reading';
  const label = `${phase?.activity ?? waiting} ${source.name}`;
  const activity = { state: 'working', label, detail } as const;
  return total ? { ...activity, share: Math.min(1, done / total) } : activity;
}

/** Several sources of which one is read at a time, as one: nothing says which of them it is at the moment. */
function workOfAll(sources: readonly Source[]): Activity {
  const counts = sources.map((source) => phaseOf(source));
  const done = counts.reduce((sum, phase) => sum + (phase?.done ?? 0), 0);
  const total = counts.reduce((sum, phase) => sum + (phase?.total ?? 0), 0);
  return {
    state: 'working',
    label: `${counts[0]?.activity ?? 'Reading'} ${String(sources.length)} sources`,
    detail: `${count(done)} of ${count(total)}`,
    share: total > 0 ? Math.min(1, done / total) : 0,
  };
}

/** The work on sources: one that is read first goes before those in the background, and these before waiting ones. */
function workingOf(sources: readonly Source[]): Activity | undefined {
  const working = sources.filter(({ status }) => status === 'ingesting' || status === 'new');
  const isRunning = ({ progress }: Source) => progress.state === 'running';
  const background = working.filter(isInBackground);
  const first = working.find((source) => isRunning(source) && !isInBackground(source));
  if (!first && background.length > 1) return workOfAll(background);
  const one = first ?? background[0] ?? working[0];
  return one && workOf(one);
}

/** One line for all sources: running ones first, then failed ones. */
export function activityOf(sources: readonly Source[]): Activity {
  const working = workingOf(sources);
  if (working) return working;
  const failed = sources.filter(({ status }) => status === 'error');
  if (failed.length > 0)
    return {
      state: 'failed',
      label: failed.length === 1 ? `${failed[0]?.name} failed` : `${failed.length} sources failed`,
    };
  const limited = sources.filter(({ status }) => status === 'limited');
  if (limited.length > 0)
    return {
      state: 'limited',
      label:
        limited.length === 1
          ? `${limited[0]?.name} waits for a limit`
          : `${limited.length} sources wait for limits`,
    };
  if (sources.length === 0) return { state: 'none', label: 'No source yet' };
  if (sources.every(({ status }) => status === 'paused'))
    return {
      state: 'paused',
      label: sources.length === 1 ? `${sources[0]?.name} is paused` : `${sources.length} sources are paused`,
    };
  return {
    state: 'current',
    label: sources.length === 1 ? (sources[0]?.name ?? '') : `${sources.length} sources`,
  };
}

import { phaseOf, type Source } from '@cairn/contracts';

/** The activity of an org's sources in few words. */
export interface Activity {
  readonly state: 'none' | 'working' | 'failed' | 'current';
  readonly label: string;
  /** From 0 to 1; absent when the total is unknown. */
  readonly share?: number;
  readonly detail?: string;
}

const count = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });

function workOf(source: Source): Activity {
  const phase = phaseOf(source);
  const { done = 0, total = null, perSecond = null } = phase ?? {};
  const rate = perSecond && perSecond >= 1 ? ` · ${count.format(perSecond)}/s` : '';
  const detail = total
    ? `${count.format(done)} of ${count.format(total)}${rate}`
    : `${count.format(done)}${rate}`;
  const waiting = source.progress.state === 'waiting' ? 'Waiting to read' : 'Reading';
  const label = `${phase?.activity ?? waiting} ${source.name}`;
  const activity = { state: 'working', label, detail } as const;
  return total ? { ...activity, share: Math.min(1, done / total) } : activity;
}

/** One line for all sources: running ones first, then failed ones. */
export function activityOf(sources: readonly Source[]): Activity {
  const working = sources.find(({ status }) => status === 'ingesting' || status === 'new');
  if (working) return workOf(working);
  const failed = sources.filter(({ status }) => status === 'error');
  if (failed.length > 0)
    return {
      state: 'failed',
      label: failed.length === 1 ? `${failed[0]?.name} failed` : `${failed.length} sources failed`,
    };
  if (sources.length === 0) return { state: 'none', label: 'No source yet' };
  return {
    state: 'current',
    label: sources.length === 1 ? (sources[0]?.name ?? '') : `${sources.length} sources`,
  };
}

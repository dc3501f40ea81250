import type { Source } from '@cairn/contracts';
import { formatNumber, formatWhen, type Tone } from '@cairn/ui';

/** The state of a source in a word, with the tone that repeats it. */
export function statusOf({ type, status, progress }: Source): { word: string; tone: Tone } {
  if (status === 'error') return { word: 'Failed', tone: 'bad' };
  if (status === 'active') return { word: type === 'simulated' ? 'Made' : 'Up to date', tone: 'good' };
  if (type === 'simulated') return { word: 'Making it up', tone: 'accent' };
  const words = { log: 'Reading history', diff: 'Reading changes', waiting: 'Waiting' } as const;
  const word = words[progress.phase as keyof typeof words] ?? 'Starting';
  return { word, tone: 'accent' };
}

/** How far a phase is: `41,200 of 128,400 commits · 850 a second · about 2 min left`; nothing while it has not begun. */
export function progressInWords({ type, progress: { phase, done, total, perSecond } }: Source): string {
  if (phase === 'waiting') return '';
  const things = type === 'simulated' ? 'events' : 'commits';
  const parts = [
    total === null
      ? `${formatNumber(done)} ${things}`
      : `${formatNumber(done)} of ${formatNumber(total)} ${things}`,
  ];
  if (perSecond && perSecond >= 1) {
    parts.push(`${formatNumber(Math.round(perSecond))} a second`);
    if (total !== null && total > done) parts.push(`about ${leftInWords((total - done) / perSecond)} left`);
  }
  return parts.join(' · ');
}

function leftInWords(seconds: number): string {
  if (seconds < 60) return `${Math.max(1, Math.round(seconds))} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** When a source was last read, or made where it is simulated. */
export function lastReadInWords({ type, lastIngestedAt }: Source, now = new Date()): string {
  const isMade = type === 'simulated';
  if (!lastIngestedAt) return isMade ? 'Not made yet' : 'Not read yet';
  return `${isMade ? 'Made' : 'Last read'} ${formatWhen(lastIngestedAt, undefined, now)}`;
}

/** Whether there is more to come without anybody asking for it. */
export function isWorking({ status }: Source): boolean {
  return status === 'ingesting' || status === 'new';
}

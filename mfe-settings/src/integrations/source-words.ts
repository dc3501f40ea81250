import { phaseOf, type Source, type SourceWords } from '@cairn/contracts';
import { formatDate, formatNumber, formatTime, formatWhen, type Tone } from '@cairn/ui';

/** The state of a source in a word, with the tone that repeats it. */
export function statusOf(source: Source, { upToDate }: SourceWords): { word: string; tone: Tone } {
  const { status, progress } = source;
  if (source.disconnected) return { word: 'Disconnected', tone: 'warn' };
  if (source.awaitsChoice) return { word: 'Waits for your choice', tone: 'warn' };
  if (status === 'paused') return { word: 'Paused', tone: 'neutral' };
  if (status === 'limited') return { word: 'Waits for a limit', tone: 'warn' };
  if (status === 'error') return { word: 'Failed', tone: 'bad' };
  if (status === 'active') return { word: upToDate, tone: 'good' };
  const waiting = progress.state === 'waiting' ? 'Waiting' : undefined;
  const reading = progress.state === 'running' ? phaseOf(source)?.label : undefined;
  return { word: waiting ?? reading ?? 'Starting', tone: 'accent' };
}

/** The progress of a phase: `41,200 of 128,400 commits · 850 a second · about 2 min left`; empty before it begins. */
export function progressInWords(source: Source): string {
  const phase = phaseOf(source);
  if (!phase || source.progress.state === 'waiting') return '';
  const { done, total, perSecond, unit } = phase;
  const parts = [
    total === null
      ? `${formatNumber(done)} ${unit}`
      : `${formatNumber(done)} of ${formatNumber(total)} ${unit}`,
  ];
  if (perSecond && perSecond >= 1) {
    parts.push(`${formatNumber(Math.round(perSecond))} a second`);
    if (total !== null && total > done) parts.push(`about ${leftInWords((total - done) / perSecond)} left`);
  }
  return parts.join(' · ');
}

/** What is being read just now: `Reading issues: 40 of 300 issues`. */
export function readingInWords(source: Source): string {
  const { progress } = source;
  if (progress.state === 'waiting') return 'Waiting';
  const label = progress.state === 'running' ? phaseOf(source)?.label : undefined;
  const counts = progressInWords(source);
  return label === undefined ? 'Starting' : [label, counts].filter(Boolean).join(': ');
}

function leftInWords(seconds: number): string {
  if (seconds < 60) return `${Math.max(1, Math.round(seconds))} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** When a source was last read, and why it will not be read again where it is fixed. */
export function lastReadInWords(
  { lastIngestedAt }: Source,
  { lastRead, neverRead, fixed }: SourceWords,
  now = new Date(),
): string {
  const when = lastIngestedAt ? `${lastRead} ${formatWhen(lastIngestedAt, undefined, now)}` : neverRead;
  return fixed === null ? when : `${when}, ${fixed}`;
}

/** Until when a source waits for a limit of its tool: `GitHub's limit: goes on at 14:20`; nothing where it waits for none. */
export function limitWords(
  { status, nextRunAt }: Source,
  { label }: Pick<SourceWords, 'label'>,
  timezone: string,
  now = new Date(),
): string | undefined {
  if (status !== 'limited' || nextRunAt === undefined) return undefined;
  const isToday = formatDate(nextRunAt, timezone) === formatDate(now, timezone);
  const day = isToday ? '' : `${formatDate(nextRunAt, timezone)}, `;
  return `${label}'s limit: goes on at ${day}${formatTime(nextRunAt, timezone)}`;
}

/** Whether the source is being read, or will be without anybody asking. */
export function isWorking({ status }: Source): boolean {
  return status === 'ingesting' || status === 'new';
}

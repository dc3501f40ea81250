import type { Configuration, Highlight, Highlights } from '@cairn/contracts';
import { useHost, withTimezone } from '@cairn/host';
import { formatCompact, formatDate, formatDuration, formatNumber, type DateRange } from '@cairn/ui';
import { useQuery } from '@tanstack/react-query';
import { highlightsQuery } from '@cairn/client';

const EXACT_BELOW = 100_000;
/** A tile each, where an org's sources provide such things: room for them is kept until they are known. */
const BEYOND_GIT = [
  'PullRequest',
  'PullRequest',
  'PullRequestReview',
  'Issue',
  'Issue',
  'CicdPipeline',
  'Message',
  'CalendarEntry',
];

/** The highlights of a period beside the period before it. */
export function useHighlights(range: DateRange, onDefaultBranch: boolean) {
  const host = useHost();
  const { org } = host;
  const branches = onDefaultBranch ? ({ branches: 'default' } as const) : {};
  const asked = withTimezone({ ...range, ...branches, timezone: undefined }, host);
  return useQuery(highlightsQuery(org.id, asked));
}

/** Where the data ends, when the period goes on after it; otherwise nothing. */
export function endInWords(meta: Pick<Highlights['meta'], 'dataEnd' | 'timezone'> | undefined): string {
  if (!meta?.dataEnd) return '';
  return ` The data ends ${formatDate(meta.dataEnd, meta.timezone)}; both are counted as far as it goes.`;
}

/** How many figures are withheld from this reader, and why; nothing where none is. */
export function withheldInWords(meta: Pick<Highlights['meta'], 'withheld'> | undefined): string {
  if (!meta?.withheld) return '';
  const [many, where] =
    meta.withheld === 1 ? ['1 figure is', 'it'] : [`${String(meta.withheld)} figures are`, 'each'];
  return ` ${many} withheld: too few other people are in ${where}.`;
}

/** The number of tiles expected beyond those of git, before the highlights are known. */
export function expectedTiles({ kinds }: Configuration): number {
  const provided = new Set(kinds.filter((kind) => kind.provided).map(({ name }) => name));
  return BEYOND_GIT.filter((kind) => provided.has(kind)).length;
}

/** A number as a tile shows it: durations in words, large ones in short. */
export function shortValue(value: number | null, unit?: string): string {
  if (value === null) return 'none';
  if (unit === 'second') return formatDuration(value);
  return value < EXACT_BELOW ? formatNumber(value) : formatCompact(value);
}

/** Which way of a figure is better; of the others more is neither good nor bad. */
const BETTER: Readonly<Record<string, 'up' | 'down'>> = {
  'commit-to-merge': 'down',
  'issues-completed': 'up',
  deployments: 'up',
  releases: 'up',
};

export interface ChangeWords {
  readonly direction: 'up' | 'down' | 'same';
  /** Whether the change is for the better or the worse, where that can be said. */
  readonly sense: 'good' | 'bad' | null;
  /** "12%", "new", "as before". */
  readonly short: string;
  /** "12% more than the 84 of Oct 1, 2026 – Oct 31, 2026". */
  readonly whole: string;
}

/** A change in words; nothing where one of the two is missing. */
export function changeInWords(highlight: Highlight, period: string): ChangeWords | null {
  const { key, change, isNew, previous, unit } = highlight;
  if (isNew) return { direction: 'up', sense: null, short: 'new', whole: `None in ${period}` };
  if (change === null) return null;
  const before = `${shortValue(previous, unit)} in ${period}`;
  const percent = `${formatNumber(Math.abs(Math.round(change)))}%`;
  if (Math.round(change) === 0)
    return { direction: 'same', sense: null, short: 'as before', whole: `About the ${before}` };
  const direction = change > 0 ? 'up' : 'down';
  const word = unit === 'second' ? ['longer', 'shorter'] : ['more', 'less'];
  const better = BETTER[key];
  const sense = better === undefined ? null : better === direction ? 'good' : 'bad';
  const said = { good: ', for the better', bad: ', for the worse', none: '' }[sense ?? 'none'];
  const whole = `${percent} ${word[change > 0 ? 0 : 1]} than ${before}${said}`;
  return { direction, sense, short: percent, whole };
}

/** "Aug 12, 2026 – Nov 9, 2026": the days of a window whose end is exclusive. */
export function periodInWords({ start, end }: { start: string; end: string }, zone: string): string {
  const last = new Date(Date.parse(end) - 1);
  return `${formatDate(start, zone)} – ${formatDate(last, zone)}`;
}

/** "mostly ledger-web and billing-api"; nothing where there is but one place. */
export function mostInWords({ most }: Highlight): string | null {
  if (!most || most.total < 2) return null;
  const names = most.items.slice(0, 2).flatMap(({ name }) => (name ? [name] : []));
  return names.length > 0 ? `mostly ${names.join(' and ')}` : null;
}

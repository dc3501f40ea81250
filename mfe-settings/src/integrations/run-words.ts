import type { Configuration } from '@cairn/contracts';
import type { RunReason, SourceRun } from '@cairn/contracts/source-runs';
import { formatNumber, type Tone } from '@cairn/ui';

const REASONS: Readonly<Record<RunReason, string>> = {
  schedule: 'On schedule',
  hand: 'By hand',
  start: 'At a start of Cairn',
  message: 'By a message of the tool',
  resume: 'After a pause',
  change: 'After a change of settings',
};

/** Why a run began, with who began it. */
export function reasonWords({ reason, startedBy, kind }: SourceRun): string {
  const by = startedBy === null ? REASONS[reason] : `${REASONS[reason]}, ${startedBy}`;
  return kind === 'renormalise' ? `Built again: ${by.charAt(0).toLowerCase()}${by.slice(1)}` : by;
}

const OUTCOMES: Readonly<Record<SourceRun['outcome'], { word: string; tone: Tone }>> = {
  running: { word: 'Running', tone: 'accent' },
  done: { word: 'Done', tone: 'good' },
  failed: { word: 'Failed', tone: 'bad' },
  limited: { word: 'Limit reached', tone: 'warn' },
  stopped: { word: 'Stopped', tone: 'neutral' },
  interrupted: { word: 'Interrupted', tone: 'warn' },
};

/** How a run ended, in a word. */
export const resultOf = ({ outcome }: SourceRun) => OUTCOMES[outcome];

/** How long a run took, in seconds; null where nobody knows. */
export function runSeconds({ startedAt, endedAt, outcome }: SourceRun, now = Date.now()): number | null {
  const end = outcome === 'running' ? now : endedAt && Date.parse(endedAt);
  return end ? Math.max(0, (end - Date.parse(startedAt)) / 1_000) : null;
}

/** How many things a run brought. */
export const broughtCount = ({ brought }: SourceRun): number =>
  brought.reduce((sum, { count }) => sum + count, 0);

/** What a run met and made nothing of, such as `Not known here: 3 × board_created`; empty where there was nothing. */
export const ignoredWords = ({ ignored }: SourceRun): string =>
  ignored.length === 0
    ? ''
    : `Not known here, and kept as raw data: ${ignored.map(({ kind, count }) => `${formatNumber(count)} × ${kind}`).join(', ')}`;

/** What a run brought, a text for each kind such as `25 issues`; the labels are those of the catalogue. */
export function broughtWords({ brought }: SourceRun, kinds: Configuration['kinds'] = []): string[] {
  return brought.map(({ kind: name, count }) => {
    const known = kinds.find((each) => each.name === name);
    const label = (count === 1 ? known?.label : known?.plural) ?? name;
    return `${formatNumber(count)} ${label.toLowerCase()}`;
  });
}

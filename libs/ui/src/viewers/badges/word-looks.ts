import type { Tone } from '@cairn/ui';

/** The vocabularies whose words have a look of their own (W§4). */
export type WordList =
  | 'status'
  | 'pullRequest'
  | 'action'
  | 'priority'
  | 'issueType'
  | 'result'
  | 'urgency'
  | 'impact'
  | 'classification'
  | 'answer';

const asKey = (word: string) =>
  word
    .trim()
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replaceAll(/[\s_-]+/g, ' ');

/** The colour of a word: a tone, or the violet of what was merged. */
type Look = Tone | 'merged';

function lookOf(looks: Readonly<Partial<Record<Look, string>>>): ReadonlyMap<string, Look> {
  return new Map(
    Object.entries(looks).flatMap(([look, words]) =>
      words.split(', ').map((word) => [word, look as Look] as const),
    ),
  );
}

const LOOKS: Readonly<Record<WordList, ReadonlyMap<string, Look>>> = {
  status: lookOf({
    neutral: 'open, todo, to do, backlog, draft, new, default, future, deleted',
    accent: 'in progress, in review, active, started, approved',
    good: 'completed, done, merged, closed, resolved, released, published',
    warn: 'changes requested, waiting, paused, pending',
    bad: 'blocked, failed, reopened',
  }),
  // The colours that people know from GitHub: open is green, merged violet, closed without a merge red.
  pullRequest: lookOf({
    neutral: 'draft, deleted',
    good: 'open, opened, approved',
    accent: 'in review',
    warn: 'changes requested',
    merged: 'merged',
    bad: 'closed, declined, abandoned',
  }),
  // Found as parts of longer words, too.
  action: lookOf({
    good: 'completed, finished, resolved, approved',
    bad: 'blocked, failed, stopped',
    accent: 'created, initialized, started, reviewed, commented',
    warn: 'updated, modified, changed',
    neutral: 'system, automated, scheduled',
  }),
  priority: lookOf({
    bad: 'highest, critical, blocker, urgent',
    warn: 'high',
    neutral: 'medium, low, lowest, minor, trivial',
  }),
  issueType: lookOf({
    bad: 'incident, outage, bug, defect, vulnerability',
    accent: 'story, feature',
    // Violet, as people know it from Jira: green is what is done.
    merged: 'epic',
    neutral: 'task, subtask, sub task, chore',
  }),
  result: lookOf({
    good: 'success, succeeded, passed, approved, accepted',
    bad: 'failure, failed, error, errored, timed out',
    warn: 'changes requested, canceled, cancelled, skipped, unstable',
    accent: 'running, in progress, pending, queued, commented',
  }),
  urgency: lookOf({
    bad: 'critical, high',
    warn: 'important, medium',
    neutral: 'nice to have, low, none',
  }),
  impact: lookOf({ bad: 'high', warn: 'elevated', accent: 'moderate', neutral: 'low, minimal' }),
  classification: lookOf({
    good: 'feature, enhancement',
    bad: 'bug, defect',
    warn: 'fix, tech debt, dependency, migration',
    accent: 'task, improvement, refactor, testing, configuration, database',
    neutral: 'documentation, support, feedback, formatting, other',
  }),
  answer: lookOf({
    good: 'accepted',
    warn: 'tentative',
    bad: 'declined',
    neutral: 'no answer, needs action',
  }),
};

const BY_CATEGORY: Readonly<Record<string, Tone>> = {
  todo: 'neutral',
  'in progress': 'accent',
  done: 'good',
  cancelled: 'neutral',
};

/** The tone of the first keyword that an action has: `pull_request_approved` is approved (W§4). */
function actionTone(key: string): Look | null {
  for (const [word, tone] of LOOKS.action) if (key.includes(word)) return tone;
  return null;
}

/** The tone of a word that its vocabulary knows, else of its category, else null. */
export function toneOf(vocabulary: WordList, word: string, category?: string | null): Look | null {
  // The category of a pull request says done of one that was closed, too.
  const byCategory = vocabulary === 'pullRequest' ? null : BY_CATEGORY[asKey(category ?? '')];
  if (vocabulary === 'action') return actionTone(asKey(word));
  return LOOKS[vocabulary].get(asKey(word)) ?? byCategory ?? null;
}

/** A word as people read it: `changesRequested` and `in_progress` in several words, others as they are. */
export function shownWord(word: string): string {
  return /^[a-z]+(?:[A-Z_][a-z]+)+$/.test(word) ? asKey(word) : word;
}

/** The number of colours that words outside of a vocabulary share. */
const HUES = 8;

/** A colour for any other word, from 1 to 8; equal words have equal colours (E§4). */
export function hueOf(word: string): number {
  let sum = 0;
  for (const letter of asKey(word)) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9_973;
  return 1 + (sum % HUES);
}

/**
 * The vocabulary of an attribute whose values are badges wherever they stand; null for another. The state of a pull
 * request has none: one that was merged is closed as well.
 */
export function vocabularyOf(attribute: string, kind = ''): WordList | null {
  if (kind === 'PullRequest' && attribute === 'state') return null;
  if (kind === 'PullRequest' && attribute === 'status') return 'pullRequest';
  if (/^(?:status|state|category)$/.test(attribute)) return 'status';
  if (attribute === 'priority' || attribute === 'severity') return 'priority';
  if (attribute === 'issueType') return 'issueType';
  if (attribute === 'result' || attribute === 'verdict') return 'result';
  if (/Urgency$|Importance$/.test(attribute)) return 'urgency';
  if (attribute.endsWith('Impact')) return 'impact';
  if (/Classifications?$/.test(attribute)) return 'classification';
  return attribute === 'answer' ? 'answer' : null;
}

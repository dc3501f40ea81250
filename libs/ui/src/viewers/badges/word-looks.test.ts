import { describe, expect, it } from 'vitest';
import { hueOf, shownWord, toneOf, vocabularyOf } from './word-looks.ts';

describe('the look of a word', () => {
  it.each([
    ['Open', 'neutral'],
    ['inProgress', 'accent'],
    ['In Progress', 'accent'],
    ['completed', 'good'],
    ['Merged', 'good'],
    ['BLOCKED', 'bad'],
  ])('of the status %s is fixed', (word, tone) => {
    expect(toneOf('status', word)).toBe(tone);
  });

  it('of a status that nobody knows is that of its category, and else a colour of its own', () => {
    expect(toneOf('status', 'In QA', 'inProgress')).toBe('accent');
    expect(toneOf('status', 'In QA')).toBeNull();
    expect(hueOf('In QA')).toBe(hueOf('in qa'));
    expect(new Set(['In QA', 'Parked', 'Ready to ship', 'With legal'].map(hueOf)).size).toBeGreaterThan(1);
  });

  it('of a pull request is as on GitHub: open green, merged violet, closed without a merge red', () => {
    const words = ['Open', 'Merged', 'Closed', 'Draft'];
    expect(words.map((word) => toneOf('pullRequest', word))).toEqual(['good', 'merged', 'bad', 'neutral']);
    expect(toneOf('pullRequest', 'Withdrawn', 'done')).toBeNull();
    expect(vocabularyOf('status', 'PullRequest')).toBe('pullRequest');
    expect(vocabularyOf('state', 'PullRequest')).toBeNull();
    expect(vocabularyOf('status', 'Issue')).toBe('status');
  });

  it('of urgency and impact follows their scales', () => {
    expect(['nice to have', 'important', 'high', 'critical'].map((word) => toneOf('urgency', word))).toEqual([
      'neutral',
      'warn',
      'bad',
      'bad',
    ]);
    expect(['low', 'minimal', 'moderate', 'elevated', 'high'].map((word) => toneOf('impact', word))).toEqual([
      'neutral',
      'neutral',
      'accent',
      'warn',
      'bad',
    ]);
  });

  it.each([
    ['status', 'open in-progress in-review done completed blocked draft merged closed'],
    ['priority', 'highest high medium low lowest'],
    ['issueType', 'task subtask story bug epic feature incident'],
    [
      'action',
      'created initialized started updated modified changed completed finished resolved blocked stopped failed reviewed approved commented system automated scheduled',
    ],
    [
      'classification',
      'feature enhancement defect fix configuration database migration dependency refactor documentation support feedback testing formatting task tech_debt',
    ],
  ] as const)('is there for every word of W§4: %s', (list, words) => {
    for (const word of words.split(' ')) expect(toneOf(list, word), word).not.toBeNull();
    for (const word of ['high', 'important', 'nice to have']) expect(toneOf('urgency', word)).not.toBeNull();
  });

  it('of a type is never the green of what is done', () => {
    const types = ['story', 'feature', 'epic', 'task', 'bug'].map((type) => toneOf('issueType', type));
    expect(types).toEqual(['accent', 'accent', 'merged', 'neutral', 'bad']);
  });

  it('of an action is that of its keyword', () => {
    expect(
      ['pull_request_approved', 'BuildFailed', 'issue changed', 'hello'].map((word) =>
        toneOf('action', word),
      ),
    ).toEqual(['good', 'bad', 'warn', null]);
  });

  it('is said in words', () => {
    expect(['changesRequested', 'in_progress', 'In QA', 'iOS', 'done'].map(shownWord)).toEqual([
      'changes requested',
      'in progress',
      'In QA',
      'iOS',
      'done',
    ]);
    expect(toneOf('result', 'changesRequested')).toBe('warn');
  });

  it('belongs to attributes by name', () => {
    expect(
      ['status', 'priority', 'issueType', 'result', 'cairnUrgency', 'cairnClassifications'].map((name) =>
        vocabularyOf(name),
      ),
    ).toEqual(['status', 'priority', 'issueType', 'result', 'urgency', 'classification']);
    expect(vocabularyOf('title')).toBeNull();
  });
});

import type { Source } from '@cairn/contracts';
import { describe, expect, it } from 'vitest';
import { isWorking, lastReadInWords, progressInWords, statusOf } from './source-words.ts';

const source = (status: Source['status'], progress: Partial<Source['progress']> = {}): Source => ({
  id: 's1',
  type: 'git',
  name: 'cairn',
  status,
  progress: { phase: 'done', done: 0, total: null, perSecond: null, ...progress },
  notes: [],
  error: null,
  erroredAt: null,
  lastIngestedAt: null,
});

describe('a source in words', () => {
  it('names the phase that is under way', () => {
    expect(statusOf(source('ingesting', { phase: 'log' })).word).toBe('Reading history');
    expect(statusOf(source('ingesting', { phase: 'diff' })).word).toBe('Reading changes');
    expect(statusOf(source('active')).word).toBe('Up to date');
    expect(statusOf(source('error')).word).toBe('Failed');
  });

  it('says how far it is, how fast, and how long it will take', () => {
    expect(
      progressInWords(source('ingesting', { phase: 'diff', done: 41_200, total: 128_400, perSecond: 850 })),
    ).toBe('41,200 of 128,400 commits · 850 a second · about 2 min left');
    expect(
      progressInWords(source('ingesting', { phase: 'log', done: 12, total: null, perSecond: null })),
    ).toBe('12 commits');
    expect(
      progressInWords(source('ingesting', { phase: 'waiting', done: 0, total: null, perSecond: null })),
    ).toBe('');
    expect(progressInWords(source('ingesting', { phase: 'diff', done: 99, total: 100, perSecond: 10 }))).toBe(
      '99 of 100 commits · 10 a second · about 1 s left',
    );
  });

  it('says of a simulated one that it is made, not read', () => {
    const made = { ...source('active'), type: 'simulated', lastIngestedAt: '2026-05-04T10:00:00Z' };
    expect(statusOf(made).word).toBe('Made');
    expect(lastReadInWords(made, new Date('2026-05-04T10:05:00Z'))).toBe('Made 5 minutes ago');
    expect(progressInWords({ ...made, progress: { ...made.progress, done: 5, total: 9 } })).toBe(
      '5 of 9 events',
    );
  });

  it('goes on by itself only while it is new or being read', () => {
    expect(
      (['new', 'ingesting', 'active', 'error'] as const).map((status) => isWorking(source(status))),
    ).toEqual([true, true, false, false]);
  });
});

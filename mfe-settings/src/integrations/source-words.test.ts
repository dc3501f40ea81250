import type { Source, SourcePhase, SourceWords } from '@cairn/contracts';
import { describe, expect, it } from 'vitest';
import {
  isWorking,
  lastReadInWords,
  limitWords,
  progressInWords,
  readingInWords,
  statusOf,
} from './source-words.ts';

const words: SourceWords = {
  label: 'Tracker',
  icon: 'ticket',
  description: 'Add a tracker.',
  add: 'Add tracker',
  upToDate: 'Up to date',
  lastRead: 'Last read',
  neverRead: 'Not read yet',
  rebuild: 'Nothing is asked of the tracker.',
  removal: 'Its issues leave.',
  fixed: null,
};

const phase = (counts: Partial<SourcePhase>): SourcePhase => ({
  id: 'issues',
  label: 'Reading issues',
  activity: 'Reading issues of',
  unit: 'issues',
  background: false,
  incomplete: null,
  done: 0,
  total: null,
  perSecond: null,
  ...counts,
});

const source = (status: Source['status'], progress: Partial<Source['progress']> = {}): Source => ({
  id: 's1',
  type: 'tracker',
  name: 'cairn',
  status,
  progress: { state: 'done', current: null, phases: [phase({})], ...progress },
  notes: [],
  error: null,
  erroredAt: null,
  lastIngestedAt: null,
});

const reading = (counts: Partial<SourcePhase>) =>
  source('ingesting', { state: 'running', current: 'issues', phases: [phase(counts)] });

describe('a source in words', () => {
  it('has the label of the phase that is under way, or the word of its type', () => {
    expect(statusOf(reading({}), words).word).toBe('Reading issues');
    expect(statusOf(source('ingesting', { state: 'waiting' }), words).word).toBe('Waiting');
    expect(statusOf(source('ingesting'), words).word).toBe('Starting');
    expect(statusOf(source('active'), { ...words, upToDate: 'Made' }).word).toBe('Made');
    expect(statusOf(source('error'), words).word).toBe('Failed');
    expect(statusOf(source('limited'), words)).toEqual({ word: 'Waits for a limit', tone: 'warn' });
    expect(statusOf(source('paused', { state: 'paused' }), words).word).toBe('Paused');
  });

  it('says whose limit it waits for, and until when, with the day where that is another one', () => {
    const at = (nextRunAt: string) => ({ ...source('limited'), nextRunAt });
    const now = new Date('2026-05-04T13:00:00Z');
    const limitAt = (moment: string) => limitWords(at(moment), { label: 'GitHub' }, 'UTC', now);
    expect(limitAt('2026-05-04T14:20:00Z')).toBe("GitHub's limit: goes on at 2:20 pm");
    expect(limitAt('2026-05-05T00:20:00Z')).toBe("GitHub's limit: goes on at May 5, 2026, 12:20 am");
    const failed = { ...at('2026-05-04T14:20:00Z'), status: 'error' as const };
    expect(limitWords(failed, words, 'UTC', now)).toBeUndefined();
  });

  it('says how far it is, how fast, and how long it will take', () => {
    expect(progressInWords(reading({ done: 41_200, total: 128_400, perSecond: 850 }))).toBe(
      '41,200 of 128,400 issues · 850 a second · about 2 min left',
    );
    expect(progressInWords(reading({ done: 12 }))).toBe('12 issues');
    expect(progressInWords(source('ingesting', { state: 'waiting' }))).toBe('');
    expect(progressInWords(reading({ done: 99, total: 100, perSecond: 10 }))).toBe(
      '99 of 100 issues · 10 a second · about 1 s left',
    );
  });

  it('says what is being read just now, and how far', () => {
    expect(readingInWords(reading({ done: 40, total: 300 }))).toBe('Reading issues: 40 of 300 issues');
    expect(readingInWords(source('ingesting', { state: 'waiting' }))).toBe('Waiting');
    expect(readingInWords(source('ingesting'))).toBe('Starting');
  });

  it('names no speed of a reading that has just begun', () => {
    for (const perSecond of [null, 0, 0.4])
      expect(progressInWords(reading({ total: 42_817, perSecond }))).toBe('0 of 42,817 issues');
  });

  it('says when it was read, and why it will not be read again where it is fixed', () => {
    const read = { ...source('active'), lastIngestedAt: '2026-05-04T10:00:00Z' };
    const now = new Date('2026-05-04T10:05:00Z');
    expect(lastReadInWords(read, words, now)).toBe('Last read 5 minutes ago');
    expect(lastReadInWords(source('new'), words, now)).toBe('Not read yet');
    expect(lastReadInWords(read, { ...words, lastRead: 'Made', fixed: 'once and for all' }, now)).toBe(
      'Made 5 minutes ago, once and for all',
    );
  });

  it('goes on by itself only while it is new or being read', () => {
    expect(
      (['new', 'ingesting', 'active', 'error'] as const).map((status) => isWorking(source(status))),
    ).toEqual([true, true, false, false]);
  });
});

import type { Source, SourcePhase } from '@cairn/contracts';
import { describe, expect, it } from 'vitest';
import { activityOf } from './sources.ts';

const phase: SourcePhase = {
  id: 'issues',
  label: 'Reading issues',
  activity: 'Reading issues of',
  unit: 'issues',
  background: false,
  incomplete: null,
  done: 1_200,
  total: 4_800,
  perSecond: 85,
};

const source = (
  name: string,
  status: Source['status'],
  progress: Partial<Source['progress']> = {},
): Source => ({
  id: name,
  type: 'tracker',
  name,
  status,
  progress: { state: 'done', current: null, phases: [phase], ...progress },
  notes: [],
  error: null,
  erroredAt: null,
  lastIngestedAt: null,
});

describe('what the sidebar says of sources', () => {
  it('is the activity of the phase that is under way, with its counts', () => {
    const reading = source('engine', 'ingesting', { state: 'running', current: 'issues' });
    expect(activityOf([source('website', 'error'), reading])).toEqual({
      state: 'working',
      label: 'Reading issues of engine',
      detail: '1,200 of 4,800 · 85/s',
      share: 0.25,
    });
  });

  it.each([null, 0, 0.4])('names no speed of a reading that has just begun: %s', (perSecond) => {
    const phases = [{ ...phase, done: 0, perSecond }];
    const reading = source('engine', 'ingesting', { state: 'running', current: 'issues', phases });
    expect(activityOf([reading]).detail).toBe('0 of 4,800');
  });

  it('is that one waits before its first phase', () => {
    const waiting = source('engine', 'new', { state: 'waiting' });
    expect(activityOf([waiting])).toMatchObject({ state: 'working', label: 'Waiting to read engine' });
  });

  it('is of the source that is read now, and of all that go on in the background', () => {
    const changes = { ...phase, id: 'diff', activity: 'Reading changes of', background: true };
    const behind = (name: string) =>
      source(name, 'ingesting', { state: 'running', current: 'diff', phases: [changes] });
    const reading = source('engine', 'ingesting', { state: 'running', current: 'issues' });
    const waiting = source('docs', 'new', { state: 'waiting' });
    expect(activityOf([waiting, behind('website'), reading]).label).toBe('Reading issues of engine');
    expect(activityOf([waiting, behind('website')]).label).toBe('Reading changes of website');
    expect(activityOf([behind('website'), behind('engine')])).toEqual({
      state: 'working',
      label: 'Reading changes of 2 sources',
      detail: '2,400 of 9,600',
      share: 0.25,
    });
  });

  it('is how many failed while none is read, else which there are', () => {
    expect(activityOf([])).toEqual({ state: 'none', label: 'No source yet' });
    expect(activityOf([source('engine', 'error'), source('website', 'active')]).label).toBe('engine failed');
    expect(activityOf([source('engine', 'error'), source('website', 'error')]).label).toBe(
      '2 sources failed',
    );
    expect(activityOf([source('engine', 'limited'), source('website', 'active')])).toEqual({
      state: 'limited',
      label: 'engine waits for a limit',
    });
    expect(activityOf([source('engine', 'paused'), source('website', 'active')]).label).toBe('2 sources');
    expect(activityOf([source('engine', 'paused')])).toEqual({ state: 'paused', label: 'engine is paused' });
    expect(activityOf([source('engine', 'paused'), source('website', 'paused')]).label).toBe(
      '2 sources are paused',
    );
    expect(activityOf([source('engine', 'active')])).toEqual({ state: 'current', label: 'engine' });
    expect(activityOf([source('engine', 'active'), source('website', 'active')]).label).toBe('2 sources');
  });
});

import { describe, expect, it } from 'vitest';
import { isLocked, trialState, type SubscriptionStatus } from './subscription.ts';

const NOW = Date.parse('2026-03-01T12:00:00Z');
const inDays = (days: number) => new Date(NOW + days * 86_400_000).toISOString();
const trial = (days: number) => ({ status: 'trialing' as const, trialEndDate: inDays(days) });

describe('a trial', () => {
  it.each([
    [14, 14, 'running'],
    [3.5, 4, 'running'],
    [3, 3, 'warning'],
    [0.01, 1, 'warning'],
    [0, 0, 'expired'],
    [-5, 0, 'expired'],
  ] as const)('that ends in %d days has %d left and is %s', (days, daysLeft, state) => {
    expect(trialState(trial(days), NOW)).toMatchObject({ daysLeft, state });
  });

  it('is half over after a week', () => {
    expect(trialState(trial(7), NOW)?.over).toBe(0.5);
    expect([trialState(trial(20), NOW)?.over, trialState(trial(-1), NOW)?.over]).toEqual([0, 1]);
  });

  it('is none where the org has paid', () => {
    expect(trialState({ status: 'active', trialEndDate: inDays(1) }, NOW)).toBeNull();
  });
});

describe('an org', () => {
  it.each<[SubscriptionStatus, boolean]>([
    ['active', false],
    ['pending', false],
    ['canceled', true],
    ['expired', true],
  ])('whose subscription is %s is locked: %s', (status, locked) => {
    expect(isLocked({ status, trialEndDate: null }, NOW)).toBe(locked);
  });

  it('is locked from the end of its trial on, and never without a subscription', () => {
    expect([isLocked(trial(0.01), NOW), isLocked(trial(0), NOW)]).toEqual([false, true]);
    expect([isLocked(null, NOW), isLocked(undefined, NOW)]).toEqual([false, false]);
  });
});

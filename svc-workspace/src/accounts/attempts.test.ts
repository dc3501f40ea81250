import { AppError } from '@cairn/contracts';
import { describe, expect, it, vi } from 'vitest';
import { attempt, limitAttempts, slowAttempts, type AttemptLimit } from './attempts.ts';

const RULES = { max: 2, seconds: 600, counts: 'failures', denied: 'Too many failed attempts.' } as const;
const wrong = () => Promise.reject(new AppError('invalid_credentials', 'Wrong.'));
const right = () => Promise.resolve('in');

/** How an attempt ends: what it gives, or the code of its error. */
const tried = (limits: [AttemptLimit, string][], run: () => Promise<string>) =>
  attempt(limits, run).catch((error: unknown) => (error instanceof AppError ? error.code : 'fault'));

describe('a limit of attempts', () => {
  it('refuses a key at its limit, and no other, and says when it opens again', async () => {
    let now = 0;
    const limit = limitAttempts(RULES, () => now);
    expect(await tried([[limit, 'ada']], wrong)).toBe('invalid_credentials');
    now = 60_000;
    expect(await tried([[limit, 'ada']], wrong)).toBe('invalid_credentials');
    await expect(attempt([[limit, 'ada']], right)).rejects.toMatchObject({
      code: 'rate_limited',
      message: 'Too many failed attempts. Wait 9 minutes and try again.',
      retryAfter: 540,
    });
    expect(await tried([[limit, 'bob']], right)).toBe('in');
    now = 600_001;
    expect(await tried([[limit, 'ada']], right)).toBe('in');
  });

  it('opens again after the clock of a machine jumps, forth or back', async () => {
    for (const jump of [8 * 3_600_000, -40 * 86_400_000]) {
      let now = Date.parse('2026-03-01T12:00:00Z');
      const limit = limitAttempts(RULES, () => now);
      await tried([[limit, 'ada']], wrong);
      await tried([[limit, 'ada']], wrong);
      expect(await tried([[limit, 'ada']], right)).toBe('rate_limited');
      now += jump;
      expect(await tried([[limit, 'ada']], right)).toBe('in');
    }
  });

  it('counts attempts before they run, so that many at once are refused too', async () => {
    const limit = limitAttempts(RULES, () => 0);
    let heard = 0;
    const answers: (() => void)[] = [];
    const held = async () => {
      heard += 1;
      await new Promise<void>((resolve) => answers.push(resolve));
      return wrong();
    };
    const all = Array.from({ length: 9 }, () => tried([[limit, 'ada']], held));
    await vi.waitUntil(() => answers.length === 2);
    for (const answer of answers) answer();
    const codes = await Promise.all(all);
    expect(heard).toBe(2);
    expect(codes.filter((code) => code === 'rate_limited')).toHaveLength(7);
  });

  it('gives an attempt back when it succeeds, or ends by a fault of ours', async () => {
    const limit = limitAttempts(RULES, () => 0);
    for (let n = 0; n < 5; n += 1) {
      expect(await tried([[limit, 'ada']], right)).toBe('in');
      expect(await tried([[limit, 'ada']], () => Promise.reject(new Error('disk')))).toBe('fault');
    }
  });

  it('forgets earlier failures at a success only where it counts failures in a row', async () => {
    const perAddress = limitAttempts(RULES, () => 0);
    const perAccount = limitAttempts({ ...RULES, counts: 'failures in a row' }, () => 0);
    await tried([[perAddress, 'a']], wrong);
    await tried([[perAccount, 'a']], wrong);
    await tried(
      [
        [perAddress, 'a'],
        [perAccount, 'a'],
      ],
      right,
    );
    await tried([[perAddress, 'a']], wrong);
    await tried([[perAccount, 'a']], wrong);
    expect(await tried([[perAddress, 'a']], right)).toBe('rate_limited');
    expect(await tried([[perAccount, 'a']], right)).toBe('in');
  });

  it('counts successes where it counts everything', async () => {
    const limit = limitAttempts({ ...RULES, counts: 'all' }, () => 0);
    for (const code of ['in', 'in', 'rate_limited']) expect(await tried([[limit, 'ada']], right)).toBe(code);
  });

  it('takes nothing from a key when another key of the attempt is refused', async () => {
    const [open, shut] = [limitAttempts(RULES, () => 0), limitAttempts({ ...RULES, max: 0 }, () => 0)];
    for (let n = 0; n < 3; n += 1) {
      const both: [AttemptLimit, string][] = [
        [open, 'ada'],
        [shut, 'ada'],
      ];
      expect(await tried(both, right)).toBe('rate_limited');
    }
    expect(await tried([[open, 'ada']], right)).toBe('in');
  });

  it('remembers a bounded number of keys, dropping the one that was used longest ago', async () => {
    const limit = limitAttempts({ ...RULES, max: 1, capacity: 2 }, () => 0);
    for (const key of ['a', 'b', 'c']) await tried([[limit, key]], wrong);
    expect(await tried([[limit, 'b']], right)).toBe('rate_limited');
    expect(await tried([[limit, 'c']], right)).toBe('rate_limited');
    expect(await tried([[limit, 'a']], right)).toBe('in');
  });
});

describe('a limit that only slows', () => {
  const SLOW = { free: 2, firstWait: 10, longestWait: 40, forgotten: 1_000, denied: 'Too many.' };
  const FORGOTTEN = SLOW.forgotten * 1_000;

  it('lets a key in after waits that double up to the longest, and forgets nothing at a success', async () => {
    let now = 0;
    const limit = slowAttempts(SLOW, () => now);
    for (let n = 0; n < 2; n += 1) expect(await tried([[limit, 'ada']], wrong)).toBe('invalid_credentials');
    for (const wait of [10, 20, 40, 40]) {
      await expect(attempt([[limit, 'ada']], right)).rejects.toMatchObject({ retryAfter: wait });
      now += wait * 1_000 - 1;
      expect(await tried([[limit, 'ada']], right)).toBe('rate_limited');
      now += 1;
      expect(await tried([[limit, 'ada']], right)).toBe('in');
      expect(await tried([[limit, 'ada']], wrong)).toBe('invalid_credentials');
    }
    expect(await tried([[limit, 'bob']], right)).toBe('in');
    now += FORGOTTEN;
    for (let n = 0; n < 2; n += 1) expect(await tried([[limit, 'ada']], wrong)).toBe('invalid_credentials');
  });

  it('hears no more of those that arrive at once', async () => {
    const limit = slowAttempts(SLOW, () => 0);
    const codes = await Promise.all(Array.from({ length: 9 }, () => tried([[limit, 'ada']], wrong)));
    expect(codes.filter((code) => code === 'invalid_credentials')).toHaveLength(2);
  });

  it('opens again after the clock of a machine jumps, forth or back', async () => {
    for (const jump of [8 * 3_600_000, -40 * 86_400_000]) {
      let now = Date.parse('2026-03-01T12:00:00Z');
      const limit = slowAttempts(SLOW, () => now);
      for (let n = 0; n < 3; n += 1) await tried([[limit, 'ada']], wrong);
      now += jump;
      expect(await tried([[limit, 'ada']], right)).toBe('in');
    }
  });

  it('remembers a bounded number of keys', async () => {
    const limit = slowAttempts({ ...SLOW, free: 1, capacity: 2 }, () => 0);
    for (const key of ['a', 'b', 'c']) await tried([[limit, key]], wrong);
    expect(await tried([[limit, 'c']], right)).toBe('rate_limited');
    expect(await tried([[limit, 'a']], right)).toBe('in');
  });
});

import { describe, expect, it } from 'vitest';
import { countFailures } from './failures.ts';

describe('counted failures', () => {
  it('block a key at the limit, and no other', () => {
    const failures = countFailures({ max: 2, seconds: 10 }, () => 0);
    failures.count('ada');
    expect(failures.isBlocked('ada')).toBe(false);
    failures.count('ada');
    expect(failures.isBlocked('ada')).toBe(true);
    expect(failures.isBlocked('bob')).toBe(false);
  });

  it('are forgotten one by one as time passes, and all at once after a success', () => {
    let now = 0;
    const failures = countFailures({ max: 2, seconds: 10 }, () => now);
    failures.count('ada');
    now = 6_000;
    failures.count('ada');
    now = 10_001;
    expect(failures.isBlocked('ada')).toBe(false);
    failures.count('ada');
    expect(failures.isBlocked('ada')).toBe(true);
    failures.clear('ada');
    expect(failures.isBlocked('ada')).toBe(false);
  });

  it('remember a bounded number of keys, dropping the one that failed longest ago', () => {
    const failures = countFailures({ max: 1, seconds: 10, capacity: 2 }, () => 0);
    for (const key of ['a', 'b', 'a', 'c']) failures.count(key);
    expect(['a', 'b', 'c'].map((key) => failures.isBlocked(key))).toEqual([true, false, true]);
  });
});

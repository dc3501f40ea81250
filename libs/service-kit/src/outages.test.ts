import { expect, it, vi } from 'vitest';
import { atMostEvery } from './outages.ts';

it('runs a check once in its time, and gives its outcome to whoever asks meanwhile', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const check = vi.fn(() => Promise.reject(new Error('full')));
  const bounded = atMostEvery(1_000, check);
  await expect(bounded()).rejects.toThrow('full');
  await expect(bounded()).rejects.toThrow('full');
  expect(check).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(1_000);
  await expect(bounded()).rejects.toThrow('full');
  expect(check).toHaveBeenCalledTimes(2);
  vi.useRealTimers();
});

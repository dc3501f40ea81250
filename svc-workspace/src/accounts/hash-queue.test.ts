import { expect, it, vi } from 'vitest';
import { createHashQueue } from './hash-queue.ts';

it('hashes run two at a time, wait up to a bound, and are refused beyond it with a time to wait', async () => {
  const queue = createHashQueue({ running: 2, waiting: 3 });
  let active = 0;
  let most = 0;
  const endings: (() => void)[] = [];
  const hash = async () => {
    active += 1;
    most = Math.max(most, active);
    await new Promise<void>((resolve) => endings.push(resolve));
    active -= 1;
  };
  const all = Promise.allSettled(Array.from({ length: 8 }, () => queue(hash)));
  for (let ended = 0; ended < 5; ended += 1) {
    await vi.waitUntil(() => endings.length > 0);
    endings.shift()?.();
  }
  const ended = await all;
  expect(most).toBe(2);
  const refused = ended.filter((one) => one.status === 'rejected').map(({ reason }) => reason as unknown);
  expect(refused).toHaveLength(3);
  for (const error of refused) expect(error).toMatchObject({ code: 'rate_limited', retryAfter: 3 });
});

it('a hash that fails makes room for the next', async () => {
  const queue = createHashQueue({ running: 1, waiting: 1 });
  const fail = () => Promise.reject(new Error('no memory'));
  await expect(queue(fail)).rejects.toThrow('no memory');
  expect(await Promise.all([queue(async () => 'a'), queue(async () => 'b')])).toEqual(['a', 'b']);
});

import { expect, it } from 'vitest';
import { createHashQueue } from './hash-queue.ts';

it('hashes run two at a time, wait up to a bound, and are refused beyond it with a time to wait', async () => {
  const queue = createHashQueue({ running: 2, waiting: 3 });
  let active = 0;
  let most = 0;
  const hash = async () => {
    active += 1;
    most = Math.max(most, active);
    await new Promise((resolve) => setTimeout(resolve, 2));
    active -= 1;
  };
  const ended = await Promise.allSettled(Array.from({ length: 8 }, () => queue(hash)));
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

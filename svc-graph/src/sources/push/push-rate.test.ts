import { OrgId } from '@cairn/contracts';
import { expect, it } from 'vitest';
import { MOST_A_MINUTE, PushRate } from './push-rate.ts';

const [acme, other] = [OrgId.parse('acme'), OrgId.parse('other')];

it('refuses what comes too often from an org until the minute is over, and nothing of another', () => {
  let now = 1_000_000;
  const rate = new PushRate(() => now);
  for (let message = 0; message < MOST_A_MINUTE; message += 1) rate.count(acme);
  now += 20_000;
  expect(() => rate.count(acme)).toThrow(
    expect.objectContaining({ code: 'rate_limited', retryAfter: 40 }) as Error,
  );
  rate.count(other);
  now += 40_000;
  rate.count(acme);
});

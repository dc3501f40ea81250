import { generateKeyPair, SignJWT } from 'jose';
import { TOKEN_AUDIENCE, TOKEN_ISSUER } from '@cairn/contracts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createVerifier } from './tokens.ts';

const SECOND = 1_000;
const START = Date.parse('2026-01-01T00:00:00Z');

beforeEach(() => vi.useFakeTimers({ toFake: ['Date'], now: START }));
afterEach(() => vi.useRealTimers());

async function signed(lives: number) {
  const { publicKey, privateKey } = await generateKeyPair('ES256');
  const keys = vi.fn(() => publicKey);
  const claims = { userId: 'u-1', email: 'ada@example.com', orgId: 'acme', role: 'user' };
  const token = await new SignJWT(claims)
    .setProtectedHeader({ alg: 'ES256' })
    .setIssuer(TOKEN_ISSUER)
    .setAudience(TOKEN_AUDIENCE)
    .setExpirationTime(START / SECOND + lives)
    .sign(privateKey);
  return { keys, token, verify: createVerifier({ keys }) };
}

describe('a verified token', () => {
  it('is not checked again for half a minute, and then is', async () => {
    const { keys, token, verify } = await signed(300);
    const first = await verify(token);
    vi.setSystemTime(START + 29 * SECOND);
    expect(await verify(token)).toEqual(first);
    expect(keys).toHaveBeenCalledTimes(1);
    vi.setSystemTime(START + 31 * SECOND);
    await verify(token);
    expect(keys).toHaveBeenCalledTimes(2);
  });

  it('is checked again after the clock was set back', async () => {
    const { keys, token, verify } = await signed(300);
    await verify(token);
    vi.setSystemTime(START - 40 * 86_400 * SECOND);
    await verify(token);
    expect(keys).toHaveBeenCalledTimes(2);
  });

  it('ends when it says so, however lately it was checked', async () => {
    const { token, verify } = await signed(10);
    await verify(token);
    vi.setSystemTime(START + 16 * SECOND);
    await expect(verify(token)).rejects.toMatchObject({ code: 'unauthenticated' });
  });

  it('does not stand for another one', async () => {
    const { token, verify } = await signed(300);
    await verify(token);
    const forged = `${token.slice(0, -4)}${token.endsWith('AAAA') ? 'BBBB' : 'AAAA'}`;
    await expect(verify(forged)).rejects.toMatchObject({ code: 'unauthenticated' });
  });
});

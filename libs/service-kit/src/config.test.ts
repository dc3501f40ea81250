import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ConfigError, readConfig, serviceEnv } from './config.ts';

describe('configuration', () => {
  it('has a default for everything in development', () => {
    expect(readConfig(serviceEnv, { PORT: '' })).toMatchObject({
      PORT: 0,
      HOST: '127.0.0.1',
      LOG_LEVEL: 'info',
    });
  });

  it('lists everything that is wrong at once, without repeating values', () => {
    const wrong = { PORT: 'ninety', CAIRN_SECRET: 'short-secret', CAIRN_PUBLIC_URL: 'nowhere' };
    const read = () => readConfig(serviceEnv.extend({ NEEDED: z.string() }), wrong);
    expect(read).toThrow(ConfigError);
    expect(read).toThrow(/PORT[^]*CAIRN_SECRET: needs at least 32 characters[^]*CAIRN_PUBLIC_URL[^]*NEEDED/);
    expect(read).not.toThrow(/short-secret|ninety/);
  });

  it.each([undefined, '', readConfig(serviceEnv, {}).CAIRN_SECRET])(
    'refuses the secret %j in production',
    (CAIRN_SECRET) => {
      const env = { NODE_ENV: 'production', CAIRN_SECRET };
      expect(() => readConfig(serviceEnv, env)).toThrow(/CAIRN_SECRET: must be set/);
    },
  );

  it('takes a secret of one’s own in production', () => {
    const env = { NODE_ENV: 'production', CAIRN_SECRET: 'k'.repeat(32) };
    expect(readConfig(serviceEnv, env).NODE_ENV).toBe('production');
  });
});

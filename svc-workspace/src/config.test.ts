import { readConfig } from '@cairn/service-kit';
import { describe, expect, it } from 'vitest';
import { helpLinksOf, providersOf, workspaceEnv } from './config.ts';

describe('the environment of the workspace', () => {
  it('has no other site and no mail server by default', () => {
    const env = readConfig(workspaceEnv, {});
    expect([providersOf(env), env.CAIRN_SMTP_URL]).toEqual([{}, undefined]);
  });

  it('takes the keys of a site in pairs', () => {
    const env = readConfig(workspaceEnv, { CAIRN_GITHUB_CLIENT_ID: 'a', CAIRN_GITHUB_CLIENT_SECRET: 'b' });
    expect(providersOf(env)).toEqual({ github: { clientId: 'a', clientSecret: 'b' } });
    expect(() => readConfig(workspaceEnv, { CAIRN_GOOGLE_CLIENT_ID: 'a' })).toThrow(
      'CAIRN_GOOGLE_CLIENT_SECRET: must be set as well',
    );
  });

  it('names the pages of help, which are web pages', () => {
    const docs = 'https://docs.example.org/';
    expect(helpLinksOf(readConfig(workspaceEnv, { CAIRN_DOCS_URL: docs }))).toEqual({ docs });
    expect(() => readConfig(workspaceEnv, { CAIRN_DOCS_URL: 'javascript:alert(1)' })).toThrow(
      'CAIRN_DOCS_URL',
    );
  });

  it.each(['mail.example.com', 'http://mail.example.com'])('refuses the mail server %s', (url) => {
    expect(() => readConfig(workspaceEnv, { CAIRN_SMTP_URL: url })).toThrow(
      'CAIRN_SMTP_URL: must begin with',
    );
  });
});

import type { Source, SourceType } from '@cairn/contracts';
import { createFakeHost } from '@cairn/host/fake';
import type { Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { readSource } from '../../test/answers.ts';
import { drawSettings } from '../../test/settings-page.tsx';

const FORGE: SourceType = {
  type: 'forge',
  words: {
    label: 'Forge',
    icon: 'git-branch',
    description: 'Reads a forge.',
    add: 'Connect forge',
    upToDate: 'Up to date',
    lastRead: 'Last read',
    neverRead: 'Not read yet',
    rebuild: '',
    removal: '',
    fixed: null,
  },
  settings: [],
  phases: [],
  provides: ['github'],
  install: { label: 'Install the forge app' },
  addable: true,
};
const BACK = 'integrations/forge?code=c-1&installation_id=501&state=s.1';
const KEY = 'cairn.install.acme.forge';

let root: Root;
let types: SourceType[];
let sources: Source[];
let sent: [route: string, body: unknown][];
let refused: string | undefined;

beforeEach(() => {
  sent = [];
  refused = undefined;
  types = [FORGE];
  sources = [];
  vi.stubGlobal('fetch', (path: string, init: { body?: string }) => {
    const route = path.split('/').at(-1) ?? '';
    if (route.endsWith('-install') || route.endsWith('-url'))
      sent.push([route, JSON.parse(init.body ?? 'null')]);
    if (route === 'complete-install' && refused !== undefined)
      return Promise.resolve(
        Response.json({ error: { code: 'forbidden', message: refused } }, { status: 403 }),
      );
    const added = readSource('s1', 'acme-org', 'forge');
    if (route === 'complete-install') sources = [added];
    const data = {
      'list-connectors': types,
      'list-sources': sources,
      'list-folders': [],
      'get-install-url': { url: `${window.location.href.split('#')[0] ?? ''}#at-the-forge`, proof: 'p-1' },
      'complete-install': added,
    }[route];
    return Promise.resolve(Response.json({ data: data ?? null }));
  });
});
afterEach(() => {
  root.unmount();
  document.body.replaceChildren();
  vi.unstubAllGlobals();
  sessionStorage.clear();
  window.location.hash = '';
});
const draw = (path: string) => {
  const host = createFakeHost();
  root = drawSettings(path, { host });
  return host;
};

describe('the app of a tool', () => {
  it('is installed at the address that the service tells, while this tab keeps the proof', async () => {
    draw('integrations/forge');
    await page.getByRole('button', { name: 'Install the forge app' }).click();
    await expect.poll(() => window.location.hash).toBe('#at-the-forge');
    expect(sessionStorage.getItem(KEY)).toBe('p-1');
    expect(sent).toEqual([['get-install-url', { type: 'forge' }]]);
  });

  it('is not offered where this Cairn has none', async () => {
    types = [{ ...FORGE, install: undefined }];
    draw('integrations/forge');
    await expect.element(page.getByRole('button', { name: 'Connect forge' }).first()).toBeVisible();
    expect(page.getByRole('button', { name: /Install/ }).elements()).toEqual([]);
  });

  it('is completed once when the tool leads back, with the proof, which is then forgotten', async () => {
    sessionStorage.setItem(KEY, 'p-1');
    draw(BACK);
    await expect.element(page.getByText('acme-org')).toBeVisible();
    const input = { type: 'forge', proof: 'p-1', code: 'c-1', installationId: '501', state: 's.1' };
    expect(sent).toEqual([['complete-install', input]]);
    expect(sessionStorage.getItem(KEY)).toBeNull();
  });

  it('says why it is not completed, such as in another tab', async () => {
    refused = 'This installation was not begun by you in this browser.';
    draw(BACK);
    await expect.element(page.getByText(refused)).toBeVisible();
    expect(sent).toMatchObject([['complete-install', { proof: 'none' }]]);
  });
});

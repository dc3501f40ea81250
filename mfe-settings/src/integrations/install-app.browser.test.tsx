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
  settings: [
    { name: 'token', label: 'Token', description: '', placeholder: '', secret: true },
    { name: 'repositories', label: 'Repositories', description: '', placeholder: '', secret: false },
  ],
  choice: { setting: 'repositories', one: 'repository', many: 'repositories' },
  phases: [],
  provides: ['github'],
  install: { label: 'Install the forge app' },
  addable: true,
};
const PARTS = [
  { key: 'api', name: 'api', isPrivate: false, isArchived: false, isChosen: true, counts: [] },
  { key: 'plans', name: 'plans', isPrivate: true, isArchived: false, isChosen: false, counts: [] },
];
const BACK = 'integrations/forge?code=c-1&installation_id=501&state=s.1';
const KEY = 'cairn.install.acme.forge';

let root: Root;
let types: SourceType[];
let sources: Source[];
let sent: [route: string, body: unknown][];
let refused: string | undefined;
let waits: boolean;

beforeEach(() => {
  sent = [];
  refused = undefined;
  waits = false;
  types = [FORGE];
  sources = [];
  vi.stubGlobal('fetch', (path: string, init: { body?: string }) => {
    const route = path.split('/').at(-1) ?? '';
    if (/-install$|-url$|^(update|test)-source$/.test(route))
      sent.push([route, JSON.parse(init.body ?? 'null')]);
    if (route === 'complete-install' && refused !== undefined)
      return Promise.resolve(
        Response.json({ error: { code: 'forbidden', message: refused } }, { status: 403 }),
      );
    const read = readSource('s1', 'acme-org', 'forge');
    const waiting: Source = { ...read, status: 'paused', awaitsChoice: true };
    const added = waits ? waiting : read;
    if (route === 'complete-install') sources = [added];
    const data = {
      'list-connectors': types,
      'list-sources': sources,
      'list-folders': [],
      'get-install-url': { url: `${window.location.href.split('#')[0] ?? ''}#at-the-forge`, proof: 'p-1' },
      'complete-install': added,
      'test-source': { name: 'acme-org', parts: PARTS },
      'update-source': read,
    }[route];
    return Promise.resolve(Response.json({ data: data ?? [] }));
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
    await expect.element(page.getByRole('heading', { name: 'acme-org' })).toBeVisible();
    const input = { type: 'forge', proof: 'p-1', code: 'c-1', installationId: '501', state: 's.1' };
    expect(sent).toEqual([['complete-install', input]]);
    expect(sessionStorage.getItem(KEY)).toBeNull();
  });

  it('lets choose what is read before anything is, and starts without what is private', async () => {
    waits = true;
    const host = draw(BACK);
    const box = (name: string) => page.getByRole('dialog').getByRole('checkbox', { name });
    await expect.element(box('api')).toBeChecked();
    await expect.element(box('plans')).not.toBeChecked();
    await box('plans').click();
    await expect.element(page.getByText(/Every member of this organization will see/)).toBeVisible();
    expect(sent.map(([route]) => route)).toEqual(['complete-install', 'test-source']);
    await page.getByRole('button', { name: 'Read these' }).click();
    await expect
      .poll(() => sent.at(-1))
      .toEqual(['update-source', { id: 's1', settings: { repositories: 'api, plans' } }]);
    await expect
      .poll(() => host.calls)
      .toContainEqual(['toast', { kind: 'info', message: 'acme-org is being read' }]);
    await expect.poll(() => page.getByRole('dialog').elements()).toEqual([]);
  });

  it('lets choose later, from the source that says that nothing of it is read', async () => {
    waits = true;
    draw(BACK);
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await expect.element(page.getByText('Nothing of it is read before you choose what.')).toBeVisible();
    await expect.element(page.getByText('Waits for your choice')).toBeVisible();
    expect(page.getByRole('button', { name: 'Resume' }).elements()).toEqual([]);
    await page.getByRole('button', { name: 'Choose repositories' }).click();
    await expect.element(page.getByRole('dialog').getByRole('checkbox', { name: 'api' })).toBeVisible();
  });

  it('says why it is not completed, such as in another tab', async () => {
    refused = 'This installation was not begun by you in this browser.';
    draw(BACK);
    await expect.element(page.getByText(refused)).toBeVisible();
    expect(sent).toMatchObject([['complete-install', { proof: 'none' }]]);
  });
});

import type { AllowedFolder, Source } from '@cairn/contracts';
import { createFakeHost } from '@cairn/host/fake';
import axe from 'axe-core';
import type { Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { readSource, unavailable } from '../../test/answers.ts';
import { drawSettings } from '../../test/settings-page.tsx';

const SOURCE = readSource('s1', 'weather', 'git');
const GIT = {
  type: 'git',
  words: {
    label: 'Git',
    icon: 'git-branch',
    description: 'Add a repository of this machine.',
    add: 'Add repository',
    upToDate: 'Up to date',
    lastRead: 'Last read',
    neverRead: 'Not read yet',
    rebuild: '',
    removal: '',
    fixed: null,
  },
  settings: [{ name: 'path', label: 'Path', description: '', placeholder: '/home', secret: false }],
  phases: [],
  provides: ['git'],
  addable: true,
};

let root: Root;
let sources: Source[];
let folders: AllowedFolder[];
let asked: string[];
let failing: string;

function answer(path: string): unknown {
  if (path.endsWith('/list-connectors')) return [GIT];
  if (path.endsWith('/list-sources')) return sources;
  if (path.endsWith('/list-folders')) return folders;
  if (path.endsWith('/allow-folder')) return (folders = [{ path: '/repos', sources: [] }]);
  if (path.endsWith('/create-source')) return (sources = [SOURCE])[0];
  return { id: 'org-demo', name: 'Harbour Works (simulated)', role: 'super', simulated: true };
}

function draw(role: 'viewer' | 'user' | 'admin' = 'admin', superuser = false, simulated = false) {
  const fake = createFakeHost();
  const host = createFakeHost({
    org: { ...fake.org, role, ...(simulated ? { simulated } : {}) },
    user: { ...fake.user, superuser },
  });
  root = drawSettings('/wizard/workspace-setup', { host });
  return host;
}

beforeEach(() => {
  [sources, folders, asked, failing] = [[], [], [], ''];
  vi.stubGlobal('fetch', async (path: string, init: { method: string }) => {
    if (init.method === 'POST') asked.push(path);
    if (failing !== '' && path.endsWith(failing)) return unavailable();
    return Response.json({ data: answer(path) });
  });
});
afterEach(() => {
  root.unmount();
  document.body.replaceChildren();
  vi.unstubAllGlobals();
});

const button = (name: string) => page.getByRole('button', { name, exact: true }).first();

describe('the setup of an org', () => {
  it('offers its own data, the simulated company and the way on', async () => {
    draw('admin');
    for (const name of ['Read your own data', 'Look at the simulated company', 'Later'])
      await expect.element(page.getByRole('region', { name })).toBeVisible();
    await expect.element(page.getByText(/until a superuser of this Cairn allows its folder/)).toBeVisible();
    expect(button('Allow folder').elements()).toEqual([]);
    expect((await axe.run(document.body)).violations.map(({ id }) => id)).toEqual([]);
  });

  it('ends with a folder that a superuser allowed and a source in it', async () => {
    const host = draw('admin', true);
    await button('Allow folder').click();
    await page.getByRole('textbox', { name: 'Path' }).fill('/repos');
    await page.getByRole('dialog').getByRole('button', { name: 'Allow folder' }).click();
    await expect.element(page.getByText('/repos', { exact: true })).toBeVisible();
    await button('Add repository').click();
    await page.getByRole('textbox', { name: 'Path' }).fill('/repos/weather');
    await page.getByRole('dialog').getByRole('button', { name: 'Add repository' }).click();
    await expect.element(page.getByRole('region', { name: 'All set' })).toBeVisible();
    await button('Go to Home').click();
    expect(host.calls).toContainEqual(['navigate', '/acme/home']);
    expect(asked.map((path) => path.split('/').at(-1))).toEqual(['allow-folder', 'create-source']);
  });

  it.each([
    ['/simulated-org', ['/api/acme/simulated-org']],
    ['/simulate-company', ['/api/acme/simulated-org', '/api/org-demo/sources/simulate-company']],
  ])('says so when the simulated company cannot be opened, as %s fails', async (path, tried) => {
    failing = path;
    const host = draw();
    await button('Open the simulated company').click();
    const message = 'The simulated company cannot be opened. Try again in a moment.';
    await expect.poll(() => host.calls.at(-1)).toEqual(['toast', { kind: 'error', message }]);
    expect(asked).toEqual(tried);
  });

  it('offers no sources where all data is simulated', async () => {
    draw('admin', false, true);
    await expect.element(button('Go to Home')).toBeVisible();
    expect(page.getByRole('region', { name: 'Read your own data' }).elements()).toEqual([]);
  });
});

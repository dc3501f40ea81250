import type { Source } from '@cairn/contracts';
import { createFakeHost } from '@cairn/host/fake';
import type { Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { drawSettings } from '../../test/settings-page.tsx';

let root: Root;
let sources: Source[];
let refused: boolean;

const source = (id: string, name: string, type = 'git'): Source => ({
  id,
  type,
  name,
  status: 'active',
  progress: { phase: 'done', done: 9, total: 9, perSecond: null },
  notes: [],
  error: null,
  erroredAt: null,
  lastIngestedAt: '2026-11-01T00:00:00Z',
});

function answer(path: string, body: { id?: string }): Response {
  if (!path.endsWith('/remove-source')) return Response.json({ data: sources });
  if (refused)
    return Response.json({ error: { code: 'unavailable', message: 'Try again.' } }, { status: 503 });
  sources = sources.filter(({ id }) => id !== body.id);
  return Response.json({ data: { id: body.id } });
}

function draw() {
  const host = createFakeHost();
  root = drawSettings('integrations', { host });
  return host;
}

beforeEach(() => {
  refused = false;
  sources = [source('s1', 'engine'), source('s2', 'website')];
  vi.stubGlobal('fetch', (path: string, init: { body?: string }) =>
    Promise.resolve(answer(path, JSON.parse(init.body ?? '{}') as { id?: string })),
  );
});
afterEach(() => {
  root.unmount();
  document.body.replaceChildren();
  vi.unstubAllGlobals();
});

const names = () => [...document.querySelectorAll('li h2')].map((name) => name.textContent);
const askToRemove = async () => {
  await page.getByRole('button', { name: 'More for engine' }).click();
  await page.getByRole('menuitem', { name: 'Remove source' }).click();
  await expect.element(page.getByRole('dialog', { name: 'Remove engine?' })).toBeVisible();
};
const confirm = (name: string) => page.getByRole('dialog').getByRole('button', { name });

describe('a source', () => {
  it('is removed after a question, and stays when that is answered with no', async () => {
    const host = draw();
    await askToRemove();
    await confirm('Cancel').click();
    expect(names()).toEqual(['engine', 'website']);
    await askToRemove();
    await confirm('Remove source').click();
    await expect.poll(names).toEqual(['website']);
    expect(sources.map(({ id }) => id)).toEqual(['s2']);
    expect(host.calls).toContainEqual(['toast', { kind: 'info', message: 'Removed engine' }]);
  });

  it('stays, and says why, when the server does not remove it', async () => {
    refused = true;
    const host = draw();
    await askToRemove();
    await confirm('Remove source').click();
    await expect
      .poll(() => host.calls.filter(([name]) => name === 'toast'))
      .toEqual([['toast', { kind: 'error', message: 'Try again.' }]]);
    expect(names()).toEqual(['engine', 'website']);
  });

  it('that is simulated cannot be removed', async () => {
    sources = [source('s1', 'Simulated company', 'simulated')];
    draw();
    await expect.poll(names).toEqual(['Simulated company']);
    expect(page.getByRole('button', { name: /^More for/ }).elements()).toEqual([]);
  });
});

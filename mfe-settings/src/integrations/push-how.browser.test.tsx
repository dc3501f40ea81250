import { createFakeHost } from '@cairn/host/fake';
import axe from 'axe-core';
import type { Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { readSource } from '../../test/answers.ts';
import { drawSettings } from '../../test/settings-page.tsx';
import { curlLine, pushAddress, workflowStep } from './push-snippets.ts';

let root: Root;
let status: 'active' | 'paused';

const TYPE = {
  type: 'push',
  words: {
    label: 'Push API',
    icon: 'send',
    description: 'Let scripts send.',
    add: 'Add Push API',
    upToDate: 'Ready',
    lastRead: 'Last message',
    neverRead: 'No message yet',
    rebuild: '',
    removal: '',
    fixed: null,
  },
  settings: [{ name: 'name', label: 'Name', description: 'What sends.', placeholder: '', secret: false }],
  phases: [],
  provides: ['push'],
  receives: true,
  addable: true,
};

function answer(path: string): Response {
  const route = path.split('/').at(-1) ?? '';
  if (route === 'data-loss') return Response.json({ data: null });
  if (route === 'list-connectors') return Response.json({ data: [TYPE] });
  if (route === 'list-sources')
    return Response.json({ data: [{ ...readSource('s1', 'Pipelines', 'push'), status }] });
  return Response.json({ data: [] });
}

function draw(scheme: 'light' | 'dark' = 'light') {
  const host = createFakeHost();
  root = drawSettings('integrations/push', { host, scheme });
  return host;
}

beforeEach(() => {
  status = 'active';
  vi.stubGlobal('fetch', (path: string) => Promise.resolve(answer(path)));
});
afterEach(() => {
  root.unmount();
  document.body.replaceChildren();
  vi.unstubAllGlobals();
  return page.viewport(1_280, 800);
});

const button = (name: string) => page.getByRole('button', { name, exact: true });

describe('the Push API', () => {
  it('shows how to send, each to be copied, and where the token is made', async () => {
    const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    draw();
    await button('Copy: From a shell').click();
    const address = pushAddress(location.origin, 'acme');
    expect(copied).toHaveBeenLastCalledWith(curlLine(address));
    await button('Copy: From a workflow of GitHub').click();
    expect(copied).toHaveBeenLastCalledWith(workflowStep(address));
    const link = page.getByRole('link', { name: 'Make an API token that pushes' });
    await expect.element(link).toHaveAttribute('href', '/acme/settings/logins?token=push');
  });

  it('says so where the browser does not let pages copy', async () => {
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('denied'));
    const host = draw();
    await button('Copy: From a shell').click();
    await expect.poll(() => JSON.stringify(host.calls)).toContain('Mark it and copy it yourself.');
  });

  it('is never read by hand, and can be paused and resumed', async () => {
    draw();
    await button('More for Pipelines').click();
    await expect.element(page.getByRole('menuitem', { name: 'Pause' })).toBeVisible();
    expect(page.getByRole('menuitem', { name: 'Test' }).query()).toBeNull();
    expect(button('Sync now').query()).toBeNull();
    root.unmount();
    document.body.replaceChildren();
    status = 'paused';
    draw();
    await expect.element(button('Resume')).toBeVisible();
  });

  it.each([
    ['light', 1_440],
    ['dark', 390],
  ] as const)('has no fault that axe finds, in %s at %i', async (scheme, width) => {
    await page.viewport(width, 800);
    draw(scheme);
    await expect.element(button('Copy: From a shell')).toBeVisible();
    await Promise.all(document.getAnimations().map((each) => each.finished.catch(() => undefined)));
    const { violations } = await axe.run(document.querySelector('main') ?? document.body);
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html ?? ''}`)).toEqual([]);
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
  });
});

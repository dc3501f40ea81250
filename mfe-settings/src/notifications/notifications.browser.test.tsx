import { createFakeHost } from '@cairn/host/fake';
import type { Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { drawSettings } from '../../test/settings-page.tsx';

const kinds = { IntegrationError: true, Followed: true, Shared: false, JobFinished: true };
let root: Root;
let sent: unknown[];
let refused: boolean;
beforeEach(() => {
  sent = [];
  refused = false;
  vi.stubGlobal('fetch', async (_: string, init: { body?: string }) => {
    if (!init.body) return Response.json({ data: kinds });
    const change = JSON.parse(init.body) as Partial<typeof kinds>;
    sent.push(change);
    if (refused) return Response.json({ error: { code: 'internal', message: 'No.' } }, { status: 500 });
    return Response.json({ data: { ...kinds, ...change } });
  });
});
afterEach(() => {
  root.unmount();
  document.body.replaceChildren();
  vi.unstubAllGlobals();
});
const toggle = (name: string) => page.getByRole('switch', { name });
const click = (name: string) => (toggle(name).element() as HTMLElement).click();

describe('the settings of notifications', () => {
  it('show each kind, and save a choice at once', async () => {
    root = drawSettings('notifications', { host: createFakeHost() });
    await expect.element(toggle('A board is shared')).not.toBeChecked();
    click('Something that you follow changes');
    await expect.element(toggle('Something that you follow changes')).not.toBeChecked();
    expect(sent).toEqual([{ Followed: false }]);
  });

  it('stay as they were where saving fails, and say so', async () => {
    refused = true;
    const host = createFakeHost();
    root = drawSettings('notifications', { host });
    await expect.element(toggle('A source cannot be read')).toBeChecked();
    click('A source cannot be read');
    await expect.poll(() => host.calls.at(-1)?.[0]).toBe('toast');
    await expect.element(toggle('A source cannot be read')).toBeChecked();
  });
});

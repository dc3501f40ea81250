import { Preferences, type Me } from '@cairn/contracts';
import { createFakeHost, undoLast } from '@cairn/host/fake';
import axe from 'axe-core';
import type { Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { unavailable } from '../../test/answers.ts';
import { drawSettings } from '../../test/settings-page.tsx';

let root: Root;
let asked: { path: string; body: Record<string, unknown> }[];
let fails: boolean;

function draw(preferences: Partial<Preferences> = {}) {
  const { user } = createFakeHost();
  const me: Me = { ...user, preferences: { ...user.preferences, ...preferences } };
  const host = createFakeHost({ user: me });
  root = drawSettings('preferences', { host });
  return host;
}

beforeEach(() => {
  asked = [];
  fails = false;
  vi.stubGlobal('fetch', async (path: string, init?: { body: string }) => {
    if (!init) return new Response('as it was');
    asked.push({ path, body: JSON.parse(init.body) as Record<string, unknown> });
    if (!fails) return Response.json({ data: { ...createFakeHost().user, picture: 'p1' } });
    return unavailable();
  });
});
afterEach(() => {
  root.unmount();
  document.body.replaceChildren();
  vi.unstubAllGlobals();
});

const choose = async (label: string, option: string) => {
  await page.getByRole('combobox', { name: label }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
};
const refreshed = (host: ReturnType<typeof draw>) =>
  expect.poll(() => host.calls.some(([name]) => name === 'refreshUser')).toBe(true);

describe('preferences', () => {
  it('keep what was typed as a name when it is not saved, and save it when asked again', async () => {
    const host = draw();
    fails = true;
    const name = page.getByRole('textbox', { name: 'Display name' });
    await userEvent.fill(name, 'Ada Lovelace');
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => host.calls.at(-1)).toMatchObject(['toast', { kind: 'error' }]);
    await expect.element(name).toHaveValue('Ada Lovelace');
    fails = false;
    await userEvent.keyboard('{Enter}');
    await refreshed(host);
    expect(asked.at(-1)?.body).toEqual({ displayName: 'Ada Lovelace' });
  });

  it.each([
    ['First day of the week', 'Sunday', { firstDay: 7 }],
    ['Date format', '21.11.2026', { dateFormat: 'DD.MM.YYYY' }],
    ['Time format', '14:05', { timeFormat: 'h23' }],
    ['Number format', '12.345,6', { numberFormat: 'de-DE' }],
    ['Default period', 'Last 90 days', { period: 'P90D' }],
    ['Time zone', 'UTC', { timezone: 'UTC' }],
  ])('%s is saved as soon as it is chosen', async (label, option, body) => {
    const host = draw();
    await choose(label, option);
    await refreshed(host);
    expect(asked).toEqual([{ path: '/api/user/preferences', body }]);
  });

  it.each([
    ['First day of the week', 'As the organization: Monday', { firstDay: null }],
    ['Default period', 'As the data has it', { period: null }],
    ['Time format', 'As this browser: 2:05 pm', { timeFormat: null }],
  ])('%s is left to Cairn again', async (label, option, body) => {
    const host = draw({ firstDay: 7, period: 'P90D', timeFormat: 'h23' });
    await choose(label, option);
    await refreshed(host);
    expect(asked).toEqual([{ path: '/api/user/preferences', body }]);
  });

  it('say what is not saved, and why', async () => {
    fails = true;
    const host = draw();
    await choose('Date format', '2026-11-21');
    const message = 'The date format is not saved. Try again in a moment.';
    await expect.poll(() => host.calls.at(-1)).toEqual(['toast', { kind: 'error', message }]);
    await expect.element(page.getByRole('combobox', { name: 'Date format' })).toHaveValue('Nov 21, 2026');
  });

  it('have no accessibility faults', async () => {
    draw();
    await expect.element(page.getByRole('button', { name: 'Add picture' })).toBeVisible();
    expect((await axe.run(document.body)).violations.map(({ id }) => id)).toEqual([]);
  });
});

describe('the picture', () => {
  async function wide(): Promise<File> {
    const canvas = new OffscreenCanvas(300, 200);
    canvas.getContext('2d')?.fillRect(0, 0, 300, 200);
    return new File([await canvas.convertToBlob({ type: 'image/jpeg' })], 'me.jpg', { type: 'image/jpeg' });
  }
  const upload = async (file: File) => {
    await expect.element(page.getByRole('button', { name: 'Add picture' })).toBeVisible();
    const input = document.querySelector('input[type=file]');
    if (!input) throw new Error('there is no field for a file');
    await userEvent.upload(input, file);
  };

  it('is made a small PNG before it is sent', async () => {
    const host = draw();
    await upload(await wide());
    await refreshed(host);
    const [{ path, body } = { path: '', body: {} }] = asked;
    expect(path).toBe('/api/user/picture');
    const answer = blobOf(`data:image/png;base64,${String(body['png'])}`);
    const { width, height } = await createImageBitmap(answer);
    expect([width, height]).toEqual([96, 96]);
  });

  it('is refused where the browser cannot read it, before anything is sent', async () => {
    const host = draw();
    await upload(new File(['<svg/>'], 'me.png', { type: 'image/png' }));
    const message = 'The picture is not saved. This file is no picture that the browser can read.';
    await expect.poll(() => host.calls.at(-1)).toEqual(['toast', { kind: 'error', message }]);
    expect(asked).toEqual([]);
  });

  it('is removed, and brought back by undo', async () => {
    const host = draw({ picture: 'p1' });
    await page.getByRole('button', { name: 'Remove' }).click();
    await refreshed(host);
    expect(asked).toEqual([{ path: '/api/user/picture', body: { png: null } }]);
    const removed = { kind: 'undo', message: 'Removed the picture' };
    await expect.poll(() => host.calls.at(-1)?.[1]).toMatchObject(removed);
    undoLast(host);
    await expect.poll(() => asked.at(-1)?.body).toEqual({ png: btoa('as it was') });
  });
});

/** The picture of a data address. */
function blobOf(address: string): Blob {
  const bytes = atob(address.split(',')[1] ?? '');
  return new Blob([Uint8Array.from(bytes, (letter) => letter.charCodeAt(0))], { type: 'image/png' });
}

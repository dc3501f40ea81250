import type { Role } from '@cairn/contracts';
import { createFakeHost, undoLast } from '@cairn/host/fake';
import type { Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { drawSettings } from '../../test/settings-page.tsx';

let root: Root;
let resources: { uuid: string; kind: string; name: string; category: string | null }[];
let sent: { uuids: string[]; category: string | null }[];
let fails: boolean;
beforeEach(() => {
  fails = false;
  sent = [];
  resources = [
    { uuid: 'r1', kind: 'Repository', name: 'api', category: 'Platform' },
    { uuid: 'p1', kind: 'Project', name: 'Payments', category: null },
  ];
  vi.stubGlobal('fetch', async (path: string, { body }: { body?: string }) => {
    if (fails)
      return Response.json({ error: { code: 'unavailable', message: 'It is down.' } }, { status: 503 });
    if (path.endsWith('/set')) {
      const input = JSON.parse(body ?? '{}') as (typeof sent)[number];
      sent.push(input);
      resources = resources.map((each) =>
        input.uuids.includes(each.uuid) ? { ...each, category: input.category } : each,
      );
    }
    return Response.json({ data: resources });
  });
});
afterEach(() => {
  root.unmount();
  document.body.replaceChildren();
  vi.unstubAllGlobals();
});

function draw(role: Role = 'super') {
  const { org } = createFakeHost();
  const host = createFakeHost({ org: { ...org, role } });
  root = drawSettings('system/categories', { host });
  return host;
}
const choice = (name: string) => page.getByRole('combobox', { name: `Category of ${name}` });

describe('the categories of resources', () => {
  it('are given to repositories and projects, known ones and new ones', async () => {
    draw();
    await expect.element(choice('api')).toHaveValue('Platform');
    await choice('Payments').click();
    await page.getByRole('option', { name: 'Platform' }).click();
    await expect.poll(() => sent).toEqual([{ uuids: ['p1'], category: 'Platform' }]);
    await page.getByRole('textbox', { name: 'New category' }).fill(' Product ');
    await choice('api').click();
    await page.getByRole('option', { name: 'Product' }).click();
    await expect.poll(() => sent.at(-1)).toEqual({ uuids: ['r1'], category: 'Product' });
    await expect.element(choice('api')).toHaveValue('Product');
  });

  it('come back by undo where another one or none has taken their place', async () => {
    const host = draw();
    await expect.element(choice('api')).toHaveValue('Platform');
    const clear = () => document.querySelector<HTMLElement>('.mantine-InputClearButton-root');
    await expect.poll(clear).not.toBeNull();
    clear()?.click();
    await expect.poll(() => sent.at(-1)).toEqual({ uuids: ['r1'], category: null });
    const undo = { kind: 'undo', message: 'api is no longer in Platform' };
    await expect.poll(() => host.calls.at(-1)?.[1]).toMatchObject(undo);
    undoLast(host);
    await expect.poll(() => sent.at(-1)).toEqual({ uuids: ['r1'], category: 'Platform' });
    await expect.element(choice('api')).toHaveValue('Platform');
  });

  it('are found by the names of resources, and are for super admins', async () => {
    draw();
    await page.getByRole('textbox', { name: 'Filter repositories and projects' }).fill('PAY');
    await expect.poll(() => choice('api').query()).toBeNull();
    await expect.element(choice('Payments')).toBeVisible();
    root.unmount();
    draw('admin');
    await expect.element(page.getByText('unauthorized access')).toBeVisible();
  });

  it('say what belongs here, and what failed', async () => {
    resources = [];
    draw();
    await expect.element(page.getByText('There are no repositories and projects yet')).toBeVisible();
    root.unmount();
    fails = true;
    draw();
    await expect.element(page.getByRole('alert')).toHaveTextContent('It is down.');
  });
});

import { createFakeHost, undoLast } from '@cairn/host/fake';
import axe from 'axe-core';
import type { Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { drawSettings } from '../../test/settings-page.tsx';

let root: Root;
let hosts: string[];
let asked: string[];
const REFUSED = 'host: must be a name and a port, such as git.example.com:443';

function change(route: string, { host }: { host: string }): Response {
  if (route === 'forbid-host') hosts = hosts.filter((each) => each !== host);
  else if (host.includes(':')) hosts = [...hosts, host];
  else return Response.json({ error: { code: 'invalid_input', message: REFUSED } }, { status: 400 });
  return Response.json({ data: hosts });
}

function draw(superuser: boolean, scheme: 'light' | 'dark' = 'light') {
  const known = createFakeHost();
  const host = createFakeHost({ user: { ...known.user, superuser } });
  root = drawSettings('integrations', { host, scheme });
  return host;
}

beforeEach(() => {
  hosts = ['git.example.com:443'];
  asked = [];
  vi.stubGlobal('fetch', (path: string, init: { body?: string }) => {
    const route = path.split('/').at(-1) ?? '';
    asked.push(route);
    if (route === 'list-hosts') return Promise.resolve(Response.json({ data: hosts }));
    if (!route.endsWith('-host')) return Promise.resolve(Response.json({ data: [] }));
    return Promise.resolve(change(route, JSON.parse(init.body ?? '{}') as { host: string }));
  });
});
afterEach(() => {
  root.unmount();
  document.body.replaceChildren();
  vi.unstubAllGlobals();
});

const rows = () =>
  page
    .getByRole('list', { name: 'Allowed servers' })
    .getByRole('listitem')
    .elements()
    .map((each) => each.textContent);
const button = (name: string) => page.getByRole('button', { name, exact: true });

describe('the servers of the inside', () => {
  it('are allowed by a superuser, in the words of the server where one is refused', async () => {
    draw(true);
    await button('Allow server').click();
    const field = page.getByRole('dialog').getByLabelText('Server');
    await field.fill('jira.example.com');
    const submit = page.getByRole('dialog').getByRole('button', { name: 'Allow server' });
    await submit.click();
    await expect.element(page.getByText(REFUSED)).toBeVisible();
    await field.fill('jira.example.com:8443');
    await submit.click();
    await expect.poll(rows).toEqual(['git.example.com:443Forbid', 'jira.example.com:8443Forbid']);
  });

  it('are forbidden again, and Undo allows them', async () => {
    const host = draw(true);
    await button('Forbid git.example.com:443').click();
    await expect.element(page.getByText('No server of the inside is allowed')).toBeVisible();
    undoLast(host);
    await expect.poll(rows).toEqual(['git.example.com:443Forbid']);
  });

  it('are for superusers alone', async () => {
    draw(false);
    await expect.element(page.getByRole('heading', { name: 'Folders' })).toBeVisible();
    expect(page.getByRole('region', { name: 'Servers of the inside' }).query()).toBeNull();
    expect(asked).not.toContain('list-hosts');
  });

  it.each(['light', 'dark'] as const)('have no fault that axe finds, in %s', async (scheme) => {
    draw(true, scheme);
    await expect.element(button('Forbid git.example.com:443')).toBeVisible();
    await Promise.all(document.getAnimations().map((each) => each.finished.catch(() => undefined)));
    const { violations } = await axe.run(document.querySelector('main') ?? document.body);
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html ?? ''}`)).toEqual([]);
  });
});

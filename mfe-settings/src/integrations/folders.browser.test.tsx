import type { AllowedFolder, Org } from '@cairn/contracts';
import { createFakeHost, undoLast } from '@cairn/host/fake';
import axe from 'axe-core';
import type { Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { drawSettings } from '../../test/settings-page.tsx';

let root: Root;
let folders: AllowedFolder[];
let asked: string[];

const ENGINE: AllowedFolder = { path: '/srv/engine', sources: [{ id: 's1', name: 'engine' }] };
const REFUSED = 'The path must be that of a folder on the machine that runs Cairn, from its root on.';

function change(path: string, body: string): Response {
  const { path: folder } = JSON.parse(body) as { path: string };
  if (path.endsWith('/forbid-folder')) folders = folders.filter((each) => each.path !== folder);
  else if (folder.startsWith('/')) folders = [...folders, { path: folder, sources: [] }];
  else return Response.json({ error: { code: 'invalid_input', message: REFUSED } }, { status: 400 });
  return Response.json({ data: folders });
}

/** Draws the page for an admin, who may be a superuser. */
function draw(superuser: boolean, org: Partial<Org> = {}, scheme: 'light' | 'dark' = 'light') {
  const known = createFakeHost();
  const host = createFakeHost({ user: { ...known.user, superuser }, org: { ...known.org, ...org } });
  root = drawSettings('integrations', { host, scheme });
  return host;
}

beforeEach(() => {
  folders = [ENGINE];
  asked = [];
  vi.stubGlobal('fetch', (path: string, init: { body?: string }) => {
    const route = path.split('/').at(-1) ?? '';
    asked.push(route);
    if (route === 'list-folders') return Promise.resolve(Response.json({ data: folders }));
    const isChange = route.endsWith('-folder');
    return Promise.resolve(isChange ? change(path, init.body ?? '{}') : Response.json({ data: [] }));
  });
});
afterEach(() => {
  root.unmount();
  document.body.replaceChildren();
  vi.unstubAllGlobals();
});

const rows = () =>
  page.getByRole('list', { name: 'Allowed folders' }).getByRole('listitem').elements().map(textOf);
const textOf = (element: Element) => element.textContent;
const button = (name: string) => page.getByRole('button', { name });
const inDialog = (name: string) => page.getByRole('dialog').getByRole('button', { name });

describe('the folders of an org', () => {
  it('are allowed by a superuser, in the words of the server where one is refused', async () => {
    const host = draw(true);
    await button('Allow folder').click();
    const path = page.getByRole('dialog').getByLabelText('Path');
    await path.fill('projects');
    await inDialog('Allow folder').click();
    await expect.element(path).toHaveAccessibleDescription(new RegExp(REFUSED));
    await path.fill(' /srv/website ');
    await inDialog('Allow folder').click();
    await expect
      .poll(rows)
      .toEqual(['/srv/engineRead by engineForbid', '/srv/websiteNo source reads itForbid']);
    const message = 'Sources of Acme may read /srv/website';
    await expect.poll(() => host.calls).toContainEqual(['toast', { kind: 'info', message }]);
  });

  it('are forbidden after a question that names the sources, which are read again then, and undone', async () => {
    const host = draw(true);
    await button('Forbid /srv/engine').click();
    await expect.element(page.getByText('Nothing new is read of engine until it is allowed')).toBeVisible();
    await inDialog('Cancel').click();
    expect(asked).not.toContain('forbid-folder');
    await button('Forbid /srv/engine').click();
    await inDialog('Forbid folder').click();
    await expect.element(page.getByRole('heading', { name: 'No folder is allowed' })).toBeVisible();
    await expect.poll(() => asked.slice(asked.indexOf('forbid-folder'))).toContain('list-sources');
    const undo = { kind: 'undo', message: 'Sources may no longer read /srv/engine' };
    await expect.poll(() => host.calls.at(-1)?.[1]).toMatchObject(undo);
    undoLast(host);
    await expect.poll(rows).toEqual(['/srv/engineNo source reads itForbid']);
  });

  it('are seen by an admin who is no superuser, with whom to ask', async () => {
    draw(false);
    await expect.poll(rows).toEqual(['/srv/engineRead by engine']);
    await expect.element(page.getByText('ask whoever runs this Cairn', { exact: false })).toBeVisible();
    expect(button('Allow folder').elements()).toEqual([]);
  });

  it.each([
    [true, 'Allow the folder that holds your repositories'],
    [false, 'until a superuser of this Cairn allows its folder'],
  ])('say what is next where there is none, to a superuser: %s', async (superuser, words) => {
    folders = [];
    draw(superuser);
    await expect.element(page.getByText(words, { exact: false })).toBeVisible();
  });

  it('are no matter of an org of simulated data', async () => {
    draw(true, { simulated: true });
    await expect.element(page.getByRole('heading', { name: 'Integrations' })).toBeVisible();
    await expect.poll(() => asked).toContain('list-sources');
    expect(asked).not.toContain('list-folders');
  });

  it.each(['light', 'dark'] as const)('have no finding of axe in the %s theme', async (scheme) => {
    draw(true, {}, scheme);
    await expect.poll(rows).toHaveLength(1);
    // Buttons fade into the colors of another theme.
    await Promise.all(document.getAnimations().map((each) => each.finished.catch(() => undefined)));
    const { violations } = await axe.run(document.body, {
      rules: { region: { enabled: false }, 'page-has-heading-one': { enabled: false } },
    });
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join()}`)).toEqual([]);
  });
});

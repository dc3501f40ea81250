import { createFakeHost } from '@cairn/host/fake';
import type { Role } from '@cairn/contracts';
import { aNote } from '@cairn/saved/planted';
import type { Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { unavailable } from '../../test/answers.ts';
import { drawSettings } from '../../test/settings-page.tsx';

const state = { params: { select: ['Commit'] }, tags: ['branches'], isForCards: true };
const brief = { kinds: [], tags: ['branches'], words: '', question: null };
const snippet = {
  ...aNote({ id: 's1', name: 'Only main' }),
  type: 'snippet-v1',
  brief,
  state: JSON.stringify(state),
  json: state,
};
const query = {
  ...aNote({ id: 'q1', name: 'Commits by day' }),
  type: 'explore-v1',
  state: JSON.stringify({ params: { select: ['Commit'], duration: 'P30D' }, viz: [] }),
};

let root: Root;
let sent: [path: string, body: Record<string, unknown>][];
let listed: object[];
let fails: boolean;
beforeEach(() => {
  sent = [];
  listed = [snippet];
  fails = false;
  vi.stubGlobal('fetch', async (path: string, { body }: { body: string }) => {
    const input = JSON.parse(body) as Record<string, unknown>;
    const name = path.split('/').at(-1) ?? '';
    sent.push([name, input]);
    if (fails) return unavailable();
    if (name === 'read') return Response.json({ data: input['id'] === 'q1' ? query : snippet });
    if (name !== 'list') return Response.json({ data: { ...snippet, ...input, id: input['id'] ?? 's2' } });
    const isQueries = JSON.stringify(input).includes('explore-v1');
    const data = isQueries ? [query] : listed;
    return Response.json({ data, more: false, total: data.length, counts: null, notice: null });
  });
});
afterEach(() => {
  root.unmount();
  document.body.replaceChildren();
  vi.unstubAllGlobals();
});

function draw(role: Role, superuser = false) {
  const { org, user } = createFakeHost();
  const host = createFakeHost({ org: { ...org, role }, user: { ...user, superuser } });
  root = drawSettings('snippets', { host });
  return host;
}
const button = (name: string) => page.getByRole('button', { name, exact: true });
const calls = (name: string) => sent.flatMap(([path, body]) => (path === name ? [body] : []));

describe('the snippets', () => {
  it('are listed with their visibility and tags, all of them or only mine', async () => {
    draw('user');
    await expect.element(page.getByText('Only main')).toBeVisible();
    await expect.element(page.getByText('branches')).toBeVisible();
    await page.getByText('Only mine').click();
    await expect
      .poll(() => calls('list').at(-1))
      .toMatchObject({ filter: { types: ['snippet-v1'], scopes: ['private'] } });
  });

  it('are made of a saved query, private for a user', async () => {
    const host = draw('user');
    const created = ['toast', { kind: 'info', message: 'Created snippet "Commits"' }];
    await button('New snippet').click();
    await expect.element(button('Save snippet')).toBeDisabled();
    await page.getByRole('textbox', { name: 'Name' }).fill(' Commits ');
    expect(page.getByText('Share this snippet with your org').query()).toBeNull();
    await page.getByRole('combobox', { name: 'Saved query' }).click();
    await page.getByRole('option', { name: 'Commits by day' }).click();
    await button('Save snippet').click();
    await expect
      .poll(() => calls('create'))
      .toMatchObject([
        {
          type: 'snippet-v1',
          name: 'Commits',
          scope: 'private',
          // Dates are no part of a snippet.
          json: { params: { select: ['Commit'] }, tags: [], isForCards: false },
        },
      ]);
    await expect.poll(() => host.calls).toContainEqual(created);
  });

  it('say so where one is not saved, and stay open', async () => {
    draw('user');
    await button('Edit Only main').click();
    await page.getByRole('textbox', { name: 'Folder' }).fill('Branches');
    fails = true;
    await button('Save snippet').click();
    await expect.element(page.getByText(/^There was an error, please try again\./)).toBeVisible();
    await expect.element(page.getByRole('textbox', { name: 'Folder' })).toHaveValue('Branches');
  });

  it('are shared by admins, and keep the question they have', async () => {
    draw('admin');
    await button('Edit Only main').click();
    await page.getByRole('radio', { name: 'Only you have access to this snippet' }).click();
    await page.getByRole('radio', { name: 'Share this snippet with your org' }).click();
    await button('Save snippet').click();
    await expect
      .poll(() => calls('update'))
      .toMatchObject([{ id: 's1', version: 1, scope: 'org', json: state }]);
  });

  it.each([
    [
      'an admin',
      'admin',
      false,
      ['Only you have access to this snippet', 'Share this snippet with your org'],
    ],
    [
      'a superuser',
      'super',
      true,
      [
        'Only you have access to this snippet',
        'Share this snippet with your org',
        'Make this a global snippet',
      ],
    ],
  ] as const)('are for whom %s chooses', async (_, role, superuser, words) => {
    draw(role, superuser);
    await button('New snippet').click();
    await expect.element(page.getByRole('radio', { name: words[0] })).toBeChecked();
    const offered = page.getByRole('dialog').getByRole('radio');
    expect(offered.elements().map((each) => (each as HTMLInputElement).labels?.[0]?.textContent)).toEqual(
      words,
    );
  });

  it('are deleted with a way back', async () => {
    const host = draw('admin');
    await button('Delete Only main').click();
    await button('Delete snippet').click();
    await expect.poll(() => calls('delete')).toHaveLength(1);
    const undo = () => host.calls.flatMap(([name, toast]) => (name === 'toast' ? [toast] : [])).at(-1);
    await expect.poll(undo).toMatchObject({ kind: 'undo', message: 'Deleted Only main' });
    (undo() as { onUndo: () => void }).onUndo();
    await expect.poll(() => calls('restore')).toMatchObject([{ id: 's1' }]);
  });

  it('say what belongs here, and are shut to viewers', async () => {
    listed = [];
    draw('user');
    await expect.element(page.getByText('There are no snippets yet')).toBeVisible();
    root.unmount();
    draw('viewer');
    await expect.element(page.getByText('unauthorized access')).toBeVisible();
  });
});

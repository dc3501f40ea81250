import type { Followed } from '@cairn/contracts';
import { createFakeHost } from '@cairn/host/fake';
import type { Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { drawSettings } from '../../test/settings-page.tsx';

const kinds = { IntegrationError: true, Followed: true, Shared: false, Given: true, JobFinished: true };
let root: Root;
let sent: unknown[];
let refused: boolean;
let followed: Followed[];
let notice: string | null;
beforeEach(() => {
  sent = [];
  refused = false;
  [followed, notice] = [[], null];
  vi.stubGlobal('fetch', async (path: string, init: { body?: string }) => {
    if (path.includes('/following/follow')) {
      const { kind, id } = JSON.parse(init.body ?? '') as Followed;
      followed = followed.filter((each) => each.kind !== kind || each.id !== id);
      return Response.json({ data: followed });
    }
    if (path.includes('/following')) return Response.json({ data: followed, notice });
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

describe('what one follows', () => {
  const since = '2026-11-01T00:00:00Z';
  const rows = () => page.getByRole('list', { name: 'What you follow' }).getByRole('listitem');

  it('is listed with its names, leads to it, and is let go of there', async () => {
    followed = [
      { kind: 'person', id: 'p1', since, name: 'Grace Hopper', hint: 'grace@example.org' },
      { kind: 'topic', id: 't1', since, name: 'Where work goes', hint: null },
      { kind: 'board', id: 'b1', since, name: null, hint: null },
    ];
    root = drawSettings('notifications', { host: createFakeHost({ timezone: 'UTC' }) });
    await expect
      .element(rows().nth(0))
      .toHaveTextContent('Grace HopperPerson · grace@example.org · since Nov 1, 2026');
    const hrefOf = (name: string) => page.getByRole('link', { name }).element().getAttribute('href');
    expect([hrefOf('Grace Hopper'), hrefOf('Where work goes')]).toEqual([
      '/acme/entity/p1',
      '/acme/topics/t1',
    ]);
    await expect.element(rows().nth(2)).toHaveTextContent('No longer thereBoard');
    await rows().nth(1).getByRole('button', { name: 'Stop following' }).click();
    await expect.poll(() => followed.map(({ id }) => id)).toEqual(['p1', 'b1']);
  });

  it('says that names are missing because the graph is away', async () => {
    [followed, notice] = [
      [{ kind: 'person', id: 'p1', since, name: null, hint: null }],
      'The graph is away.',
    ];
    root = drawSettings('notifications', { host: createFakeHost() });
    await expect.element(page.getByText('The graph is away.')).toBeVisible();
    await expect.element(rows()).toHaveTextContent('Name not known nowPerson');
  });

  it('may be nothing', async () => {
    root = drawSettings('notifications', { host: createFakeHost() });
    await expect.element(page.getByText('Nothing yet')).toBeVisible();
  });
});

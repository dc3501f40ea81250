import type { DeepLink } from '@cairn/contracts';
import { createFakeHost, FakeHost } from '@cairn/host/fake';
import { aNote } from '@cairn/saved/planted';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useEffect, type ReactNode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { savedKeys } from './saved-keys.ts';
import { useSavedCache, useSaveThing } from './use-saved-cache.ts';
import { useCountOpening, useSavedPage, useSavedThing } from './use-saved-things.ts';

let root: Root;
let client: QueryClient;
let links: DeepLink[];
let asked: { route: string; body: Record<string, unknown> }[];
let actions: ReturnType<typeof useSavedCache> & ReturnType<typeof useSaveThing>;

function Things(): ReactNode {
  const { data } = useSavedPage({});
  const { data: one } = useSavedThing(links[0]?.id);
  const [cache, save] = [useSavedCache(), useSaveThing()];
  useEffect(() => {
    actions = { ...cache, ...save };
  }, [cache, save]);
  useCountOpening(links[0]?.id);
  return (
    <>
      <p data-testid="all">{data?.links.map(({ name }) => name).join(', ')}</p>
      <p data-testid="one">{one?.name}</p>
    </>
  );
}

beforeEach(() => {
  links = [aNote({ id: 'a', name: 'First' }), aNote({ id: 'b', name: 'Second' })];
  asked = [];
  vi.stubGlobal('fetch', async (url: string, init: { body: string }) => {
    const route = url.split('/').at(-1) ?? '';
    const body = JSON.parse(init.body) as Record<string, unknown>;
    asked.push({ route, body });
    const { org_id: _org, ...part } = body;
    const found = links.find(({ id }) => id === body['id']) ?? aNote({ id: 'c' });
    const answers: Record<string, unknown> = {
      list: links,
      read: found,
      create: { ...aNote({ id: 'c' }), ...part },
      update: { ...found, ...part, version: found.version + 1 },
      hit: { hits: 1 },
    };
    const changed = answers[route] as DeepLink;
    if (route === 'create') links = [changed, ...links];
    if (route === 'update') links = links.map((link) => (link.id === changed.id ? changed : link));
    const page = { more: false, total: links.length, counts: null, notice: null };
    return Response.json({ data: answers[route], ...(route === 'list' && page) });
  });
  client = new QueryClient();
  root = createRoot(document.body.appendChild(document.createElement('main')));
  root.render(
    <QueryClientProvider client={client}>
      <FakeHost host={createFakeHost()}>
        <Things />
      </FakeHost>
    </QueryClientProvider>,
  );
});
afterEach(() => {
  root.unmount();
  document.body.replaceChildren();
  vi.unstubAllGlobals();
});

const all = () => page.getByTestId('all');
const one = () => page.getByTestId('one');
const count = (route: string) => asked.filter((each) => each.route === route).length;

describe('the cache of saved things', () => {
  it('reads the list and each thing once, and counts the opening', async () => {
    await expect.element(all()).toHaveTextContent('First, Second');
    await expect.element(one()).toHaveTextContent('First');
    await expect.poll(() => count('hit')).toBe(1);
    expect([count('list'), count('read')]).toEqual([1, 1]);
  });

  it('shows an update in every list and on the thing, which is not read again', async () => {
    await expect.element(one()).toHaveTextContent('First');
    await actions.update({ id: 'a', version: 1, name: 'Renamed' });
    await expect.element(all()).toHaveTextContent('Renamed, Second');
    await expect.element(one()).toHaveTextContent('Renamed');
    expect(asked.find(({ route }) => route === 'update')?.body).toEqual({
      org_id: 'acme',
      id: 'a',
      version: 1,
      name: 'Renamed',
    });
    await expect.poll(() => count('list')).toBe(2);
    expect(count('read')).toBe(1);
  });

  it('puts what is created first', async () => {
    await expect.element(all()).toHaveTextContent('First');
    await actions.create({ type: 'explore-v1', name: 'Third', state: '{}' });
    await expect.element(all()).toHaveTextContent('Third, First, Second');
  });

  it('patches and drops before the server answers', async () => {
    await expect.element(all()).toHaveTextContent('First');
    actions.patch('b', { name: 'Other' });
    await expect.element(all()).toHaveTextContent('First, Other');
    actions.drop('b');
    await expect.element(all()).toHaveTextContent(/^First$/);
    expect(client.getQueryData(savedKeys.one('acme', 'b'))).toBeUndefined();
  });

  it('reads the list and the open thing again when told to', async () => {
    await expect.element(one()).toHaveTextContent('First');
    links = [aNote({ id: 'a', name: 'Changed elsewhere' })];
    await actions.reload();
    await expect.element(all()).toHaveTextContent('Changed elsewhere');
    await expect.element(one()).toHaveTextContent('Changed elsewhere');
  });
});

import { createFakeHost, FakeHost } from '@cairn/host/fake';
import { UiProvider } from '@cairn/ui';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { FollowBell } from './follow-bell.tsx';

let root: Root;
let followed: { kind: string; id: string; since: string }[];
let refused: boolean;

beforeEach(() => {
  [followed, refused] = [[], false];
  vi.stubGlobal('fetch', async (_: string, init: { method: string; body?: string }) => {
    if (refused && init.method === 'POST')
      return Response.json(
        { error: { code: 'quota_exceeded', message: 'You follow too much.' } },
        { status: 409 },
      );
    if (init.method === 'POST') {
      const { action, kind, id } = JSON.parse(init.body ?? '') as Record<'action' | 'kind' | 'id', string>;
      followed = followed.filter((each) => each.id !== id);
      if (action === 'add') followed.push({ kind, id, since: '2026-01-01' });
    }
    return Response.json({ data: followed });
  });
});
afterEach(() => {
  root.unmount();
  document.body.replaceChildren();
  vi.unstubAllGlobals();
});

function draw(formerIds?: readonly string[]) {
  const host = createFakeHost();
  root = createRoot(document.body.appendChild(document.createElement('div')));
  root.render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <FakeHost host={host}>
        <UiProvider colorScheme="light">
          <FollowBell kind="team" id="t1" formerIds={formerIds} name="Payments" />
        </UiProvider>
      </FakeHost>
    </QueryClientProvider>,
  );
  return host;
}
const bell = (name: string) => page.getByRole('button', { name });

describe('the bell of a thing', () => {
  it('begins and ends to follow it', async () => {
    const host = draw();
    await bell('Follow').click();
    await expect.element(bell('Stop following')).toHaveAttribute('aria-pressed', 'true');
    await expect
      .poll(() => host.calls.at(-1))
      .toEqual(['toast', { kind: 'info', message: 'You follow Payments' }]);
    await bell('Stop following').click();
    await expect.element(bell('Follow')).toHaveAttribute('aria-pressed', 'false');
    await expect.poll(() => followed).toEqual([]);
  });

  it('rings for whoever follows it under a former id, and ends that with one press', async () => {
    followed = ['t0', 't1', 't9'].map((id) => ({ kind: 'team', id, since: '2026-01-01' }));
    draw(['t0']);
    await bell('Stop following').click();
    await expect.element(bell('Follow')).toHaveAttribute('aria-pressed', 'false');
    await expect.poll(() => followed.map(({ id }) => id)).toEqual(['t9']);
  });

  it('stays as it was where following is refused, and says why', async () => {
    refused = true;
    const host = draw();
    await bell('Follow').click();
    const message = 'You follow too much.';
    await expect.poll(() => host.calls.at(-1)).toEqual(['toast', { kind: 'error', message }]);
    await expect.element(bell('Follow')).toHaveAttribute('aria-pressed', 'false');
  });
});

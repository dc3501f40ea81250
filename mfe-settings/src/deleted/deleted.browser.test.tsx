import type { DeletedThing } from '@cairn/contracts/link-search';
import { createFakeHost } from '@cairn/host/fake';
import axe from 'axe-core';
import type { Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { drawSettings } from '../../test/settings-page.tsx';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const ago = (ms: number) => new Date(Date.now() - ms).toISOString();

/** A thing that was deleted so many milliseconds ago. */
function aDeletion(id: string, ms: number, part: Partial<DeletedThing> = {}): DeletedThing {
  const [deletedBy, deleterName] = ['u2' as DeletedThing['deletedBy'], 'Bob'];
  const times = { deletedAt: ago(ms), restorableUntil: ago(ms - 30 * DAY) };
  return { id, type: 'dashboard-v1', name: id, scope: 'org', deletedBy, deleterName, ...times, ...part };
}

let root: Root;
let deleted: DeletedThing[];
let refusal: string | null;
let asked: { path: string; body: Record<string, unknown> }[];
beforeEach(() => {
  [deleted, refusal, asked] = [[], null, []];
  vi.stubGlobal('fetch', async (path: string, init: { body: string }) => {
    const body = JSON.parse(init.body) as { id?: string; offset: number; limit: number };
    asked.push({ path, body: { ...body } });
    if (path.endsWith('/deleted'))
      return Response.json({
        data: deleted.slice(body.offset, body.offset + body.limit),
        total: deleted.length,
      });
    if (refusal)
      return Response.json({ error: { code: 'quota_exceeded', message: refusal } }, { status: 409 });
    deleted = deleted.filter(({ id }) => id !== body.id);
    return Response.json({ data: { id: body.id, name: body.id, type: 'dashboard-v1' } });
  });
});
afterEach(() => {
  root.unmount();
  document.body.replaceChildren();
  vi.unstubAllGlobals();
});

function draw(scheme: 'light' | 'dark' = 'light') {
  const host = createFakeHost({ timezone: 'UTC' });
  root = drawSettings('deleted', { host, scheme });
  return host;
}
const rows = () => page.getByRole('list', { name: 'Deleted things' }).getByRole('listitem');
const restore = (name: string) => page.getByRole('button', { name: `Restore ${name}` });

describe('what was deleted', () => {
  it.each(['light', 'dark'] as const)(
    'is listed with who, when and how long it stays, in %s',
    async (scheme) => {
      const { user } = createFakeHost();
      deleted = [
        aDeletion('Weekly', 2 * HOUR),
        aDeletion('Flow', 3 * DAY, { type: 'explore-v1', deletedBy: user.id }),
        aDeletion('Part', 29.5 * DAY, { type: 'snippet-v1' }),
      ];
      draw(scheme);
      await expect
        .element(rows().nth(0))
        .toHaveTextContent('WeeklyBoard · deleted by Bob 2 hours ago30 days left');
      await expect.element(rows().nth(1)).toHaveTextContent(/Query · deleted by you .*27 days left/);
      await expect.element(rows().nth(2)).toHaveTextContent(/Snippet · deleted by Bob .*Last day/);
      const { violations } = await axe.run(document.body, { rules: { region: { enabled: false } } });
      expect(violations.map(({ id }) => id)).toEqual([]);
    },
  );

  it('is restored', async () => {
    deleted = [aDeletion('Weekly', HOUR), aDeletion('Flow', DAY)];
    const host = draw();
    await restore('Weekly').click();
    await expect
      .poll(() => host.calls.at(-1))
      .toEqual(['toast', { kind: 'info', message: 'Restored Weekly' }]);
    await expect.element(restore('Weekly')).not.toBeInTheDocument();
    await expect.element(restore('Flow')).toBeVisible();
    expect(asked).toContainEqual({ path: '/api/deep-links/restore', body: { org_id: 'acme', id: 'Weekly' } });
  });

  it('stays where there is no room for it, which is said', async () => {
    [deleted, refusal] = [[aDeletion('Weekly', HOUR)], 'You keep too much.'];
    const host = draw();
    await restore('Weekly').click();
    const message = 'Weekly is not restored. You keep too much.';
    await expect.poll(() => host.calls.at(-1)).toEqual(['toast', { kind: 'error', message }]);
    await expect.element(restore('Weekly')).toBeVisible();
  });

  it('comes in pages of fifty', async () => {
    deleted = Array.from({ length: 51 }, (_, at) => aDeletion(`Board ${at}`, at * HOUR));
    draw();
    await expect.element(page.getByText('1 to 50 of 51')).toBeVisible();
    await page.getByRole('button', { name: 'Next' }).click();
    await expect.element(restore('Board 50')).toBeVisible();
    expect(rows().elements()).toHaveLength(1);
  });

  it('may be nothing', async () => {
    draw();
    await expect.element(page.getByText('There is nothing to restore')).toBeVisible();
  });
});

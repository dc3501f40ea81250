import { createFakeHost, undoLast } from '@cairn/host/fake';
import type { Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { drawSettings } from '../../test/settings-page.tsx';

const SAVED = {
  id: 'p1',
  name: 'Narratives',
  prefix: 'Be brief.',
  global_key: 'narrative',
  updatedAt: '2026-03-01',
};
let root: Root;
let sent: [path: string, body: unknown][];
beforeEach(() => {
  sent = [];
  vi.stubGlobal('fetch', async (path: string, { body }: { body: string }) => {
    const name = path.split('/').at(-1) ?? '';
    if (name !== 'read') sent.push([name, JSON.parse(body)]);
    return Response.json({ data: name === 'delete' ? [] : [SAVED] });
  });
});
afterEach(() => {
  root.unmount();
  document.body.replaceChildren();
  vi.unstubAllGlobals();
});
const draw = (superuser: boolean) => {
  const { user, org } = createFakeHost();
  const host = createFakeHost({ user: { ...user, superuser }, org: { ...org, role: 'super' } });
  root = drawSettings('system/narrative-prefix', { host });
  return host;
};
const field = (name: string) => page.getByRole('textbox', { name, exact: true });

describe('prompt instructions', () => {
  it('are set, removed when they are emptied, and brought back by undo', async () => {
    const host = draw(true);
    await expect.element(field('Narratives')).toHaveValue('Be brief.');
    await field('Chat answers').fill(' Answer. ');
    await page.getByRole('button', { name: 'Save' }).nth(1).click();
    await expect
      .poll(() => sent)
      .toEqual([['upsert', { name: 'Chat answers', prefix: 'Answer.', global_key: 'agent' }]]);
    await field('Narratives').fill('');
    await page.getByRole('button', { name: 'Save' }).nth(0).click();
    await expect.poll(() => sent.at(-1)).toEqual(['delete', { id: 'p1' }]);
    await expect
      .poll(() => host.calls.at(-1)?.[1])
      .toMatchObject({
        kind: 'undo',
        message: 'Removed the instructions for narratives',
      });
    undoLast(host);
    const back = { name: 'Narratives', prefix: 'Be brief.', global_key: 'narrative' };
    await expect.poll(() => sent.at(-1)).toEqual(['upsert', back]);
    await expect.element(field('Narratives')).toHaveValue('Be brief.');
  });
});

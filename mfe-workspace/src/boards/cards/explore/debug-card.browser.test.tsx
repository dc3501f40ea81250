import type { Role } from '@cairn/contracts';
import { createFakeHost } from '@cairn/host/fake';
import { afterEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { aLink, clearPage, drawAt, FakeOrg } from '../../../../test/workspace-under-test.tsx';

afterEach(() => clearPage());

/** Draws a board with one card for a role, and opens the menu of the card. */
async function openMenu(role: Role): Promise<[name: string, props: unknown][]> {
  const org = new FakeOrg();
  const card = { kind: 'explore', title: 'First', state: { params: { select: ['Commit'] }, viz: [] } };
  const layout = [{ i: 'a', x: 0, y: 0, w: 6, h: 4 }];
  const extras = { defaultDateRange: { duration: 'P7D' } };
  org.links = [aLink({ id: 'b1', state: JSON.stringify({ layout, data: { a: card }, extras }) })];
  const parts: [name: string, props: unknown][] = [];
  drawAt('/acme/boards/b1', org, {
    org: { ...createFakeHost().org, role },
    renderPart: (name, props) => {
      parts.push([name, props]);
      return <div>{name}</div>;
    },
  });
  await page.getByRole('button', { name: 'Card menu of First' }).click();
  await expect.element(page.getByRole('menuitem', { name: 'Open in Explore' })).toBeVisible();
  return parts;
}

it('a super admin sees how a card is asked, in the dates of its board', async () => {
  const parts = await openMenu('super');
  await page.getByRole('menuitem', { name: 'Debug Data' }).click();
  await expect.element(page.getByText('explore/DebugQuery')).toBeVisible();
  expect(parts.find(([name]) => name === 'explore/DebugQuery')?.[1]).toMatchObject({
    query: { select: ['Commit'], duration: 'P7D' },
    view: { value: 'default' },
  });
});

it.each(['viewer', 'user', 'admin'] as const)('a %s does not', async (role) => {
  await openMenu(role);
  expect(page.getByRole('menuitem', { name: 'Debug Data' }).query()).toBeNull();
});

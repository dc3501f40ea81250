import type { Notification } from '@cairn/contracts';
import { createFakeHost } from '@cairn/host/fake';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { clearShell, drawShell } from '../../test/shell-under-test.tsx';
import { NotificationBell } from './bell.tsx';

const notification = (n: number, fields: Partial<Notification> = {}): Notification => ({
  id: `n${n}`,
  type: 'Shared',
  message: `Ada shared the board ${n}`,
  metadata: { path: `boards/b${n}` },
  updatedAt: '2026-03-01T10:00:00.000Z',
  ...fields,
});

let waiting: Notification[];
let host: ReturnType<typeof createFakeHost>;
function draw() {
  host = createFakeHost({ timezone: 'UTC' });
  drawShell(<NotificationBell />, { host });
  vi.stubGlobal('fetch', async (path: string, init: { body: string }) => {
    const input = JSON.parse(init.body) as { page: number; id: string };
    if (path.endsWith('/dismiss')) {
      waiting = waiting.filter(({ id }) => id !== input.id);
      return Response.json({ success: true });
    }
    if (path.endsWith('/restore')) {
      waiting = [notification(Number(input.id.slice(1))), ...waiting];
      return Response.json({ success: true });
    }
    const from = (input.page - 1) * 10;
    return Response.json({ data: waiting.slice(from, from + 10), total: waiting.length });
  });
}
const bell = (name: string) => page.getByRole('button', { name, exact: true });

beforeEach(() => {
  waiting = [notification(1), notification(2, { metadata: {} })];
});
afterEach(clearShell);

describe('the bell', () => {
  it('says how many wait, lists them, and leads to what they are about', async () => {
    draw();
    await bell('Notifications, 2 waiting').click();
    await expect.element(page.getByText('Ada shared the board 2')).toBeVisible();
    await bell('Ada shared the board 1').click();
    expect(host.calls).toContainEqual(['navigate', '/acme/boards/b1']);
    await expect.element(page.getByText('Ada shared the board 2')).not.toBeInTheDocument();
  });

  it('lets go of what is dismissed', async () => {
    draw();
    await bell('Notifications, 2 waiting').click();
    await page.getByRole('button', { name: 'Dismiss' }).first().click();
    await expect.element(page.getByText('Ada shared the board 1')).not.toBeInTheDocument();
    await page.getByRole('button', { name: 'Dismiss' }).click();
    await expect.element(page.getByText('Nothing new')).toBeVisible();
    await expect.element(bell('Notifications')).toBeVisible();
  });

  it('brings back what was dismissed, and keeps the focus in the list', async () => {
    draw();
    await bell('Notifications, 2 waiting').click();
    await page.getByRole('button', { name: 'Dismiss' }).first().click();
    await expect.element(page.getByText('Ada shared the board 1')).not.toBeInTheDocument();
    await expect.element(page.getByRole('button', { name: 'Dismiss' })).toHaveFocus();
    const [, undo] = host.calls.findLast(([name]) => name === 'toast') ?? [];
    (undo as { onUndo: () => void }).onUndo();
    await expect.element(page.getByText('Ada shared the board 1')).toBeVisible();
  });

  it('pages by ten', async () => {
    waiting = Array.from({ length: 11 }, (_, n) => notification(n));
    draw();
    await bell('Notifications, 11 waiting').click();
    await page.getByRole('button', { name: 'Older' }).click();
    await expect.element(page.getByText('Ada shared the board 10')).toBeVisible();
    await expect.element(page.getByText('2 of 2')).toBeVisible();
    await page.getByRole('button', { name: 'Newer' }).click();
    await expect.element(page.getByText('Ada shared the board 0')).toBeVisible();
  });
});

import type { ChatPanelProps, Host } from '@cairn/host';
import { afterEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { input, orgThatSays, sent } from '../../test/chat-under-test.ts';
import { aLink, axeFindings, clearPage, drawAt } from '../../test/workspace-under-test.tsx';
import { ChatPanel } from '../chat-panel.tsx';

afterEach(() => clearPage());

describe('beside a board', () => {
  const card = { kind: 'explore', title: 'First', state: { params: { select: ['Commit'] }, viz: [] } };
  const empty = { kind: 'explore', title: 'Empty', state: { params: {}, viz: [] } };
  const layout = ['note', 'empty', 'a'].map((i, at) => ({ i, x: 0, y: at, w: 6, h: 1 }));
  const data = { note: { kind: 'markdown', markdown: '# Why' }, empty, a: card };
  const drawChat: Host['renderPart'] = (name, props) =>
    name === 'workspace/ChatPanel' ? (
      <ChatPanel {...(props as ChatPanelProps)} />
    ) : (
      <div data-part={name}>{name}</div>
    );

  /** Opens the chat of a board in a window that leaves room beside it, or none. */
  async function openBoard(width: number, defaultFilters: object[] = [], scheme?: 'dark') {
    await page.viewport(width, 800);
    const org = orgThatSays();
    const extras = { defaultDateRange: { duration: 'P7D' }, defaultFilters };
    org.links = [aLink({ id: 'b1', name: 'Delivery', state: JSON.stringify({ layout, data, extras }) })];
    drawAt('/acme/boards/b1', org, { renderPart: drawChat }, scheme);
    await page.getByRole('button', { name: 'Chat about this board' }).click();
    await expect.element(input()).toHaveFocus();
    return org;
  }
  afterEach(() => page.viewport(1280, 800));

  it('the conversation is about its questions, in its dates', async () => {
    const org = await openBoard(1440);
    await expect.element(page.getByText('Last 7 days').last()).toBeVisible();
    await page.getByRole('button', { name: 'Performance Overview' }).click();
    await expect.poll(() => sent(org)).toHaveLength(1);
    expect(sent(org)[0]).toMatchObject({
      sections: [{ queries: [{ title: 'First', query: { select: ['Commit'], duration: 'P7D' } }] }],
      within: { duration: 'P7D' },
    });
    const panel = page.getByRole('complementary', { name: 'Chat about Delivery' }).element();
    const board = document.querySelector('[data-board]');
    expect(board?.getBoundingClientRect().right).toBeLessThanOrEqual(panel.getBoundingClientRect().left);
    expect(await axeFindings()).toEqual([]);
  });

  it('the pills name the team of the filters, and both themes are accessible', async () => {
    const filter = { target: 'Person.Team', attribute: 'name', comparison: { IN: ['Payments'] } };
    await openBoard(1440, [filter], 'dark');
    await expect.element(page.getByText('Team: Payments')).toBeVisible();
    await expect.element(page.getByText('1 Filter', { exact: true })).toBeVisible();
    expect(await axeFindings()).toEqual([]);
  });

  it('it is a sheet in a narrow window, and Escape closes it', async () => {
    await openBoard(390);
    const sheet = page.getByRole('dialog', { name: 'Chat about Delivery' });
    expect(sheet.element().getBoundingClientRect().width).toBe(390);
    await userEvent.keyboard('{Escape}');
    await expect.element(page.getByRole('button', { name: 'Chat about this board' })).toHaveFocus();
    expect(sheet.query()).toBeNull();
  });

  it('it is kept apart from that of the page', async () => {
    const org = await openBoard(1440);
    await input().fill('commits here');
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByText('This draws “Commits” as saved.')).toBeVisible();
    clearPage(true);
    drawAt('/acme/chat', org);
    await expect.element(page.getByRole('button', { name: 'Performance Overview' })).toBeVisible();
    expect(page.getByText('commits here').query()).toBeNull();
  });
});

import type { ChatPanelProps, Host } from '@cairn/host';
import { createFakeHost } from '@cairn/host/fake';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { byAuthor, exploreUnderTest, open } from '../test/explore-page.tsx';

exploreUnderTest();

const chat = () => page.getByRole('button', { name: 'Chat about this query' });

it('the chat beside Explore is about its query, and closes', async () => {
  const drawn: ChatPanelProps[] = [];
  const renderPart: Host['renderPart'] = (name, props) => {
    if (name !== 'workspace/ChatPanel') return null;
    drawn.push(props as ChatPanelProps);
    return <aside aria-label="Chat" />;
  };
  open(byAuthor, { renderPart });
  await chat().click();
  await expect.element(page.getByRole('complementary', { name: 'Chat' })).toBeInTheDocument();
  const asked = expect.objectContaining({ select: ['Commit'], duration: 'P90D' }) as unknown;
  expect(drawn.at(-1)).toMatchObject({ place: 'explore', sources: [{ query: asked }], within: asked });
  drawn.at(-1)?.onClose();
  await expect.element(chat()).toHaveAttribute('aria-pressed', 'false');
});

it('an empty query has nothing to talk about', async () => {
  open('/acme/explore');
  await expect.element(page.getByRole('heading', { name: 'Explore' })).toBeVisible();
  expect(chat().query()).toBeNull();
});

it('a super admin opens the debug data of a query from its menu', async () => {
  open(byAuthor, { org: { ...createFakeHost().org, role: 'super' } });
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Debug Data' }).click();
  await expect.element(page.getByRole('dialog', { name: 'Debug Data' })).toBeVisible();
});

import type { Role } from '@cairn/contracts';
import { createFakeHost } from '@cairn/host/fake';
import { plantedSavedTypes } from '@cairn/saved/planted';
import { savedTypes } from '@cairn/saved';
import type { ReactNode } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { clearShell, drawShell } from '../../test/shell-under-test.tsx';
import { useCommands } from '../commands/commands.ts';
import { useCommandKeys } from '../commands/use-command-keys.ts';
import { CreateMenu } from './create-menu.tsx';
import { useCreateCommands } from './use-create-commands.ts';

function Drawn({ host }: { host: ReturnType<typeof createFakeHost> }): ReactNode {
  useCreateCommands(host);
  useCommandKeys(useCommands(), true);
  return <CreateMenu />;
}

function draw(role: Role, types = savedTypes) {
  const host = createFakeHost({ org: { ...createFakeHost().org, role } });
  return drawShell(<Drawn host={host} />, { host, types });
}

const items = () =>
  page
    .getByRole('menuitem')
    .elements()
    .map((element) => element.textContent);

afterEach(clearShell);

describe('the create menu', () => {
  it.each<[Role, string[]]>([
    ['super', ['New Space', 'New Board', 'New Query', 'New Topic']],
    ['admin', ['New Space', 'New Board', 'New Query']],
    ['user', ['New Space', 'New Query']],
    ['viewer', ['New Query']],
  ])('offers the role %s what it may create', async (role, labels) => {
    draw(role);
    await page.getByRole('button', { name: 'New tab' }).click();
    await expect.element(page.getByRole('menuitem', { name: 'New Query' })).toBeVisible();
    expect(items()).toEqual(labels);
  });

  it('opens what is chosen in a tab by its default name, a planted type too', async () => {
    const host = draw('admin', plantedSavedTypes);
    await page.getByRole('button', { name: 'New tab' }).click();
    await page.getByRole('menuitem', { name: 'New Note' }).click();
    expect(host.calls.at(-1)).toEqual(['openTab', { url: '/acme/notes/new', title: 'New Note' }]);
  });

  it('is used by keyboard, as are its keys', async () => {
    const host = draw('super');
    const opened = () => host.calls.filter(([name]) => name === 'openTab').map(([, tab]) => tab);
    await expect.element(page.getByRole('button', { name: 'New tab' })).toBeVisible();
    for (const keys of ['ns', 'nb', 'nq', 'nt']) await userEvent.keyboard(keys);
    expect(opened()).toEqual([
      { url: '/acme/space/new', title: 'New Space' },
      { url: '/acme/boards/new', title: 'New Board' },
      { url: '/acme/explore', title: 'Empty query' },
      { url: '/acme/topics/new', title: 'New Topic' },
    ]);
    await userEvent.keyboard('{Tab}{Enter}');
    await expect.element(page.getByRole('menuitem', { name: 'New Space' })).toHaveFocus();
    await userEvent.keyboard('{ArrowDown}{Enter}');
    expect(opened().at(-1)).toEqual({ url: '/acme/boards/new', title: 'New Board' });
  });
});

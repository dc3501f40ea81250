import type { EntityDrawerProps, Host } from '@cairn/host';
import { createFakeHost, FakeHost } from '@cairn/host/fake';
import { Button, Menu, UiProvider } from '@cairn/ui';
import { useEffect, type ReactNode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { closeDrawer, openDrawer } from './drawer-state.ts';
import { EntityDrawerFrame } from './entity-drawer.tsx';

const LIST = ['first', 'second', 'third'];
let root: Root;

/** An entity with a menu, which moves along its list like the real one. */
function Entity({ uuid, siblings, onMove, onTitle }: EntityDrawerProps): ReactNode {
  useEffect(() => {
    onTitle(`Commit ${uuid}`);
    const onKeyDown = ({ key }: KeyboardEvent) => {
      const step = { ArrowDown: 1, ArrowUp: -1 }[key] ?? 0;
      const next = siblings[siblings.indexOf(uuid) + step];
      if (step && next) onMove(next);
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [uuid, siblings, onMove, onTitle]);
  return (
    <>
      <p>About {uuid}</p>
      <Menu>
        <Menu.Target>
          <Button>More</Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item>Copy</Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </>
  );
}

const renderPart = ((_: string, props: EntityDrawerProps) => <Entity {...props} />) as Host['renderPart'];
const drawer = () => page.getByRole('dialog');
const button = (name: string) => page.getByRole('button', { name, exact: true });

beforeEach(async () => {
  root = createRoot(document.body.appendChild(document.createElement('main')));
  root.render(
    <UiProvider colorScheme="light">
      <FakeHost host={createFakeHost({ renderPart })}>
        <Button onClick={() => openDrawer('second', LIST)}>Row</Button>
        <EntityDrawerFrame />
      </FakeHost>
    </UiProvider>,
  );
  await expect.element(button('Row')).toBeVisible();
  await userEvent.keyboard('{Tab}{Enter}');
  await expect.element(button('Close')).toHaveFocus();
});
afterEach(() => {
  closeDrawer();
  root.unmount();
  document.body.replaceChildren();
});

describe('the drawer', () => {
  it('moves along its list with the arrows, closes with Escape and gives the focus back', async () => {
    await userEvent.keyboard('{ArrowDown}');
    await expect.element(drawer()).toHaveAccessibleName('Commit third');
    await userEvent.keyboard('{ArrowUp}');
    await expect.element(drawer()).toHaveAccessibleName('Commit second');
    await expect.element(page.getByText('About second')).toBeVisible();
    // The focused button shows its tooltip, which must not catch the key.
    await expect.element(page.getByRole('tooltip')).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.poll(() => drawer().query()).toBeNull();
    await expect.element(button('Row')).toHaveFocus();
  });

  it('stays when Escape closes a menu in it', async () => {
    await userEvent.keyboard('{Tab}');
    await expect.element(button('More')).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByRole('menuitem', { name: 'Copy' })).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    await expect.element(button('More')).toHaveFocus();
    await expect.element(drawer()).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.poll(() => drawer().query()).toBeNull();
  });
});

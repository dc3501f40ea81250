import { READ_ONLY_MESSAGE } from '@cairn/contracts';
import { PAGES, type EntityDrawerProps, type Host, type MoreSiblings } from '@cairn/host';
import { createFakeHost, FakeHost } from '@cairn/host/fake';
import { Button, Menu, UiProvider } from '@cairn/ui';
import { useEffect, type ReactNode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { useStore } from 'zustand';
import { Navigation } from '../navigation/navigation.ts';
import { useDrawer } from './drawer.ts';
import { EntityDrawerFrame } from './entity-drawer.tsx';

const uuid = (number: number) => `00000000-0000-4000-8000-00000000000${String(number)}`;
const LIST = [uuid(1), uuid(2), uuid(3)];
const NEXT_PAGE = [uuid(4), uuid(5)];
const FURTHER = uuid(9);
let root: Root;
let navigation: Navigation;
let before: string;

/** An entity with a menu and a link to another, which moves along its list like the real one. */
function Entity({ uuid: shown, siblings, onMove, onPast, onTitle }: EntityDrawerProps): ReactNode {
  const drawer = useDrawer(navigation, 'main');
  useEffect(() => {
    onTitle(`Commit ${shown.slice(-1)}`);
    const onKeyDown = ({ key }: KeyboardEvent) => {
      const step = key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : 0;
      if (step === 0) return;
      const next = siblings[siblings.indexOf(shown) + step];
      if (next) onMove(next);
      else onPast?.(step);
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [shown, siblings, onMove, onPast, onTitle]);
  return (
    <>
      <p>About {shown.slice(-1)}</p>
      <Button onClick={() => drawer.open(FURTHER)}>Further</Button>
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

const more: MoreSiblings = (step) => Promise.resolve(step > 0 ? NEXT_PAGE : []);

function PageWithRow(): ReactNode {
  const { main } = useStore(navigation.store);
  const drawer = useDrawer(navigation, 'main');
  return (
    <>
      <Button onClick={() => drawer.open(uuid(2), LIST, more)}>Row</Button>
      <EntityDrawerFrame navigation={navigation} pane={main} />
    </>
  );
}

const renderPart = ((name: string, props: EntityDrawerProps) =>
  name === 'entity/EntityDrawer' ? (
    <Entity {...props} />
  ) : (
    <p>{JSON.stringify({ name, ...props })}</p>
  )) as Host['renderPart'];
const drawer = () => page.getByRole('dialog');
const button = (name: string) => page.getByRole('button', { name, exact: true });
const search = () => window.location.search;

function enter(address: string, overrides: Partial<Host> = {}): void {
  window.history.replaceState(null, '', address);
  const guard = () => Promise.resolve(true);
  navigation = new Navigation({
    page: window,
    orgId: 'acme',
    userId: 'u1',
    guard,
    pages: PAGES,
    onNoPage: () => {},
    onNoTab: () => {},
  });
  root = createRoot(document.body.appendChild(document.createElement('main')));
  root.render(
    <UiProvider colorScheme="light">
      <FakeHost host={createFakeHost({ renderPart, ...overrides })}>
        <PageWithRow />
      </FakeHost>
    </UiProvider>,
  );
}

beforeEach(() => {
  before = window.location.href;
});
afterEach(() => {
  root.unmount();
  document.body.replaceChildren();
  navigation.stop();
  localStorage.clear();
  window.history.replaceState(null, '', before);
});

describe('the drawer', () => {
  beforeEach(async () => {
    enter('/acme/library?q=1');
    await expect.element(button('Row')).toBeVisible();
    await userEvent.keyboard('{Tab}{Enter}');
    await expect.element(button('Close')).toHaveFocus();
  });

  it('is no wider than a phone, and four fifths of a wide window', async () => {
    const box = () => drawer().element().getBoundingClientRect();
    await page.viewport(390, 844);
    await Promise.all(document.getAnimations().map((each) => each.finished));
    expect([box().left, box().right]).toEqual([0, 390]);
    await page.viewport(1000, 800);
    expect([box().left, box().right]).toEqual([200, 1000]);
  });

  it('moves along its list with the arrows, closes with Escape and gives the focus back', async () => {
    await userEvent.keyboard('{ArrowDown}');
    await expect.element(drawer()).toHaveAccessibleName('Commit 3');
    await userEvent.keyboard('{ArrowUp}');
    await expect.element(drawer()).toHaveAccessibleName('Commit 2');
    await expect.element(page.getByText('About 2')).toBeVisible();
    // The focused button shows its tooltip, which must not catch the key.
    await expect.element(page.getByRole('tooltip')).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.poll(() => drawer().query()).toBeNull();
    await expect.element(button('Row')).toHaveFocus();
    expect(search()).toBe('?q=1');
  });

  it('goes on past the end of its list, and stops where there is no more', async () => {
    await userEvent.keyboard('{ArrowDown}');
    await expect.element(drawer()).toHaveAccessibleName('Commit 3');
    await userEvent.keyboard('{ArrowDown}');
    await expect.element(drawer()).toHaveAccessibleName('Commit 4');
    await userEvent.keyboard('{ArrowUp}');
    await expect.element(drawer()).toHaveAccessibleName('Commit 4');
    await userEvent.keyboard('{ArrowDown}');
    await expect.element(drawer()).toHaveAccessibleName('Commit 5');
  });

  it('stays when Escape closes a menu in it', async () => {
    await userEvent.keyboard('{Tab}{Tab}');
    await expect.element(button('More')).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByRole('menuitem', { name: 'Copy' })).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    await expect.element(button('More')).toHaveFocus();
    await expect.element(drawer()).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.poll(() => drawer().query()).toBeNull();
  });

  it('offers its entity to a space', async () => {
    await userEvent.click(button('Add to space'));
    const item = { type: 'entity', name: 'Commit 2', config: { uuid: uuid(2) } };
    await expect
      .element(page.getByText(JSON.stringify({ name: 'workspace/SpacePicker', item })))
      .toBeVisible();
  });

  it('tells a viewer why its entity is not added to a space', async () => {
    root.unmount();
    document.body.replaceChildren();
    enter('/acme/home', { org: { ...createFakeHost().org, role: 'viewer' } });
    await userEvent.click(button('Row'));
    await expect.element(button('Add to space')).toBeDisabled();
    await expect.element(button('Add to space')).toHaveAttribute('title', READ_ONLY_MESSAGE);
  });

  it('is in the address, and the browser steps back through it and out of it', async () => {
    expect(search()).toBe(`?q=1&entity=${uuid(2)}`);
    await expect.element(button('Back')).toBeDisabled();
    await userEvent.click(button('Further'));
    await expect.element(drawer()).toHaveAccessibleName('Commit 9');
    window.history.back();
    await expect.element(drawer()).toHaveAccessibleName('Commit 2');
    await userEvent.click(button('Forward'));
    await expect.element(drawer()).toHaveAccessibleName('Commit 9');
    await userEvent.click(button('Back'));
    await expect.element(drawer()).toHaveAccessibleName('Commit 2');
    window.history.back();
    await expect.poll(() => drawer().query()).toBeNull();
    expect(search()).toBe('?q=1');
  });

  it('closes at once from any depth', async () => {
    await userEvent.click(button('Further'));
    await expect.element(drawer()).toHaveAccessibleName('Commit 9');
    await userEvent.click(button('Close'));
    await expect.poll(() => drawer().query()).toBeNull();
    expect(search()).toBe('?q=1');
  });

  it('stays while the page beneath rewrites its address, and goes with the page', async () => {
    const navigator = navigation.navigatorOf('main');
    navigator.replace('/acme/library?q=2');
    await expect.poll(search).toBe(`?q=2&entity=${uuid(2)}`);
    await expect.element(drawer()).toBeVisible();
    navigator.push('/acme/home');
    await expect.poll(() => drawer().query()).toBeNull();
  });
});

it('an address opens the drawer, which then closes in its place', async () => {
  enter(`/acme/library?entity=${uuid(2)}`);
  await expect.element(drawer()).toHaveAccessibleName('Commit 2');
  await expect.element(button('Back')).toBeDisabled();
  await userEvent.click(button('Close'));
  await expect.poll(() => drawer().query()).toBeNull();
  expect(window.location.pathname + search()).toBe('/acme/library');
});

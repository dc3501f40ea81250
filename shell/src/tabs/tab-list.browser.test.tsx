import { READ_ONLY_MESSAGE } from '@cairn/contracts';
import { createFakeHost } from '@cairn/host/fake';
import { plantedPages } from '@cairn/host/planted';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { createStore } from 'zustand';
import { clearShell, drawShell } from '../../test/shell-under-test.tsx';
import { MAIN, type Pane, type Panes } from '../navigation/panes.ts';
import { locationOf } from '../navigation/saved-tabs.ts';
import { move } from '../navigation/panes.ts';
import { TabList } from './tab-list.tsx';

const pane = (id: string, path: string, part: Partial<Pane> = {}): Pane => ({
  id,
  location: locationOf(path),
  title: '',
  dirty: false,
  visited: 0,
  ...part,
});

function draw(tabs: readonly Pane[], active = MAIN, host = createFakeHost()) {
  const calls: string[] = [];
  const store = createStore<Panes>(() => ({ active, main: pane(MAIN, '/acme/home'), tabs }));
  const navigation = {
    store,
    activate: (id: string) => void calls.push(`show ${id}`),
    moveTab: (id: string, to: number) => store.setState((panes) => move(panes, id, to)),
  };
  drawShell(
    <section>
      <button type="button">New tab</button>
      <ul>
        <TabList
          navigation={navigation}
          collapsed={false}
          onClose={(id) => {
            calls.push(`close ${id}`);
            store.setState((panes) => ({ tabs: panes.tabs.filter((one) => one.id !== id) }));
          }}
          onCloseOthers={(id) => calls.push(`close others than ${id}`)}
        />
      </ul>
    </section>,
    { pages: plantedPages, host },
  );
  return calls;
}
const tab = (name: string) => page.getByRole('button', { name, exact: true });

afterEach(clearShell);

describe('the tabs', () => {
  it('show their titles, what is not saved, and which one is open', async () => {
    draw([pane('a', '/acme/boards/b1', { title: 'Delivery', dirty: true }), pane('b', '/acme/explore')], 'b');
    await expect.element(tab('Delivery, not saved')).toBeVisible();
    await expect.element(tab('Untitled')).toHaveAttribute('aria-current', 'page');
  });

  it('have the icon of the page that they show, a planted one too', async () => {
    draw([
      pane('a', '/acme/boards/b1', { title: 'Board' }),
      pane('b', '/acme/outlook', { title: 'Ahead' }),
      pane('c', '/acme/nowhere', { title: 'Nowhere' }),
    ]);
    const iconOf = (name: string) => tab(name).element().querySelector('svg')?.getAttribute('class');
    await expect.element(tab('Board')).toBeVisible();
    expect(iconOf('Board')).toContain('lucide-layout-dashboard');
    expect(iconOf('Ahead')).toContain('lucide-telescope');
    expect(iconOf('Nowhere')).toContain('lucide-file-text');
  });

  it('have the icon of the kind of their entity, which they remember', async () => {
    draw([
      pane('a', '/acme/entity/1', { title: 'Ada', kind: 'Person' }),
      pane('b', '/acme/entity/2', { title: 'Outage', kind: 'incident' }),
      pane('c', '/acme/entity/3', { title: 'Odd', kind: 'Neverseen' }),
    ]);
    const iconOf = (name: string) => tab(name).element().querySelector('svg')?.getAttribute('class');
    await expect.element(tab('Ada')).toBeVisible();
    await expect.poll(() => iconOf('Ada')).toContain('lucide-user');
    await expect.poll(() => iconOf('Outage')).toContain('lucide-siren');
    await expect.poll(() => iconOf('Odd')).toContain('lucide-box');
  });

  it('are shown and closed', async () => {
    const calls = draw([pane('a', '/acme/boards/b1', { title: 'Delivery' })]);
    await tab('Delivery').click();
    await tab('Close Delivery').click({ force: true });
    expect(calls).toEqual(['show a', 'close a']);
  });
});

it('a tab that is closed hands its focus to the one beside it', async () => {
  draw(['a', 'b'].map((id) => pane(id, '/acme/boards/b1', { title: id.toUpperCase() })));
  await expect.poll(() => document.querySelector('[id^=DndDescribedBy]')).not.toBeNull();
  (tab('Close A').element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(tab('B')).toHaveFocus();
  await tab('B').click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Close', exact: true }).click();
  await expect.element(tab('New tab')).toHaveFocus();
});

describe('the order of the tabs', () => {
  const names = () =>
    page
      .getByRole('listitem')
      .elements()
      .map((item) => item.querySelector('button')?.getAttribute('aria-label'));
  const three = ['a', 'b', 'c'].map((id) => pane(id, '/acme/boards/b1', { title: id.toUpperCase() }));

  /** A drag takes its next step when the page has been laid out. */
  const frame = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  /** Drags in steps, as a hand does. */
  async function drag(what: Element, onto: Element): Promise<void> {
    const { left, top } = what.getBoundingClientRect();
    const steps = onto.getBoundingClientRect().top - top;
    const at = (y: number) => ({ bubbles: true, button: 0, clientX: left + 9, clientY: top + 9 + y });
    what.dispatchEvent(new MouseEvent('mousedown', at(0)));
    for (const y of [8, steps / 2, steps]) {
      await frame();
      document.dispatchEvent(new MouseEvent('mousemove', at(y)));
    }
    await frame();
    document.dispatchEvent(new MouseEvent('mouseup', at(steps)));
  }

  it('is changed by dragging one onto another', async () => {
    draw(three);
    await expect.element(tab('C')).toBeVisible();
    await expect.poll(() => document.querySelector('[id^=DndDescribedBy]')).not.toBeNull();
    await drag(tab('A').element(), tab('C').element());
    await expect.poll(names).toEqual(['B', 'C', 'A']);
  });

  it('is changed from the menu of a tab, which also closes the others', async () => {
    const calls = draw(three);
    await tab('B').click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Move up' }).click();
    await expect.poll(names).toEqual(['B', 'A', 'C']);
    await tab('B').click({ button: 'right' });
    await expect.element(page.getByRole('menuitem', { name: 'Move up' })).toBeDisabled();
    await page.getByRole('menuitem', { name: 'Close others' }).click();
    expect(calls).toContain('close others than b');
  });
});

describe('the menu of a tab', () => {
  it('adds what the tab shows to a space, and nothing where it shows none', async () => {
    const parts: unknown[] = [];
    const renderPart = (name: string, props: unknown) => void parts.push([name, props]);
    const tabs = [['boards/b1', 'Delivery'] as const, ['library', 'Library'] as const];
    draw(
      tabs.map(([path, title]) => pane(title, `/acme/${path}`, { title })),
      MAIN,
      createFakeHost({ renderPart }),
    );
    await tab('Library').click({ button: 'right' });
    await expect.element(page.getByRole('menuitem', { name: 'Copy link', exact: true })).toBeVisible();
    expect(page.getByRole('menuitem', { name: 'Add to space' }).query()).toBeNull();
    await tab('Delivery').click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Add to space' }).click();
    const item = { type: 'board', name: 'Delivery', config: { id: 'b1' } };
    await expect
      .poll(() => parts.at(-1))
      .toEqual(['workspace/SpacePicker', expect.objectContaining({ item })]);
  });

  it('tells a viewer why nothing is added', async () => {
    const host = createFakeHost({ org: { ...createFakeHost().org, role: 'viewer' } });
    draw([pane('a', '/acme/boards/b1', { title: 'Delivery' })], MAIN, host);
    await tab('Delivery').click({ button: 'right' });
    const item = page.getByRole('menuitem', { name: 'Add to space' });
    await expect.element(item).toBeDisabled();
    await expect.element(item).toHaveAttribute('title', READ_ONLY_MESSAGE);
  });
});

it('a tab has a link for other people, and one for the devices of its user', async () => {
  draw([pane('a1b2', '/acme/boards/b1', { title: 'A' })]);
  const copied: string[] = [];
  vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(async (text) => void copied.push(text));
  for (const name of ['Copy link', 'Copy link for your devices']) {
    await tab('A').click({ button: 'right' });
    await page.getByRole('menuitem', { name, exact: true }).click();
  }
  expect(copied.map((link) => new URL(link).pathname)).toEqual(['/acme/boards/b1', '/acme/t/a1b2']);
});

import type { Role } from '@cairn/contracts';
import { createFakeHost, undoLast } from '@cairn/host/fake';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { aLink, aQuery, axeFindings, clearPage, drawAt, FakeOrg } from '../../test/workspace-under-test.tsx';

let org: FakeOrg;
const card = (title: string) => ({
  kind: 'explore',
  title,
  state: { params: { select: ['Commit'], duration: 'P30D' }, viz: [] },
});
const layout = [
  { i: 'a', x: 0, y: 0, w: 6, h: 4 },
  { i: 'b', x: 6, y: 0, w: 6, h: 4 },
];

beforeEach(() => {
  org = new FakeOrg();
  const state = {
    layout,
    data: { a: card('First'), b: { kind: 'markdown', markdown: '# Why' } },
    extras: {},
  };
  org.links = [
    aLink({ id: 'b1', name: 'Delivery', state: JSON.stringify(state) }),
    aQuery('q1', 'Commits by person'),
  ];
});
afterEach(() => clearPage());

const button = (name: string) => page.getByRole('button', { name, exact: true });
const unsaved = () => page.getByText('Unsaved', { exact: true });
const open = async (overrides = {}) => {
  const host = drawAt('/acme/boards/b1', org, overrides);
  await expect.element(page.getByRole('heading', { name: 'Delivery' })).toBeVisible();
  await expect.element(page.getByRole('heading', { name: 'First' })).toBeVisible();
  return host;
};
const unlock = async () => {
  await button('Unlock').click();
  await expect.element(page.getByRole('group', { name: /^First/ })).toBeVisible();
};
const growFirst = async () => {
  await unlock();
  page
    .getByRole('group', { name: /^First/ })
    .element()
    .focus();
  await userEvent.keyboard('{Shift>}{ArrowDown}{/Shift}');
  await expect.element(unsaved()).toBeVisible();
};

describe('a saved board', () => {
  it('shows its cards locked, and asks with each card’s own query', async () => {
    const asked: unknown[] = [];
    const renderPart = (name: string, props: unknown) => {
      asked.push([name, props]);
      return <div>chart</div>;
    };
    await open({ renderPart });
    await expect.element(page.getByRole('heading', { name: 'Why' })).toBeVisible();
    expect(asked[0]).toMatchObject([
      'explore/QuestionView',
      { label: 'First', query: { select: ['Commit'], duration: 'P30D' }, view: { value: 'default' } },
    ]);
    const colors = new Set(asked.map((each) => (each as [string, { colors?: unknown }])[1].colors));
    expect([...colors]).toEqual([expect.objectContaining({ categories: expect.any(Function) as unknown })]);
    expect(page.getByRole('group', { name: /^First/ }).elements()).toEqual([]);
  });

  it('lets a text be copied and saved from its menu, and no text neither', async () => {
    const data = { a: { kind: 'markdown', markdown: '# Why' }, b: { kind: 'markdown', markdown: ' ' } };
    const state = { layout, data, extras: {} };
    org.links = [aLink({ id: 'b1', name: 'Delivery', state: JSON.stringify(state) })];
    const copy = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    const host = drawAt('/acme/boards/b1', org);
    const items = () => ['Copy text', 'Save as PDF'].map((name) => page.getByRole('menuitem', { name }));
    await button('Card menu of Text').click();
    for (const item of items()) await expect.element(item).toBeDisabled();
    await userEvent.keyboard('{Escape}');
    await button('Card menu of Why').click();
    for (const item of items()) await expect.element(item).toBeEnabled();
    await page.getByRole('menuitem', { name: 'Copy text' }).click();
    expect(copy).toHaveBeenCalledWith('# Why');
    await expect
      .poll(() => host.calls)
      .toContainEqual(['toast', { kind: 'info', message: 'Copied the text' }]);
    copy.mockRestore();
  });

  it('leaves as a picture that says what it and its cards ask', async () => {
    const saved: string[] = [];
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function save(
      this: HTMLAnchorElement,
    ) {
      saved.push(this.download);
    });
    await open({ timezone: 'UTC', renderPart: () => <div data-pdf="First">chart</div> });
    await button('Board menu').click();
    await page.getByRole('menuitem', { name: 'Save as PNG' }).click();
    await expect.poll(() => saved, { timeout: 10_000 }).toEqual(['Delivery.png']);
    const about = (part: string) => document.querySelector(part)?.getAttribute('data-pdf-about')?.split('\n');
    expect(about('[data-board]')).toEqual([
      'Each card in its own dates',
      expect.stringMatching(/^Acme in Cairn, as of /),
      expect.stringMatching(/^First: .*last 30 days$/i),
    ]);
    await button('Card menu of First').click();
    await page.getByRole('menuitem', { name: 'Save as PNG' }).click();
    await expect.poll(() => saved, { timeout: 10_000 }).toEqual(['Delivery.png', 'First.png']);
    expect(about('article [data-pdf]')).toEqual([
      'Last 30 days (UTC)',
      expect.stringMatching(/^Acme in Cairn, as of /),
    ]);
    click.mockRestore();
  });

  it('moves and resizes a card with the keyboard, says so, and saves in place', async () => {
    await open();
    await unlock();
    page
      .getByRole('group', { name: /^First/ })
      .element()
      .focus();
    await userEvent.keyboard('{Shift>}{ArrowDown}{/Shift}');
    await expect
      .element(page.getByText(/^Resized First to column 1, row 1, 6 wide, 5 high$/))
      .toBeInTheDocument();
    await expect.element(unsaved()).toBeVisible();
    await button('Save board').click();
    await expect.poll(() => org.board('b1').layout.find(({ i }) => i === 'a')?.h).toBe(5);
    await expect.poll(() => unsaved().elements().length).toBe(0);
    await button('Lock').click();
    await expect.poll(() => page.getByRole('group', { name: /^First/ }).elements().length).toBe(0);
  });

  it('drags a card with the mouse', async () => {
    await open();
    await unlock();
    await userEvent.dragAndDrop(
      page.getByRole('heading', { name: 'First' }),
      page.getByRole('heading', { name: 'Why' }),
    );
    await expect.element(unsaved()).toBeVisible();
    expect(document.querySelector('style#react-draggable-style-el')).toBeNull();
  });

  it('keeps unsaved changes over a reload, and drops them when asked, with a way back', async () => {
    const host = await open();
    await growFirst();
    expect(host.calls).toContainEqual(['setDirty', true]);
    clearPage(true);
    const again = await open();
    await expect.element(page.getByText('These are your unsaved changes from before.')).toBeVisible();
    await button('Discard changes').click();
    await expect.poll(() => unsaved().elements().length).toBe(0);
    undoLast(again, 'Discarded the changes');
    await expect.element(unsaved()).toBeVisible();
    await button('Discard changes').click();
    await expect.poll(() => unsaved().elements().length).toBe(0);
    clearPage(true);
    await open();
    expect(unsaved().elements()).toEqual([]);
  });

  it('offers reload or overwrite when it was saved elsewhere', async () => {
    await open();
    await unlock();
    await button('Card menu of First').click();
    await page.getByRole('menuitem', { name: 'Remove card' }).click();
    org.links = org.links.map((link) => (link.id === 'b1' ? { ...link, name: 'Theirs', version: 9 } : link));
    await button('Save board').click();
    await expect.element(page.getByText(/It was changed meanwhile\./)).toBeVisible();
    expect(Object.keys(org.board('b1').data)).toEqual(['a', 'b']);
    await button('Overwrite with mine').click();
    await expect.poll(() => Object.keys(org.board('b1').data)).toEqual(['b']);
  });

  it('takes what was saved elsewhere when that is chosen, with a way back to one’s own', async () => {
    const host = await open();
    await unlock();
    await button('Card menu of First').click();
    await page.getByRole('menuitem', { name: 'Remove card' }).click();
    org.links = org.links.map((link) => (link.id === 'b1' ? { ...link, name: 'Theirs', version: 9 } : link));
    await button('Save board').click();
    await button('Reload theirs').click();
    await expect.element(page.getByRole('heading', { name: 'Theirs' })).toBeVisible();
    await expect.element(page.getByRole('heading', { name: 'First' })).toBeVisible();
    undoLast(host, 'Dropped your changes');
    await expect.poll(() => page.getByRole('heading', { name: 'First' }).query()).toBeNull();
    await expect.element(unsaved()).toBeVisible();
  });

  it('follows what was saved elsewhere while nothing was changed here, and counts as opened', async () => {
    const { client } = await open();
    expect(org.asked.filter(({ path }) => path.endsWith('/hit'))).toHaveLength(1);
    org.links = org.links.map((link) => (link.id === 'b1' ? { ...link, name: 'Theirs', version: 9 } : link));
    await client.invalidateQueries();
    await expect.element(page.getByRole('heading', { name: 'Theirs' })).toBeVisible();
  });

  it('is drawn in the color theme of its settings', async () => {
    await open();
    await unlock();
    await button('Board menu').click();
    await page.getByRole('menuitem', { name: 'Board settings' }).click();
    await page.getByRole('radiogroup', { name: 'Color theme' }).getByText('Alternate').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Apply' }).click();
    expect(page.getByTestId('canvas').element().getAttribute('data-theme')).toBe('alternate');
    await button('Save board').click();
    await expect.poll(() => org.board('b1').extras.colorTheme).toBe('alternate');
  });

  it('gives a removed card back on undo', async () => {
    const host = await open();
    await unlock();
    await button('Card menu of First').click();
    await page.getByRole('menuitem', { name: 'Remove card' }).click();
    await expect.poll(() => page.getByRole('heading', { name: 'First' }).elements().length).toBe(0);
    const [, toast] = host.calls.find(([name]) => name === 'toast') ?? [];
    (toast as { onUndo: () => void }).onUndo();
    await expect.element(page.getByRole('heading', { name: 'First' })).toBeVisible();
  });

  it('stays, and says so, when it cannot be deleted', async () => {
    org.failures.set('/delete', { status: 503, body: { error: { code: 'unavailable', message: 'Away.' } } });
    const host = await open();
    await button('Board menu').click();
    await page.getByRole('menuitem', { name: 'Delete board' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete board' }).click();
    const told = ['toast', { kind: 'error', message: 'Unexpected error.' }];
    await expect.poll(() => host.calls).toContainEqual(told);
    await expect.element(page.getByRole('heading', { name: 'Delivery' })).toBeVisible();
  });

  it('is added to a space from its menu', async () => {
    const asked: unknown[] = [];
    await open({ renderPart: (name: string, props: unknown) => void asked.push([name, props]) });
    await button('Board menu').click();
    await page.getByRole('menuitem', { name: 'Add to space' }).click();
    const item = { type: 'board', name: 'Delivery', config: { id: 'b1' } };
    await expect
      .poll(() => asked.at(-1))
      .toEqual(['workspace/SpacePicker', expect.objectContaining({ item })]);
  });

  it('is one column in a narrow window', async () => {
    await page.viewport(640, 800);
    await open();
    const cards = page
      .getByRole('article')
      .elements()
      .map((element) => element.getBoundingClientRect());
    expect(cards).toHaveLength(2);
    expect(new Set(cards.map(({ left }) => left)).size).toBe(1);
    await page.viewport(1280, 800);
  });

  it.each(['light', 'dark'] as const)(
    'has no finding of axe in the %s theme, locked and unlocked',
    async (theme) => {
      drawAt('/acme/boards/b1', org, {}, theme);
      await expect.element(page.getByRole('heading', { name: 'First' })).toBeVisible();
      expect(await axeFindings()).toEqual([]);
      await unlock();
      expect(await axeFindings()).toEqual([]);
      await button('Add card').click();
      await expect.element(page.getByText('Commits by person')).toBeVisible();
      expect(await axeFindings()).toEqual([]);
    },
  );
});

describe('a new board', () => {
  it('takes a query and a text as cards, is saved under a name, and opens under its id', async () => {
    drawAt('/acme/boards/new', org);
    await button('Add card').first().click();
    await page.getByRole('button', { name: /Commits by person/ }).click();
    await expect.element(page.getByRole('heading', { name: 'Commits by person' })).toBeVisible();
    await button('Add card').click();
    await page.getByRole('button', { name: /Add Markdown Card/ }).click();
    await page.getByRole('textbox', { name: 'Markdown' }).fill('## Read me');
    await expect.element(page.getByRole('heading', { name: 'Read me' })).toBeVisible();
    await button('Apply').click();
    await button('Save board').click();
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Weekly');
    await page.getByRole('dialog').getByRole('button', { name: 'Save board' }).click();
    await expect.element(page.getByTestId('address')).toHaveTextContent('/acme/boards/saved-3');
    await expect.element(page.getByRole('heading', { name: 'Weekly' })).toBeVisible();
    await expect.element(page.getByRole('heading', { name: 'Read me' })).toBeVisible();
    expect(Object.keys(org.board('saved-3').data)).toHaveLength(2);
  });

  it('narrows the saved queries by tokens and by choices', async () => {
    org.links.push(
      aLink({
        id: 'q2',
        name: 'Releases',
        type: 'explore-v1',
        group: 'delivery',
        state: JSON.stringify({ params: { select: ['Release'] }, viz: [] }),
      }),
    );
    drawAt('/acme/boards/new', org);
    await button('Add card').first().click();
    await expect.element(page.getByRole('heading', { name: 'Create New' })).toBeVisible();
    // The text counts half a second after it was typed.
    const patient = { timeout: 10_000 };
    const offered = () =>
      [...page.getByRole('region', { name: 'Saved queries' }).element().querySelectorAll('b')].map(
        (name) => name.textContent,
      );
    await expect.poll(offered, patient).toEqual(['Commits by person', 'Releases']);
    const filter = page.getByRole('textbox', { name: 'Filter cards' });
    await filter.fill('tag:delivery');
    await expect.poll(offered, patient).toEqual(['Releases']);
    await filter.fill('');
    await expect.poll(offered, patient).toHaveLength(2);
    await page.getByRole('combobox', { name: 'Entity' }).click();
    await page.getByRole('option', { name: 'Commit' }).click();
    await expect.poll(offered, patient).toEqual(['Commits by person']);
  });

  it('keeps the dialog open when saving fails', async () => {
    org.failures.set('/create', { status: 500, body: { error: { code: 'internal', message: 'no' } } });
    drawAt('/acme/boards/new', org);
    await button('Save board').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Save board' }).click();
    await expect
      .element(page.getByRole('dialog').getByText('There was a problem, please try again.'))
      .toBeVisible();
  });

  it('says to sign in again when the session ended meanwhile, and saves then', async () => {
    const ended = { status: 401, body: { error: { code: 'unauthenticated', message: 'Sign in.' } } };
    org.failures.set('/create', ended);
    drawAt('/acme/boards/new', org);
    await button('Save board').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Save board' }).click();
    await expect.element(dialog.getByText(/^You are signed out\./)).toBeVisible();
    org.failures.clear();
    await dialog.getByRole('button', { name: 'Save board' }).click();
    await expect.element(page.getByTestId('address')).toHaveTextContent('/acme/boards/saved-3');
  });

  it.each([
    ['user', 'Ask an admin of Acme to make one, or save your question as a query.'],
    ['viewer', 'Your account only reads what is in Acme.'],
  ] as [Role, string][])('tells a %s why they may not create one, and what they may', async (role, words) => {
    const { org: acme } = createFakeHost();
    drawAt('/acme/boards/new', org, { org: { ...acme, role } });
    await expect.element(page.getByText('Creating boards needs an org admin')).toBeVisible();
    await expect.element(page.getByText(words)).toBeVisible();
  });
});

describe('deleting a board', () => {
  it('opens a new one, and undo opens the old one again', async () => {
    const host = await open();
    await button('Board menu').click();
    await page.getByRole('menuitem', { name: 'Delete board' }).click();
    await button('Delete board').click();
    await expect.element(page.getByTestId('address')).toHaveTextContent('/acme/boards/new');
    expect(org.links.map(({ id }) => id)).toEqual(['q1']);
    const toasts = host.calls.flatMap(([name, toast]) => (name === 'toast' ? [toast] : []));
    expect(toasts).toMatchObject([{ kind: 'undo', message: 'Deleted Delivery' }]);
    (toasts[0] as { onUndo: () => void }).onUndo();
    await expect.element(page.getByTestId('address')).toHaveTextContent('/acme/boards/b1');
    await expect.element(page.getByRole('heading', { name: 'First' })).toBeVisible();
  });
});

describe('a board that is not there', () => {
  it('says so and leads to those that are', async () => {
    drawAt('/acme/boards/nope', org);
    await expect.element(page.getByText('There is no such board')).toBeVisible();
    clearPage();
    drawAt('/acme/boards/start', org);
    await expect.element(page.getByText('Choose a board')).toBeVisible();
  });
});

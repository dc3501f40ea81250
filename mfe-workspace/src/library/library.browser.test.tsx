import { undoLast } from '@cairn/host/fake';
import { savedKeys, type SavedPage } from '@cairn/saved';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { aLink, aQuery, axeFindings, clearPage, drawAt, FakeOrg } from '../../test/workspace-under-test.tsx';

let org: FakeOrg;
beforeEach(() => {
  org = new FakeOrg();
  org.links = [
    aLink({ id: 'b1', name: 'Delivery', description: 'How long things take', scope: 'org' }),
    aQuery('q1', 'Commits by person'),
    aQuery('q2', 'Alpha query'),
  ];
});
afterEach(() => {
  clearPage();
  localStorage.clear();
});

const author = { name: 'Person', target: 'Person', label: 'Author', many: false, provided: true };
const commit = {
  name: 'Commit',
  label: 'Commit',
  plural: 'Commits',
  icon: 'git-commit-horizontal',
  color: 'blue',
  timeAttribute: 'committedAt',
  provided: true,
  attributes: [],
  relations: [author],
};

const PICTURE = 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==';

const row = (name: string | RegExp) => page.getByRole('row', { name });
const scopeOf = (id: string) => org.links.find((link) => link.id === id)?.scope;
const groupsOf = (...ids: string[]) => ids.map((id) => org.links.find((link) => link.id === id)?.group);
const boardState = (tags: string[]) => JSON.stringify({ layout: [], data: {}, extras: { tags } });
type Toasted = ReturnType<typeof drawAt>;
const lastToast = (host: Toasted) => host.calls.findLast(([name]) => name === 'toast')?.[1];
/** Presses Undo in the newest message, once it is there. */
const pressUndo = async (host: Toasted) => {
  await expect.poll(() => lastToast(host)).toMatchObject({ kind: 'undo' });
  undoLast(host);
};
const names = () => [...document.querySelectorAll('[data-name]')].map((element) => element.textContent);

describe('the library', () => {
  it('lists what was saved from A to Z and opens it with the keyboard', async () => {
    const host = drawAt('/acme/library', org);
    await expect.element(row(/Delivery/)).toBeVisible();
    expect(names()).toEqual(['Alpha query', 'Commits by person', 'Delivery']);
    await page.getByText('How long things take').click();
    expect(host.calls.find(([name]) => name === 'navigate')).toEqual([
      'navigate',
      '/acme/boards/b1',
      undefined,
    ]);
  });

  it('has rows of one height, with what a thing holds where nobody described it', async () => {
    org.configuration = { ...org.configuration, kinds: [commit] };
    const card = { kind: 'explore', title: 'Commits', state: { params: { select: ['Commit'] }, viz: [] } };
    const layout = ['a', 'b'].map((i) => ({ i, x: 0, y: 0, w: 6, h: 4 }));
    const state = { layout, data: { a: card, b: { kind: 'markdown', markdown: 'Why' } }, extras: {} };
    org.links.push(aLink({ id: 'b2', name: 'Findings', state: JSON.stringify(state) }));
    drawAt('/acme/library', org);
    await expect.element(row(/Findings/)).toHaveTextContent('2 cards');
    await expect.element(row(/Alpha query/)).toHaveTextContent('Commits by author');
    await expect.element(row(/Delivery/)).toHaveTextContent('How long things take');
    const heights = page
      .getByRole('row')
      .elements()
      .slice(1)
      .map((element) => element.getBoundingClientRect().height);
    // A hairline beneath each.
    expect(new Set(heights)).toEqual(new Set([101]));
  });

  it('reads filter and sort from the address', async () => {
    drawAt('/acme/library?filter=type%3Aquery&sort=name-descending', org);
    await expect.element(row(/Alpha query/)).toBeVisible();
    expect(names()).toEqual(['Commits by person', 'Alpha query']);
    await expect.element(page.getByLabelText('Filter the library')).toHaveValue('type:query');
  });

  it('writes the filter of the panel into the address', async () => {
    drawAt('/acme/library', org);
    await page.getByRole('button', { name: /^Boards/ }).click();
    await expect.poll(names).toEqual(['Delivery']);
    await expect.element(page.getByTestId('address')).toHaveTextContent('filter=type%3Aboard');
    await page.getByRole('button', { name: /^Boards/ }).click();
    await expect.poll(() => names().length).toBe(3);
  });

  it('toggles a favourite and says so in the words of the specification', async () => {
    const host = drawAt('/acme/library', org);
    await page.getByRole('button', { name: 'Add Delivery to favorites' }).click();
    await expect.element(page.getByRole('button', { name: 'Remove Delivery from favorites' })).toBeVisible();
    await expect
      .poll(() => host.calls.filter(([name]) => name === 'toast'))
      .toEqual([['toast', { kind: 'info', message: 'Delivery added to favorites' }]]);
    expect(org.links.find(({ id }) => id === 'b1')?.isBookmarked).toBe(true);
    // The sidebar's favorites are drawn from the same entry.
    const [[, known] = []] = host.client.getQueriesData<SavedPage>({ queryKey: savedKeys.lists('acme') });
    expect(known?.links.find(({ id }) => id === 'b1')?.isBookmarked).toBe(true);
  });

  it('takes a favourite back when the server refuses it', async () => {
    org.failures.set('/bookmark', { status: 500, body: { error: { code: 'internal', message: 'no' } } });
    const host = drawAt('/acme/library', org);
    await page.getByRole('button', { name: 'Add Delivery to favorites' }).click();
    await expect
      .poll(() => host.calls.filter(([name]) => name === 'toast'))
      .toEqual([['toast', { kind: 'error', message: 'There was an unexpected error. Please try again.' }]]);
    await expect.element(page.getByRole('button', { name: 'Add Delivery to favorites' })).toBeVisible();
  });

  it('shows again what could not be deleted, and reads the list again', async () => {
    org.failures.set('/deep-links/delete', {
      status: 500,
      body: { error: { code: 'internal', message: 'no' } },
    });
    const host = drawAt('/acme/library', org);
    await page.getByRole('button', { name: 'Actions for Delivery' }).click();
    const lists = () => org.asked.filter(({ path }) => path.endsWith('/deep-links/list')).length;
    const before = lists();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('button', { name: 'Delete board' }).click();
    const message = 'There was an unexpected error. Please try again.';
    await expect.poll(() => lastToast(host)).toEqual({ kind: 'error', message });
    await expect.element(row(/Delivery/)).toBeVisible();
    await expect.poll(lists).toBeGreaterThan(before);
  });

  it('deletes after a question, and undo brings it back', async () => {
    const host = drawAt('/acme/library', org);
    await page.getByRole('button', { name: 'Actions for Delivery' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('button', { name: 'Delete board' }).click();
    await expect.poll(() => org.links.map(({ name }) => name)).not.toContain('Delivery');
    await expect.poll(() => host.calls.some(([name]) => name === 'toast')).toBe(true);
    const [, toast] = host.calls.find(([name]) => name === 'toast') ?? [];
    (toast as { onUndo: () => void }).onUndo();
    await expect.element(row(/Delivery/)).toBeVisible();
    expect(org.links.find(({ name }) => name === 'Delivery')?.id).toBe('b1');
  });

  it.each([
    ['delete', 'Delete', 'Delete board'],
    ['duplicate', 'Duplicate', null],
  ])('reads the list again when it cannot %s', async (route, item, confirmation) => {
    const failed = { status: 500, body: { error: { code: 'internal', message: 'no' } } };
    org.failures.set(`/${route}`, failed);
    const host = drawAt('/acme/library', org);
    await page.getByRole('button', { name: 'Actions for Delivery' }).click();
    await page.getByRole('menuitem', { name: item }).click();
    if (confirmation) await page.getByRole('button', { name: confirmation }).click();
    await expect
      .poll(() => host.calls.filter(([name]) => name === 'toast'))
      .toEqual([['toast', { kind: 'error', message: 'There was an unexpected error. Please try again.' }]]);
    await expect.poll(() => org.asked.filter(({ path }) => path.endsWith('/list')).length).toBe(2);
    await expect.element(row(/Delivery/)).toBeVisible();
  });

  it('shows pages of fifty, with their place in the address, and counts under the filter', async () => {
    org.links = Array.from({ length: 120 }, (_, at) =>
      aLink({ id: `b${at}`, name: `Board ${String(at).padStart(3, '0')}`, group: at % 2 ? 'odd' : 'even' }),
    );
    drawAt('/acme/library', org);
    await expect.element(page.getByText('1 to 50 of 120')).toBeVisible();
    await page.getByRole('button', { name: 'Next' }).click();
    await expect.element(page.getByText('51 to 100 of 120')).toBeVisible();
    await expect.element(row(/Board 050/)).toBeVisible();
    await expect.element(page.getByTestId('address')).toHaveTextContent('page=2');
    await page.getByRole('button', { name: 'odd 60' }).click();
    await expect.element(page.getByText('1 to 50 of 60')).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Boards 60' })).toBeVisible();
    expect(names()[0]).toBe('Board 001');
  });

  it('shows the pictures of a page after its rows, and what could not be known', async () => {
    org.links[0] = aLink({ id: 'b1', name: 'Delivery', hasThumbnail: true, status: null });
    org.notice = 'Whether the data is there could not be asked.';
    org.thumbnails = { b1: PICTURE };
    drawAt('/acme/library', org);
    await expect.element(page.getByText('Whether the data is there could not be asked.')).toBeVisible();
    await expect.element(row(/Delivery/)).toHaveTextContent('Unknown');
    await expect.poll(() => document.querySelector('img')?.src).toBe(PICTURE);
    expect(org.asked.filter(({ path }) => path.endsWith('/thumbnails'))).toMatchObject([
      { body: { ids: ['b1'] } },
    ]);
  });

  it('shows a long name whole beside its picture', async () => {
    const name = 'Incidents per month this year and the last one';
    org.links[0] = aLink({ id: 'b1', name, hasThumbnail: true });
    org.thumbnails = { b1: PICTURE };
    await page.viewport(1200, 800);
    drawAt('/acme/library', org);
    await expect.poll(() => document.querySelector('img')).not.toBeNull();
    const title = [...document.querySelectorAll('[data-name]')].find((each) => each.textContent === name);
    expect(title).toBeDefined();
    expect(title?.scrollHeight).toBeLessThanOrEqual((title?.clientHeight ?? 0) + 1);
  });

  const actionsFor = async (name: string, item: string) => {
    await page.getByRole('button', { name: `Actions for ${name}` }).click();
    await page.getByRole('menuitem', { name: item }).click();
  };

  it('edits name, description, tags and visibility, and keeps what was typed when saving fails', async () => {
    org.links[0] = aLink({ id: 'b1', name: 'Delivery', scope: 'private', state: boardState(['old']) });
    drawAt('/acme/library', org);
    await actionsFor('Delivery', 'Edit details');
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Flow');
    await page.getByRole('textbox', { name: 'Description' }).fill('How it flows');
    await page.getByPlaceholder('Type a tag and press Enter').fill('weekly');
    await userEvent.keyboard('{Enter}');
    await page.getByRole('radio', { name: 'Share this board with your org' }).click();
    org.failures.set('/update', { status: 503, body: { error: { code: 'unavailable', message: 'Down.' } } });
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect.element(page.getByRole('alert')).toHaveTextContent('There was a problem, please try again.');
    org.failures.clear();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect.element(row(/Flow/)).toBeVisible();
    expect(org.links.find(({ id }) => id === 'b1')).toMatchObject({
      name: 'Flow',
      description: 'How it flows',
      scope: 'org',
      group: '',
    });
    // A board keeps its tags among its settings.
    expect(org.board('b1').extras.tags).toEqual(['old', 'weekly']);
  });

  it('changes the visibility where it stands, with undo', async () => {
    const host = drawAt('/acme/library', org);
    await page.getByRole('button', { name: 'Visibility of Alpha query: Private' }).click();
    await page.getByRole('menuitem', { name: 'Org - visible to all users in your organization' }).click();
    await expect.element(page.getByRole('button', { name: 'Visibility of Alpha query: Org' })).toBeVisible();
    await expect.poll(() => scopeOf('q2')).toBe('org');
    await pressUndo(host);
    await expect.poll(() => scopeOf('q2')).toBe('private');
  });

  it('has compact rows too, which it remembers, with more to a page', async () => {
    org.links = Array.from({ length: 260 }, (_, at) => aLink({ id: `b${at}`, name: `Board ${at}` }));
    drawAt('/acme/library', org);
    await page.getByRole('button', { name: 'Compact rows' }).click();
    await expect.element(page.getByText('1 to 200 of 260')).toBeVisible();
    expect(page.getByRole('row').elements()[1]?.getBoundingClientRect().height).toBe(41);
    // Only what is in sight is drawn.
    expect(page.getByRole('row').elements().length).toBeLessThan(60);
    clearPage();
    drawAt('/acme/library', org);
    await expect.element(page.getByText('1 to 200 of 260')).toBeVisible();
    await page.getByRole('button', { name: 'Tall rows' }).click();
    await expect.element(page.getByText('1 to 50 of 260')).toBeVisible();
  });

  it('finds a view by its label', async () => {
    drawAt('/acme/library?filter=visualization%3Atree', org);
    const views = () =>
      org.asked.flatMap(({ path, body }) =>
        path.endsWith('/list') ? [(body['filter'] as { views: unknown[] }).views] : [],
      );
    await expect
      .poll(() => views().at(-1))
      .toEqual(['tree', 'treeMap', 'nestedTable', { value: 'unifiedTable', config: { layout: 'nested' } }]);
  });

  it('filters by owner and kind, and says which tokens are none', async () => {
    org.links.push(aLink({ id: 'g', name: 'Of Grace', ownerName: 'Grace' }));
    drawAt('/acme/library', org);
    await page.getByRole('button', { name: 'Grace 1' }).click();
    await expect.poll(names).toEqual(['Of Grace']);
    await page.getByLabelText('Filter the library').fill('select:"Commit"');
    await expect.poll(names).toEqual(['Alpha query', 'Commits by person']);
    await page.getByLabelText('Filter the library').fill('status:gone');
    await expect
      .element(page.getByText('After status: comes populated, processing or notConfigured.'))
      .toBeVisible();
  });

  describe('with several selected', () => {
    const select = (name: string) => page.getByRole('checkbox', { name: `Select ${name}` }).click();
    const bar = page.getByRole('toolbar', { name: 'Selected things' });

    it('tags them all, and takes that back', async () => {
      org.links[1] = { ...aQuery('q1', 'Commits by person'), group: 'first' };
      const host = drawAt('/acme/library', org);
      await select('Commits by person');
      await select('Alpha query');
      await expect.element(bar).toHaveTextContent('2 selected');
      await bar.getByRole('button', { name: 'Tag' }).click();
      await page.getByPlaceholder('Type a tag and press Enter').fill('weekly');
      await userEvent.keyboard('{Enter}');
      await page.getByRole('button', { name: 'Save tags' }).click();
      await expect.poll(() => groupsOf('q1', 'q2')).toEqual(['first,weekly', 'weekly']);
      await expect
        .poll(() => lastToast(host))
        .toMatchObject({ kind: 'undo', message: 'Changed the tags of 2 things' });
      await pressUndo(host);
      await expect.poll(() => groupsOf('q1', 'q2')).toEqual(['first', '']);
    });

    it('deletes them after one question, and brings them back', async () => {
      const host = drawAt('/acme/library', org);
      await select('Commits by person');
      await select('Delivery');
      await bar.getByRole('button', { name: 'Delete' }).click();
      await page.getByRole('button', { name: 'Delete 2 things' }).click();
      await expect.poll(names).toEqual(['Alpha query']);
      await expect.element(bar).not.toBeInTheDocument();
      await pressUndo(host);
      await expect.poll(names).toEqual(['Alpha query', 'Commits by person', 'Delivery']);
    });

    it('puts the queries among them on a board, and takes the cards away again', async () => {
      const host = drawAt('/acme/library', org);
      await select('Alpha query');
      await bar.getByRole('button', { name: 'Select all of this page' }).click();
      await bar.getByRole('button', { name: 'Add to board' }).click();
      await expect.element(page.getByText('1 thing is no query, and stays out.')).toBeVisible();
      await page.getByRole('dialog').getByRole('button', { name: 'Delivery' }).click();
      const titles = () => Object.values(org.board('b1').data).map(({ title }) => title);
      await expect.poll(titles).toEqual(['Alpha query', 'Commits by person']);
      expect(org.board('b1').layout.map(({ y }) => y)).toEqual([0, 6]);
      await pressUndo(host);
      await expect.poll(titles).toEqual([]);
    });

    it('leaves alone what is not this person’s to change, and says so', async () => {
      org.links[0] = aLink({ id: 'b1', name: 'Delivery', scope: 'org', canEdit: false });
      drawAt('/acme/library', org);
      await select('Delivery');
      await expect.element(bar).toHaveTextContent('1 is not yours to change');
      await expect.element(bar.getByRole('button', { name: 'Delete' })).toBeDisabled();
      await bar.getByRole('button', { name: 'Clear' }).click();
      await expect.element(bar).not.toBeInTheDocument();
    });

    it('says what stayed as before when some of them cannot be changed', async () => {
      const host = drawAt('/acme/library', org);
      await select('Alpha query');
      await select('Commits by person');
      org.links = org.links.filter(({ id }) => id !== 'q1');
      await bar.getByRole('button', { name: 'Visibility' }).click();
      await page.getByRole('menuitem', { name: /^Org/ }).click();
      await expect.poll(() => scopeOf('q2')).toBe('org');
      await expect
        .poll(() => lastToast(host))
        .toMatchObject({ kind: 'error', message: '1 thing stayed as before. There is no such thing.' });
    });
  });

  it('says what belongs here while there is nothing, and what failed when it cannot be read', async () => {
    org.links = [];
    drawAt('/acme/library', org);
    await expect
      .element(page.getByText('Boards, queries, spaces, topics and reports are kept here'))
      .toBeVisible();
    clearPage();
    org.failures.set('/list', {
      status: 503,
      body: { error: { code: 'unavailable', message: 'It is down.' } },
    });
    drawAt('/acme/library', org);
    await expect.element(page.getByRole('alert')).toHaveTextContent('It is down.');
    await expect.element(page.getByRole('button', { name: 'Try again' })).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Boards', exact: true })).toBeVisible();
  });

  it.each(['light', 'dark'] as const)('has no finding of axe in the %s theme', async (theme) => {
    drawAt('/acme/library', org, {}, theme);
    await expect.element(row(/Delivery/)).toBeVisible();
    expect(await axeFindings()).toEqual([]);
  });
});

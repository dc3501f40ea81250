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
afterEach(() => clearPage());

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

const row = (name: string | RegExp) => page.getByRole('row', { name });
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
    expect(org.links.map(({ name }) => name)).toContain('Delivery');
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
    const picture = 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==';
    org.links[0] = aLink({ id: 'b1', name: 'Delivery', hasThumbnail: true, status: null });
    org.notice = 'Whether the data is there could not be asked.';
    org.thumbnails = { b1: picture };
    drawAt('/acme/library', org);
    await expect.element(page.getByText('Whether the data is there could not be asked.')).toBeVisible();
    await expect.element(row(/Delivery/)).toHaveTextContent('Unknown');
    await expect.poll(() => document.querySelector('img')?.src).toBe(picture);
    expect(org.asked.filter(({ path }) => path.endsWith('/thumbnails'))).toMatchObject([
      { body: { ids: ['b1'] } },
    ]);
  });

  it('renames', async () => {
    drawAt('/acme/library', org);
    await page.getByRole('button', { name: 'Actions for Delivery' }).click();
    await page.getByRole('menuitem', { name: 'Rename' }).click();
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Flow');
    await userEvent.keyboard('{Enter}');
    await expect.element(row(/Flow/)).toBeVisible();
    expect(org.links.map(({ name }) => name)).toContain('Flow');
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
  });

  it.each(['light', 'dark'] as const)('has no finding of axe in the %s theme', async (theme) => {
    drawAt('/acme/library', org, {}, theme);
    await expect.element(row(/Delivery/)).toBeVisible();
    expect(await axeFindings()).toEqual([]);
  });
});

import { createFakeHost } from '@cairn/host/fake';
import { drag } from '@cairn/ui/drag';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { anItem, aSpace, OrgWithSpaces } from '../../test/fake-spaces.ts';
import { aLink, axeFindings, clearPage, drawAt } from '../../test/workspace-under-test.tsx';

let org: OrgWithSpaces;
beforeEach(() => {
  org = new OrgWithSpaces();
  const items = [
    anItem({ uuid: 'a', name: 'Delivery', description: 'Read it on Mondays' }),
    anItem({ uuid: 'b', name: 'Grace', type: 'entity', url: '/acme/entity/g' }),
    anItem({ uuid: 'c', name: 'Lost', url: null }),
  ];
  const said = { tags: ['weekly'], useCases: ['Standup'], targetRoles: ['Lead'] };
  org.spaces = [aSpace({ uuid: 's1', name: 'Mine', description: 'What I use', items, ...said })];
});
afterEach(() => clearPage());

const button = (name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' });
const itemOf = (name: string): Element => {
  const item = [...document.querySelectorAll('ol > li')].find((each) => each.textContent?.includes(name));
  if (!item) throw new Error(`no item ${name}`);
  return item;
};
const items = () => [...document.querySelectorAll('ol > li')].map((each) => each.textContent ?? '');
const toastsOf = (host: { calls: readonly (readonly unknown[])[] }) =>
  host.calls.flatMap(([name, toast]) => (name === 'toast' ? [(toast as { message: string }).message] : []));
const heading = (name: string) => page.getByRole('heading', { name, exact: true });

describe('a space', () => {
  it.each(['light', 'dark'] as const)('shows its items, and leads to each, in %s', async (theme) => {
    const host = drawAt('/acme/space/s1', org, {}, theme);
    await expect.element(heading('Mine')).toBeVisible();
    await expect.element(page.getByText('Private - visible only to you')).toBeVisible();
    for (const words of ['weekly', 'for Lead', 'Standup', 'Read it on Mondays'])
      await expect.element(page.getByText(words, { exact: true })).toBeVisible();
    await expect
      .element(page.getByRole('link', { name: 'Delivery' }))
      .toHaveAttribute('href', '/acme/space/s1/a/launch');
    expect(page.getByRole('link', { name: 'Lost' }).query()).toBeNull();
    await expect.element(page.getByText('It was deleted, or it is not shared with you.')).toBeVisible();
    expect(host.calls).toContainEqual(['setTitle', 'Mine']);
    expect(await axeFindings()).toEqual([]);
  });

  it('says what its entities are, and what they are called now', async () => {
    const preview = { kind: 'Person', name: 'Grace Hopper', hint: 'grace@example.org' };
    const item = anItem({ uuid: 'b', name: 'Grace', type: 'entity', url: '/acme/entity/g', preview });
    org.spaces = [aSpace({ uuid: 's1', name: 'Mine', items: [item] })];
    drawAt('/acme/space/s1', org);
    await expect.poll(() => items()).toEqual(['Person · grace@example.orgGraceGrace Hopper']);
    // Pinning answers without previews, and the page keeps what it knows.
    await button('Add to favorites').click();
    await expect.element(button('Remove from favorites')).toBeVisible();
    expect(items()).toEqual(['Person · grace@example.orgGraceGrace Hopper']);
  });

  it('says that names are missing while the graph is away', async () => {
    org.spaceNotice = 'The graph does not answer now.';
    drawAt('/acme/space/s1', org);
    await expect.element(page.getByText('The graph does not answer now.')).toBeVisible();
  });

  it('leads from a tag to what else has it, and shows ten of many tags at first', async () => {
    const tags = Array.from({ length: 12 }, (_, at) => `tag ${String(at)}`);
    org.spaces = [aSpace({ uuid: 's1', name: 'Mine', tags })];
    const host = drawAt('/acme/space/s1', org);
    await expect.element(button('tag 9')).toBeVisible();
    expect(button('tag 10').query()).toBeNull();
    await button('+2 more').click();
    await button('tag 11').click();
    expect(host.calls).toContainEqual(['navigate', '/acme/library?filter=tag:tag_11', undefined]);
  });

  it('lets its items be moved, described and removed in edit mode', async () => {
    const host = drawAt('/acme/space/s1?edit=1', org);
    await button('Move Delivery down').click();
    await expect.poll(() => items()[0]).toContain('Grace');
    await button('Edit Grace').click();
    const name = page.getByRole('textbox', { name: 'Item name' });
    await name.fill(' ');
    await expect.element(button('Save item')).toBeDisabled();
    await expect.element(page.getByText('A name is required')).toBeVisible();
    await name.fill('Grace Hopper');
    await button('Save item').click();
    await expect.poll(() => items()[0]).toContain('Grace Hopper');
    await button('Remove Lost from the space').click();
    await expect.poll(items).toHaveLength(2);
    expect(toastsOf(host)).toEqual(['Saved item', 'Removed item from space']);
  });

  it('brings a removed item back where it was', async () => {
    const host = drawAt('/acme/space/s1?edit=1', org);
    await button('Remove Delivery from the space').click();
    await expect.poll(items).toHaveLength(2);
    const [, undo] = host.calls.findLast(([name]) => name === 'toast') ?? [];
    (undo as { onUndo: () => void }).onUndo();
    await expect.poll(() => items()[0]).toContain('Delivery');
    expect(items()[0]).toContain('Read it on Mondays');
    expect(items()).toHaveLength(3);
  });

  it('lets its items be dragged to another place', async () => {
    drawAt('/acme/space/s1?edit=1', org);
    await expect.element(button('Edit Lost')).toBeVisible();
    await expect.poll(() => items()[0]).toContain('Delivery');
    await expect.poll(() => document.querySelector('[id^=DndDescribedBy]')).not.toBeNull();
    await drag(itemOf('Delivery'), itemOf('Lost'));
    await expect
      .poll(() => items().map((text) => /Delivery|Grace|Lost/.exec(text)?.[0]))
      .toEqual(['Grace', 'Lost', 'Delivery']);
    await expect
      .poll(() => org.asked.findLast(({ path }) => path.endsWith('items/update'))?.body)
      .toEqual({ space_id: 's1', uuid: 'a', place: 2 });
  });

  it('takes further items, which are found by their words', async () => {
    org.links = [aLink({ id: 'b9', name: 'Quality' })];
    const host = drawAt('/acme/space/s1?edit=1', org);
    await button('Add items').click();
    await page.getByRole('textbox', { name: 'Find something to add' }).fill('qual');
    await button('Add Quality').click();
    await expect.poll(() => items().at(-1)).toContain('Quality');
    expect(toastsOf(host)).toEqual(['Added item to space']);
    const asked = org.asked.find(({ path }) => path.endsWith('items/create'));
    expect(asked?.body).toEqual({ space_id: 's1', type: 'board', name: 'Quality', config: { id: 'b9' } });
  });

  it('has settings that keep what is not changed, and stay open after a refusal', async () => {
    const host = drawAt('/acme/space/s1', org);
    const open = async () => {
      await button('More actions').click();
      await page.getByRole('menuitem', { name: 'Space settings' }).click();
    };
    await open();
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Ours');
    await page.getByRole('radio', { name: 'waves' }).click();
    await button('Save').click();
    await expect.element(heading('Ours')).toBeVisible();
    expect(org.spaces[0]).toMatchObject({ name: 'Ours', pattern: 'waves', color: 'teal', tags: ['weekly'] });
    expect(toastsOf(host)).toEqual(['Saved space']);
    const refusal = { error: { code: 'conflict', message: 'Bob changed the name.' } };
    org.failures.set('/spaces/update', { status: 409, body: refusal });
    await open();
    await button('Save').click();
    await expect
      .element(page.getByText('There was a problem, please try again. Bob changed the name.'))
      .toBeVisible();
  });

  it('is pinned, and removed with a way back', async () => {
    const host = drawAt('/acme/space/s1', org);
    await button('Add to favorites').click();
    await button('Remove from favorites').click();
    await expect.element(button('Add to favorites')).toBeVisible();
    await button('More actions').click();
    await page.getByRole('menuitem', { name: 'Delete space' }).click();
    await button('Delete space').click();
    await expect.element(page.getByText('Spaces are kept here')).toBeVisible();
    expect(toastsOf(host)).toEqual([
      'Added space to favorites',
      'Removed space from favorites',
      'Removed space',
    ]);
    const undo = host.calls.find(
      ([name, toast]) => name === 'toast' && (toast as { onUndo?: object }).onUndo,
    );
    if (undo) (undo[1] as { onUndo: () => void }).onUndo();
    await expect.element(heading('Mine')).toBeVisible();
  });

  it('offers no change to whoever may only read it', async () => {
    org.spaces = [aSpace({ uuid: 's1', name: 'Theirs', canEdit: false, scope: 'org' })];
    drawAt('/acme/space/s1?edit=1', org);
    await expect.element(page.getByText('Org - visible to all users in your organization')).toBeVisible();
    expect([button('Edit').query(), button('More actions').query(), button(/Add/).query()]).toEqual([
      null,
      null,
      expect.anything(),
    ]);
  });

  it('says that it is gone', async () => {
    drawAt('/acme/space/none', org);
    await expect.element(page.getByText('There is no such space')).toBeVisible();
    await expect
      .element(page.getByRole('link', { name: 'All spaces' }))
      .toHaveAttribute('href', '/acme/spaces');
    expect(page.getByRole('alert').query()).toBeNull();
  });

  it('says why it could not be read', async () => {
    org.failures.set('/read', { status: 500, body: { error: { code: 'internal', message: 'Unexpected.' } } });
    drawAt('/acme/space/s1', org);
    await expect.element(page.getByRole('alert')).toHaveTextContent('The space could not be read');
  });
});

describe('a new space', () => {
  it('opens in edit mode once it is made', async () => {
    org.spaces = [];
    const host = drawAt('/acme/space/new', org);
    const name = page.getByRole('textbox', { name: 'Name', exact: true });
    await expect.element(name).toHaveValue('New Space');
    await name.fill('  ');
    await expect.element(button('Create space')).toBeDisabled();
    await name.fill(' Team ');
    await button('Create space').click();
    await expect.element(page.getByTestId('address')).toHaveTextContent('/acme/space/s1?edit=1');
    await expect.element(button('Add items')).toBeVisible();
    expect(toastsOf(host)).toEqual(['Created space']);
    expect(org.spaces[0]).toMatchObject({ name: 'Team', scope: 'private' });
  });

  it('is shared by admins alone', async () => {
    const { org: acme } = createFakeHost();
    drawAt('/acme/space/new', org, { org: { ...acme, role: 'user' } });
    await expect.element(button('Create space')).toBeVisible();
    expect(page.getByText('Share this space with your org').query()).toBeNull();
    clearPage();
    drawAt('/acme/space/new', org);
    await expect.element(page.getByText('Share this space with your org')).toBeVisible();
  });
});

describe('launching an item', () => {
  it('opens what it names', async () => {
    drawAt('/acme/space/s1/b/launch', org);
    await expect.element(page.getByTestId('address')).toHaveTextContent('/acme/entity/g');
  });

  it.each([
    ['c', '“Lost” was deleted, or it is not shared with you.'],
    ['x', 'Somebody has removed it from its space.'],
  ])('says why %s cannot be opened', async (uuid, words) => {
    drawAt(`/acme/space/s1/${uuid}/launch`, org);
    await expect.element(page.getByText(words)).toBeVisible();
    await button('Go to the space').click();
    await expect.element(heading('Mine')).toBeVisible();
  });
});

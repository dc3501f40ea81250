import { READ_ONLY_MESSAGE, type Role } from '@cairn/contracts';
import { createFakeHost } from '@cairn/host/fake';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { anItem, aSpace, OrgWithSpaces } from '../test/fake-spaces.ts';
import { aLink, aQuery, clearPage, drawAt } from '../test/workspace-under-test.tsx';

/** The words with which a control begins that writes what others see. */
const WRITES = /^(New|Create|Save|Add|Edit|Delete|Rename|Duplicate|Remove|Restore|Unlock|Tag|Visibility)\b/;
/** Marks and files of one's own, which viewers have too. */
const OWN = /favorites|New query|Save as P|Save as S/i;

const card = { kind: 'explore', title: 'Commits', state: { params: { select: ['Commit'] }, viz: [] } };
const cards = { layout: [{ i: 'a', x: 0, y: 0, w: 6, h: 6 }], data: { a: card } };
const theirs = { scope: 'org' as const, userId: 'u2' as never, ownerName: 'Bob', canEdit: false };

let org: OrgWithSpaces;
beforeEach(() => {
  org = new OrgWithSpaces();
  org.links = [
    { ...aQuery('q1', 'Commits by person'), ...theirs },
    aLink({ id: 'b1', name: 'Weekly', state: JSON.stringify({ ...cards, extras: {} }), ...theirs }),
    aLink({ id: 't1', name: 'Where work goes', type: 'digest-v2', state: JSON.stringify(cards), ...theirs }),
    aLink({ id: 'r1', name: 'Monthly', type: 'narrative-v1', state: '{"topics":["t1"]}', ...theirs }),
    aLink({ id: 'c1', name: 'In time', type: 'competency-v1', state: '{"topics":[],"text":""}', ...theirs }),
  ];
  const items = [anItem({ uuid: 'i', name: 'Delivery' })];
  org.spaces = [aSpace({ uuid: 's1', name: 'Shared', scope: 'org', items, canEdit: false })];
});
afterEach(() => clearPage());

const as = (role: Role) => ({ org: { ...createFakeHost().org, role } });
const nameOf = (control: Element) => control.getAttribute('aria-label') ?? control.textContent?.trim() ?? '';
const controls = () =>
  [...document.querySelectorAll('button, [role=menuitem], a[role=button]')].filter((control) => {
    const name = nameOf(control);
    const sorts = control.closest('[role=columnheader], aside') !== null;
    return WRITES.test(name) && !OWN.test(name) && !sorts;
  });

/** The controls that write and could be used, and those that are disabled without a reason. */
const usable = () =>
  controls().flatMap((control) => {
    const isDisabled = control.hasAttribute('disabled');
    if (!isDisabled) return [nameOf(control)];
    return control.getAttribute('title') === READ_ONLY_MESSAGE ? [] : [`${nameOf(control)} without a reason`];
  });

/** Opens the menus of a page one after the other, and tells what they offer to write. */
async function offered(): Promise<string[]> {
  const found = usable();
  const menus = [...document.querySelectorAll('[aria-haspopup=menu]')].filter(
    (each) => !each.hasAttribute('disabled'),
  );
  for (const menu of menus) {
    (menu as HTMLElement).click();
    await expect.poll(() => document.querySelector('[role=menuitem]')).not.toBeNull();
    found.push(...usable());
    (menu as HTMLElement).click();
    await expect.poll(() => document.querySelector('[role=menuitem]')).toBeNull();
  }
  return [...new Set(found)];
}

const PAGES: [path: string, shown: string][] = [
  ['library', 'Commits by person'],
  ['boards/b1', 'Weekly'],
  ['boards/start', 'Choose a board'],
  ['boards/new', 'Creating boards needs an org admin'],
  ['spaces', 'Shared'],
  ['space/s1', 'Shared'],
  ['space/new', 'New Space'],
  ['topics/list', 'Where work goes'],
  ['topics/t1', 'Where work goes'],
  ['reports/list', 'Monthly'],
  ['reports/r1', 'Monthly'],
  ['competency/dashboard', 'In time'],
  ['competency/c1', 'In time'],
  ['teams', 'Teams'],
  ['users', 'Users'],
];

describe('a viewer', () => {
  it.each(PAGES)('finds nothing to write on %s, and reads why', async (path, shown) => {
    drawAt(`/acme/${path}`, org, as('viewer'));
    await expect.element(page.getByText(shown, { exact: true }).first()).toBeVisible();
    expect(await offered()).toEqual([]);
  });

  it.each(['library', 'spaces', 'topics/list'])(
    'reads on %s why nothing can be written there',
    async (path) => {
      drawAt(`/acme/${path}`, org, as('viewer'));
      await expect.element(page.getByText(READ_ONLY_MESSAGE, { exact: true })).toBeVisible();
    },
  );

  it('finds nothing to write where several rows are selected', async () => {
    drawAt('/acme/library', org, as('viewer'));
    await page.getByRole('checkbox', { name: 'Select Commits by person' }).click();
    await expect.element(page.getByRole('button', { name: 'Delete', exact: true })).toBeDisabled();
    expect(usable()).toEqual([]);
  });
});

it('a viewer is not told how to save things where there are none', async () => {
  org.links = [];
  drawAt('/acme/library', org, as('viewer'));
  await expect
    .element(page.getByText('Nobody has saved one in this organization yet.', { exact: true }))
    .toBeVisible();
  expect(await offered()).toEqual([]);
});

it('a user reads no word about viewers', async () => {
  drawAt('/acme/library', org, as('user'));
  await expect.element(page.getByText('Commits by person', { exact: true }).first()).toBeVisible();
  expect(page.getByText(READ_ONLY_MESSAGE, { exact: true }).elements()).toEqual([]);
});

describe('a user', () => {
  it('makes things of their own, and reads why others are not theirs to change', async () => {
    drawAt('/acme/library', org, as('user'));
    await page.getByRole('button', { name: 'Actions for Commits by person' }).click();
    const item = (name: string) => page.getByRole('menuitem', { name });
    for (const name of ['Add to board', 'Add to space', 'Duplicate'])
      await expect.element(item(name)).toBeEnabled();
    for (const name of ['Edit details', 'Delete']) {
      await expect.element(item(name)).toBeDisabled();
      await expect.element(item(name)).toHaveAttribute('title', 'Its owner or an admin can change it');
    }
    const board = page.getByRole('button', { name: 'New board' });
    await expect.element(board).toBeDisabled();
    await expect.element(board).toHaveAttribute('title', 'Creating boards needs an org admin');
    await expect.element(page.getByRole('button', { name: 'New space' })).toBeEnabled();
  });

  it('finds the same controls that a viewer finds disabled', async () => {
    drawAt('/acme/spaces', org, as('user'));
    await expect.element(page.getByRole('button', { name: 'New space' })).toBeEnabled();
    expect(await offered()).toEqual(['New space']);
  });
});

import { createFakeHost } from '@cairn/host/fake';
import { READ_ONLY_MESSAGE } from '@cairn/contracts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { aSpace, OrgWithSpaces } from '../../test/fake-spaces.ts';
import { axeFindings, clearPage, drawAt } from '../../test/workspace-under-test.tsx';
import { SpacePicker } from '../space-picker.tsx';

let org: OrgWithSpaces;
beforeEach(() => {
  org = new OrgWithSpaces();
  org.spaces = [
    aSpace({ uuid: 's1', name: 'Team of Grace', description: 'Mondays', scope: 'org' }),
    aSpace({ uuid: 's2', name: 'Quality gates' }),
    aSpace({ uuid: 's3', name: 'Read only', canEdit: false, scope: 'global' }),
  ];
});
afterEach(() => clearPage());

const button = (name: string) => page.getByRole('button', { name, exact: true });
const links = () =>
  page
    .getByRole('link')
    .elements()
    .map((each) => each.textContent);
const toastsOf = (host: { calls: readonly (readonly unknown[])[] }) =>
  host.calls.flatMap(([name, toast]) => (name === 'toast' ? [(toast as { message: string }).message] : []));

describe('the list of spaces', () => {
  it.each(['light', 'dark'] as const)('finds them by all of their words, in %s', async (theme) => {
    drawAt('/acme/spaces', org, {}, theme);
    await expect.element(page.getByText('3 spaces')).toBeVisible();
    expect(links()).toEqual(['Team of Grace', 'Quality gates', 'Read only']);
    expect(await axeFindings()).toEqual([]);
    await page.getByRole('textbox', { name: 'Filter spaces' }).fill('GRACE mon');
    await expect.poll(links).toEqual(['Team of Grace']);
    await page.getByRole('textbox', { name: 'Filter spaces' }).fill('grace nothing');
    await expect.element(page.getByText('No space matches this filter')).toBeVisible();
  });

  it('pins and starts spaces', async () => {
    const host = drawAt('/acme/spaces', org);
    await button('Add Quality gates to favorites').click();
    await expect.element(button('Remove Quality gates from favorites')).toBeVisible();
    expect(toastsOf(host)).toEqual(['Added space to favorites']);
    await button('New space').click();
    await expect.element(page.getByTestId('address')).toHaveTextContent('/acme/space/new');
  });

  it('says what belongs here, and what failed', async () => {
    org.spaces = [];
    drawAt('/acme/spaces', org);
    await expect.element(page.getByText('Spaces are kept here')).toBeVisible();
    clearPage();
    org.failures.set('?items=true', {
      status: 503,
      body: { error: { code: 'unavailable', message: 'It is down.' } },
    });
    drawAt('/acme/spaces', org);
    await expect.element(page.getByRole('alert')).toHaveTextContent('It is down.');
  });
});

describe('the space picker', () => {
  const item = { type: 'entity', name: 'Grace Hopper', config: { uuid: 'g' } } as const;
  const draw = (role: 'user' | 'viewer' = 'user') => {
    const close = vi.fn();
    const { org: acme } = createFakeHost();
    const host = drawAt('/acme/nowhere', org, { org: { ...acme, role } }, 'light', {
      wrap: () => <SpacePicker item={item} onClose={close} />,
    });
    return { host, close };
  };
  const find = page.getByRole('textbox', { name: 'Find or create a space' });

  it('finds a space by its words, names the item and saves it', async () => {
    const { host, close } = draw();
    await expect.element(button('Quality gates')).toBeVisible();
    expect(button('Read only').query()).toBeNull();
    await find.fill('grace TEAM');
    await expect.poll(() => button('Quality gates').query()).toBeNull();
    await button('Team of Grace').click();
    await page.getByRole('textbox', { name: 'Item description' }).fill('Our lead');
    await button('Save item').click();
    await expect.poll(() => close.mock.calls.length).toBe(1);
    expect(org.spaces.find(({ uuid }) => uuid === 's1')?.items).toMatchObject([
      { name: 'Grace Hopper', description: 'Our lead', type: 'entity', config: { uuid: 'g' } },
    ]);
    expect(toastsOf(host)).toEqual(['Added item to space']);
  });

  it('makes a private space of the typed name', async () => {
    const { host } = draw();
    await find.fill('  People I meet ');
    await button('Create the space “People I meet”').click();
    const name = page.getByRole('textbox', { name: 'Item name' });
    await expect.element(name).toHaveValue('Grace Hopper');
    await name.fill('');
    await expect.element(button('Save item')).toBeDisabled();
    expect(org.spaces.at(-1)).toMatchObject({ name: 'People I meet', scope: 'private' });
    expect(toastsOf(host)).toEqual(['Created space']);
  });

  it('tells a viewer once that they only read', async () => {
    const refusal = { error: { code: 'read_only', message: READ_ONLY_MESSAGE } };
    org.failures.set('/spaces/create', { status: 403, body: refusal });
    const { host } = draw('viewer');
    await find.fill('Mine');
    await button('Create the space “Mine”').click();
    await expect.poll(() => toastsOf(host)).toEqual([READ_ONLY_MESSAGE]);
  });
});

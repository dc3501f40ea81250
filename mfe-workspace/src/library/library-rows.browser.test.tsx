import type { Colleague } from '@cairn/contracts/colleagues';
import type { LinkSummary } from '@cairn/contracts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { aSpace, OrgWithSpaces } from '../../test/fake-spaces.ts';
import { aLink, aQuery, clearPage, drawAt } from '../../test/workspace-under-test.tsx';

/** An org whose people can be read, and whose things can be given to them. */
class OrgWithPeople extends OrgWithSpaces {
  people: Pick<Colleague, 'userId' | 'name' | 'email' | 'role'>[] = [
    { userId: 'u1' as Colleague['userId'], name: 'Ada', email: 'ada@example.com', role: 'admin' },
    { userId: 'u2' as Colleague['userId'], name: 'Bob', email: 'bob@example.com', role: 'user' },
    { userId: 'u3' as Colleague['userId'], name: 'Vera', email: null, role: 'viewer' },
  ];

  override answer(path: string, body: Record<string, unknown>) {
    if (path.endsWith('/colleagues')) {
      const data = this.people.map((each) => ({ ...each, joinedAt: '2026-01-01', picture: null }));
      return { status: 200, body: { data } };
    }
    if (!path.endsWith('/set-owner') || this.failures.has('/set-owner')) return super.answer(path, body);
    const owner = this.people.find(({ userId }) => userId === body['owner']);
    const part = { userId: owner?.userId ?? null, ownerName: owner?.name ?? null };
    this.links = this.links.map((link) => (link.id === body['id'] ? { ...link, ...part } : link));
    return { status: 200, body: { data: this.links.find(({ id }) => id === body['id']) } };
  }
}

let org: OrgWithPeople;
beforeEach(() => {
  org = new OrgWithPeople();
  org.links = [
    aLink({ id: 'b1', name: 'Delivery', description: 'How long things take', scope: 'org' }),
    aQuery('q1', 'Alpha'),
    aQuery('q2', 'Beta'),
    aQuery('q3', 'Gamma'),
  ];
});
afterEach(() => {
  clearPage();
  localStorage.clear();
});

const DOWN = { status: 503, body: { error: { code: 'unavailable', message: 'It is down.' } } };
const row = (name: string | RegExp) => page.getByRole('row', { name });
const linkAt = (id: string) => org.links.find((link) => link.id === id);
const toastsOf = (host: ReturnType<typeof drawAt>) =>
  host.calls.flatMap(([name, toast]) =>
    name === 'toast' ? [toast as { kind: string; message: string }] : [],
  );
const selected = () =>
  [...document.querySelectorAll<HTMLInputElement>('[role="row"] input:checked')].map((box) =>
    box.getAttribute('aria-label')?.replace('Select ', ''),
  );

describe('a text in a row of the library', () => {
  const description = page.getByRole('textbox', { name: 'Description of Delivery' });
  const begin = () => page.getByRole('button', { name: 'Edit description of Delivery' }).click();

  it('is edited where it stands: Enter saves, and opens nothing', async () => {
    const host = drawAt('/acme/library', org);
    await begin();
    await expect.element(description).toHaveValue('How long things take');
    await description.fill('How fast we are');
    await userEvent.keyboard('{Enter}');
    await expect.element(row(/How fast we are/)).toBeVisible();
    await expect.poll(() => linkAt('b1')?.description).toBe('How fast we are');
    await expect.element(row(/How fast we are/)).toHaveFocus();
    expect(host.calls.some(([name]) => name === 'navigate')).toBe(false);
  });

  it('returns to what it was with Escape', async () => {
    drawAt('/acme/library', org);
    await begin();
    await description.fill('Nothing');
    await userEvent.keyboard('{Escape}');
    await expect.element(row(/How long things take/)).toHaveFocus();
    expect(org.asked.some(({ path }) => path.endsWith('/update'))).toBe(false);
  });

  it('keeps what was typed when saving fails', async () => {
    org.failures.set('/update', DOWN);
    drawAt('/acme/library', org);
    await begin();
    await description.fill('How fast we are');
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByRole('alert')).toHaveTextContent('There was a problem, please try again.');
    await expect.element(description).toHaveValue('How fast we are');
    org.failures.clear();
    await description.click();
    await userEvent.keyboard('{Enter}');
    await expect.element(row(/How fast we are/)).toBeVisible();
  });

  it('is edited by key: e its description, t its tags, which commas part', async () => {
    drawAt('/acme/library', org);
    await expect.element(row(/Alpha/)).toBeVisible();
    document.querySelector<HTMLElement>('[data-index="0"]')?.focus();
    await userEvent.keyboard('t');
    await page.getByRole('textbox', { name: 'Tags of Alpha, separated by commas' }).fill('weekly, delivery');
    await userEvent.keyboard('{Enter}');
    await expect.element(row(/Alpha/)).toHaveFocus();
    expect(linkAt('q1')?.group).toBe('weekly,delivery');
    await userEvent.keyboard('e');
    await expect.element(page.getByRole('textbox', { name: 'Description of Alpha' })).toHaveFocus();
  });

  it('stays as it is for who may not change it', async () => {
    org.links = [aLink({ id: 'b1', name: 'Theirs', scope: 'org', canEdit: false })];
    drawAt('/acme/library', org);
    await expect.element(row(/Theirs/)).toBeVisible();
    expect(page.getByRole('button', { name: /^Edit description/ }).query()).toBeNull();
    document.querySelector<HTMLElement>('[data-index="0"]')?.focus();
    await userEvent.keyboard('e');
    expect(page.getByRole('textbox', { name: /^Description of/ }).query()).toBeNull();
  });

  it('fits its row, tall and compact', async () => {
    drawAt('/acme/library', org);
    await begin();
    const height = () =>
      row(/Delivery/)
        .element()
        .getBoundingClientRect().height;
    expect(height()).toBe(101);
    const field = description.element().getBoundingClientRect();
    const frame = row(/Delivery/)
      .element()
      .getBoundingClientRect();
    expect(field.bottom).toBeLessThanOrEqual(frame.bottom);
    await userEvent.keyboard('{Escape}');
    await page.getByRole('button', { name: 'Compact rows' }).click();
    await begin();
    expect(height()).toBe(41);
  });
});

describe('rows of the library', () => {
  const focusOn = (index: number) => document.querySelector<HTMLElement>(`[data-index="${index}"]`)?.focus();

  it('are selected with x, Shift and the arrows, Ctrl A, and no more with Escape', async () => {
    drawAt('/acme/library', org);
    await expect.element(row(/Alpha/)).toBeVisible();
    focusOn(0);
    await userEvent.keyboard('x');
    await expect.poll(selected).toEqual(['Alpha']);
    await userEvent.keyboard('{Shift>}{ArrowDown}{/Shift}');
    await expect.poll(selected).toEqual(['Alpha', 'Beta']);
    await expect.element(row(/Beta/)).toHaveFocus();
    await userEvent.keyboard('{Shift>}{ArrowDown}{/Shift}');
    await expect.poll(selected).toEqual(['Alpha', 'Beta', 'Delivery']);
    await userEvent.keyboard('{Escape}');
    await expect.poll(selected).toEqual([]);
    await userEvent.keyboard('{Control>}a{/Control}');
    await expect.poll(() => selected().length).toBe(4);
    await expect
      .element(page.getByRole('toolbar', { name: 'Selected things' }))
      .toHaveTextContent('4 selected');
  });

  it('are selected from one to another by a click with Shift, which opens nothing', async () => {
    const host = drawAt('/acme/library', org);
    await page.getByRole('checkbox', { name: 'Select Beta' }).click();
    await row(/Gamma/).click({ modifiers: ['Shift'] });
    await expect.poll(selected).toEqual(['Beta', 'Delivery', 'Gamma']);
    await page.getByRole('checkbox', { name: 'Select Alpha' }).click({ modifiers: ['Shift'] });
    await expect.poll(selected).toEqual(['Alpha', 'Beta', 'Delivery', 'Gamma']);
    expect(host.calls.some(([name]) => name === 'navigate')).toBe(false);
  });

  it('are put into a space together, and taken out again', async () => {
    org.spaces = [aSpace({ uuid: 's1', name: 'Weekly' })];
    org.links.push(aLink({ id: 't1', name: 'Topic', type: 'digest-v2', state: '{}' }));
    const host = drawAt('/acme/library', org);
    await page.getByRole('checkbox', { name: 'Select Alpha' }).click();
    await page.getByRole('checkbox', { name: 'Select Delivery' }).click();
    await page.getByRole('toolbar').getByRole('button', { name: 'Add to space' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Weekly' }).click();
    const items = () => org.spaces.flatMap(({ items }) => items).map((item) => [item?.type, item?.config]);
    await expect.poll(items).toEqual([
      ['query', { id: 'q1' }],
      ['board', { id: 'b1' }],
    ]);
    await expect.poll(() => toastsOf(host).at(-1)?.message).toBe('Added 2 items to Weekly');
    (toastsOf(host).at(-1) as unknown as { onUndo: () => void }).onUndo();
    await expect.poll(items).toEqual([]);
  });
});

describe('the owner of a thing in the library', () => {
  const change = async () => {
    await page.getByRole('button', { name: 'Actions for Delivery' }).click();
    await page.getByRole('menuitem', { name: 'Change owner' }).click();
    await page.getByPlaceholder('Choose somebody').click();
    await expect.element(page.getByRole('option', { name: /Bob/ })).toBeVisible();
    expect(
      page
        .getByRole('option')
        .elements()
        .map((option) => option.textContent),
    ).toEqual(['Bob (bob@example.com)']);
    await page.getByRole('option', { name: /Bob/ }).click();
    await page.getByRole('button', { name: 'Change owner' }).click();
  };

  it('is changed by an admin, with undo', async () => {
    const host = drawAt('/acme/library', org);
    await change();
    await expect.element(row(/Delivery.*Bob/)).toBeVisible();
    expect(toastsOf(host).at(-1)).toMatchObject({ kind: 'undo', message: 'Delivery now belongs to Bob' });
    (toastsOf(host).at(-1) as unknown as { onUndo: () => void }).onUndo();
    await expect.poll(() => linkAt('b1')?.ownerName).toBe('Ada');
  });

  it('stays chosen where it is not saved, and is saved when asked again', async () => {
    org.failures.set('/set-owner', {
      status: 500,
      body: { error: { code: 'internal', message: 'It broke.' } },
    });
    const host = drawAt('/acme/library', org);
    await change();
    await expect.poll(() => toastsOf(host).at(-1)?.kind).toBe('error');
    await expect.element(page.getByPlaceholder('Choose somebody')).toHaveValue('Bob (bob@example.com)');
    org.failures.clear();
    await page.getByRole('button', { name: 'Change owner' }).click();
    await expect.poll(() => linkAt('b1')?.ownerName).toBe('Bob');
    await expect.poll(() => page.getByRole('dialog').query()).toBeNull();
  });

  it('is changed by a plain owner for good, which is said before', async () => {
    const { org: own } = drawAt('/acme/library', org);
    clearPage();
    const host = drawAt('/acme/library', org, { org: { ...own, role: 'user' } });
    await page.getByRole('button', { name: 'Actions for Delivery' }).click();
    await page.getByRole('menuitem', { name: 'Change owner' }).click();
    await expect
      .element(page.getByText('Afterwards only the new owner and admins may change it.'))
      .toBeVisible();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await change();
    await expect.poll(() => toastsOf(host).at(-1)?.kind).toBe('info');
  });

  it('stays where nobody may change it: of private things, and of others’', async () => {
    const theirs: Partial<LinkSummary> = { scope: 'org', canEdit: false };
    org.links = [aQuery('q1', 'Mine'), aLink({ id: 'b2', name: 'Theirs', ...theirs })];
    drawAt('/acme/library', org);
    for (const name of ['Mine', 'Theirs']) {
      await page.getByRole('button', { name: `Actions for ${name}` }).click();
      await expect.element(page.getByRole('menuitem', { name: 'Change owner' })).toBeDisabled();
      await userEvent.keyboard('{Escape}');
    }
  });
});

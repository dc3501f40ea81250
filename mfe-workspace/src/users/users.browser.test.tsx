import type { Colleague } from '@cairn/contracts/colleagues';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { aLink, axeFindings, clearPage, drawAt, FakeOrg } from '../../test/workspace-under-test.tsx';

class OrgWithUsers extends FakeOrg {
  users: Colleague[] = [];
  /** Who the user is in the data. */
  person: { uuid: string; name: string; method: 'email' | 'decision' } | null = null;
  override answer(path: string, body: Record<string, unknown>) {
    if (path.endsWith('/users/colleagues') && !this.failures.has('/users/colleagues'))
      return { status: 200, body: { data: this.users } };
    if (path.endsWith('/identities/of-user') && !this.failures.has('/of-user')) {
      this.asked.push({ path, body });
      return { status: 200, body: { data: this.person } };
    }
    return super.answer(path, body);
  }
}

const aUser = (userId: string, name: string, more: Partial<Colleague> = {}): Colleague => ({
  userId: userId as Colleague['userId'],
  name,
  email: `${name.split(' ')[0]?.toLowerCase() ?? ''}@example.org`,
  role: 'user',
  joinedAt: '2026-03-01T00:00:00Z',
  picture: null,
  ...more,
});

let org: OrgWithUsers;
beforeEach(() => {
  org = new OrgWithUsers();
  org.users = [aUser('u1', 'Ada Lovelace', { role: 'admin' }), aUser('u2', 'Grace Hopper')];
});
afterEach(() => clearPage());
const row = (name: RegExp) => page.getByRole('row', { name });

describe('the users of an org', () => {
  it('are listed by name, found by words and opened', async () => {
    const host = drawAt('/acme/users', org);
    await expect.element(row(/Ada Lovelace/)).toHaveTextContent('Admin');
    await page.getByLabelText('Filter users').fill('hop grace@');
    await expect.poll(() => row(/Ada/).query()).toBeNull();
    await page.getByText('Grace Hopper').click();
    expect(host.calls.find(([name]) => name === 'navigate')?.[1]).toBe('/acme/users/u2');
  });

  it('have a page with what they share, which nobody measures', async () => {
    org.links = [
      aLink({ id: 'b1', name: 'Of Grace', userId: 'u2' as never, ownerName: 'Grace Hopper', scope: 'org' }),
      aLink({ id: 'b2', name: 'Of Ada', scope: 'org' }),
    ];
    drawAt('/acme/users/u2', org);
    await expect.element(page.getByRole('heading', { name: 'Grace Hopper' })).toBeVisible();
    await expect
      .element(page.getByRole('link', { name: 'Of Grace' }))
      .toHaveAttribute('href', '/acme/boards/b1');
    expect(page.getByRole('link', { name: 'Of Ada' }).query()).toBeNull();
    await expect.element(page.getByText('Nobody in the data is this user')).toBeVisible();
    expect(org.asked.filter(({ path }) => path.endsWith('group-bys'))).toEqual([]);
  });

  it('lead to who they are in the data, whom an admin may have linked', async () => {
    org.person = { uuid: '0b0e2d4e-0000-5000-8000-000000000001', name: 'G. Hopper', method: 'decision' };
    drawAt('/acme/users/u2', org);
    await expect
      .element(page.getByRole('link', { name: 'G. Hopper' }))
      .toHaveAttribute('href', `/acme/entity/${org.person.uuid}`);
    await expect.element(page.getByText('linked by an admin')).toBeVisible();
    expect(org.asked.find(({ path }) => path.endsWith('/of-user'))?.body).toEqual({
      userId: 'u2',
      email: 'grace@example.org',
    });
  });

  it('say when who they are in the data cannot be read, and read it again', async () => {
    org.failures.set('/of-user', {
      status: 403,
      body: { error: { code: 'forbidden', message: 'Not now.' } },
    });
    drawAt('/acme/users/u2', org);
    await expect.element(page.getByRole('alert')).toHaveTextContent('Not now.');
    org.failures.clear();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.element(page.getByText('Nobody in the data is this user')).toBeVisible();
  });

  it('edit their own profile', async () => {
    drawAt('/acme/users/u1', org);
    await expect.element(page.getByText('This is you')).toBeVisible();
    await expect
      .element(page.getByRole('link', { name: 'Edit your profile' }))
      .toHaveAttribute('href', '/acme/settings/preferences');
  });

  it('are said to be gone, or not to be read', async () => {
    drawAt('/acme/users/nobody', org);
    await expect.element(page.getByText('There is no such user')).toBeVisible();
    clearPage();
    org.failures.set('/users/colleagues', {
      status: 403,
      body: { error: { code: 'forbidden', message: 'Not yours.' } },
    });
    drawAt('/acme/users', org);
    await expect.element(page.getByRole('alert')).toHaveTextContent('Not yours.');
  });

  it.each(['light', 'dark'] as const)('have no finding of axe in the %s theme', async (theme) => {
    drawAt('/acme/users/u2', org, {}, theme);
    await expect.element(page.getByRole('heading', { name: 'Grace Hopper' })).toBeVisible();
    await expect.element(page.getByText('Nobody in the data is this user')).toBeVisible();
    expect(await axeFindings()).toEqual([]);
  });
});

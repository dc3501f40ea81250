import type { Invitation, OrgMember, Role, UserId } from '@cairn/contracts';
import { createFakeHost, undoLast } from '@cairn/host/fake';
import axe from 'axe-core';
import type { Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { drawSettings } from '../../test/settings-page.tsx';

const person = (id: string, name: string, role: Role): OrgMember => ({
  userId: id as UserId,
  name,
  email: `${id}@example.com`,
  role,
  superuser: false,
  joinedAt: '2026-03-01T10:00:00.000Z',
  picture: null,
});
const OPEN: Invitation = {
  id: 'i1',
  invite_code: 'code',
  url: 'https://cairn.example/sign-in?invite=code',
  role: 'user',
  email: null,
  enabled: true,
  uses: 2,
  createdBy: 'ada@example.com',
  createdAt: '2026-03-01T10:00:00.000Z',
  expiresAt: '2999-03-08T10:00:00.000Z',
};

let root: Root;
let members: OrgMember[];
let invitations: Invitation[];
let asked: { path: string; body: unknown }[];
let mailed: boolean;
let refusal: { code: string; message: string } | null;

function answer(path: string, body: Record<string, unknown>): unknown {
  if (path.endsWith('/set-role'))
    return members.map((each) => (each.userId === body['user_id'] ? { ...each, role: body['role'] } : each));
  if (path.endsWith('/remove')) return members.filter(({ userId }) => userId !== body['user_id']);
  if (path.endsWith('/list-users')) return members;
  if (path.endsWith('/password-link'))
    return { url: 'https://cairn.example/sign-in?reset=r1', expiresAt: OPEN.expiresAt };
  if (path.endsWith('/create-link')) {
    return [{ ...OPEN, id: 'i2', uses: 0, email: body['email'] ?? null, role: body['role'] }, ...invitations];
  }
  if (path.endsWith('/toggle-links'))
    return invitations.map((each) => ({ ...each, enabled: body['enabled'] }));
  return invitations;
}

function draw(role: Role = 'admin', scheme: 'light' | 'dark' = 'light', superuser = false) {
  const { org, user } = createFakeHost();
  const host = createFakeHost({ org: { ...org, role }, user: { ...user, superuser } });
  root = drawSettings('users', { host, scheme });
  return host;
}

beforeEach(() => {
  asked = [];
  refusal = null;
  mailed = false;
  members = [person('u1', 'Ada', 'admin'), person('u2', 'Bob', 'user'), person('u3', 'Eve', 'super')];
  invitations = [OPEN];
  vi.stubGlobal('fetch', async (path: string, init?: { body?: string }) => {
    const body = JSON.parse(init?.body ?? '{}') as Record<string, unknown>;
    asked.push({ path, body });
    if (refusal && init?.body?.includes('user_id')) return Response.json({ error: refusal }, { status: 409 });
    return Response.json({ data: answer(path, body), mailed });
  });
});
afterEach(() => {
  root.unmount();
  document.body.replaceChildren();
  vi.unstubAllGlobals();
});

const roleOf = (name: string) => page.getByRole('combobox', { name: `Role of ${name}` });
const choose = async (name: string, role: string) => {
  await roleOf(name).click();
  await page.getByRole('option', { name: role, exact: true }).click();
};
const sent = (end: string) => asked.filter(({ path }) => path.endsWith(end)).map(({ body }) => body);

describe('the users of an org', () => {
  it('get the role that an admin chooses, up to that of the admin', async () => {
    draw();
    await expect.element(roleOf('Bob')).toHaveValue('User');
    await roleOf('Bob').click();
    const offered = page
      .getByRole('option')
      .elements()
      .map((each) => each.textContent);
    expect(offered).toEqual(['Viewer', 'User', 'Org admin']);
    await page.getByRole('option', { name: 'Org admin' }).click();
    await expect.poll(() => sent('/set-role')).toEqual([{ user_id: 'u2', role: 'admin' }]);
    await expect.element(roleOf('Bob')).toHaveValue('Org admin');
    expect(roleOf('Eve').query()).toBeNull();
    await expect.element(page.getByText('Super admin')).toBeVisible();
  });

  it('are removed once that is confirmed', async () => {
    draw();
    await page.getByRole('button', { name: 'More for Bob' }).click();
    await page.getByRole('menuitem', { name: 'Remove from the organization' }).click();
    await expect.element(page.getByText('Remove Bob from Acme?')).toBeVisible();
    await page.getByRole('button', { name: 'Remove', exact: true }).click();
    await expect.poll(() => sent('/remove')).toEqual([{ user_id: 'u2' }]);
    await expect.poll(() => roleOf('Bob').query()).toBeNull();
  });

  it('keep their role when it cannot be changed, and the reason is said', async () => {
    refusal = { code: 'conflict', message: 'An organization keeps at least one admin.' };
    const host = draw();
    await choose('Bob', 'Viewer');
    const message = 'The role of Bob stays. An organization keeps at least one admin.';
    await expect.poll(() => host.calls.at(-1)).toEqual(['toast', { kind: 'error', message }]);
    await expect.element(roleOf('Bob')).toHaveValue('User');
  });

  it('do not lose their last admin here', async () => {
    members = [person('u1', 'Ada', 'admin'), person('u2', 'Bob', 'user')];
    draw();
    await roleOf('Ada').click();
    await expect
      .element(page.getByRole('option', { name: 'User', exact: true }))
      .toHaveAttribute('data-combobox-disabled', 'true');
  });

  it('get a password link from superusers alone', async () => {
    draw('admin', 'light', true);
    await page.getByRole('button', { name: 'More for Bob' }).click();
    await page.getByRole('menuitem', { name: 'Make a password link' }).click();
    await expect
      .element(page.getByRole('textbox', { name: 'Password link' }))
      .toHaveValue('https://cairn.example/sign-in?reset=r1');
    expect(sent('/password-link')).toEqual([{ user_id: 'u2' }]);
    root.unmount();
    document.body.replaceChildren();
    draw('super');
    await page.getByRole('button', { name: 'More for Bob' }).click();
    await expect.element(page.getByRole('menuitem', { name: 'Remove from the organization' })).toBeVisible();
    expect(page.getByRole('menuitem', { name: 'Make a password link' }).query()).toBeNull();
  });

  it('are seen by admins alone', async () => {
    draw('user');
    await expect.element(page.getByText('unauthorized access')).toBeVisible();
    expect(asked).toEqual([]);
  });

  it.each(['light', 'dark'] as const)('have no finding of axe in the %s theme', async (scheme) => {
    draw('admin', scheme);
    await expect.element(roleOf('Bob')).toBeVisible();
    const { violations } = await axe.run(document.body, {
      rules: { region: { enabled: false }, 'page-has-heading-one': { enabled: false } },
    });
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join()}`)).toEqual([]);
  });
});

describe('invitations', () => {
  it.each([
    [false, 'Send them this link:'],
    [true, 'We have mailed them this link:'],
  ])('are made for an e-mail with a role, and their link is shown (mailed: %s)', async (sends, words) => {
    mailed = sends;
    draw();
    await page.getByRole('button', { name: 'Invite' }).click();
    await page.getByRole('textbox', { name: 'E-mail' }).fill(' new@example.com ');
    await page.getByRole('button', { name: 'Make invitation' }).click();
    await expect.element(page.getByRole('textbox', { name: 'Link' })).toHaveValue(OPEN.url);
    const body = { org_id: 'acme', role: 'user', days: 7, email: 'new@example.com' };
    expect(sent('/create-link')).toEqual([body]);
    await expect.element(page.getByText(words, { exact: false })).toBeVisible();
    await page.getByRole('button', { name: 'Done' }).click();
    await expect.element(page.getByText('new@example.com, as User')).toBeVisible();
  });

  it('say whom they let in and how many joined, and are turned off', async () => {
    draw();
    const section = page.getByRole('region', { name: 'Invitations' });
    await expect.element(section.getByText('Everybody who has the link, as User')).toBeVisible();
    await expect.element(section.getByText('2 people joined', { exact: false })).toBeVisible();
    (section.getByRole('switch').element() as HTMLElement).click();
    await expect.poll(() => sent('/toggle-links')).toEqual([{ org_id: 'acme', id: 'i1', enabled: false }]);
    await expect.element(section.getByRole('button', { name: 'Copy link' })).toBeDisabled();
  });

  it('are all turned off at once, and those that were on come back by undo', async () => {
    invitations = [OPEN, { ...OPEN, id: 'i2', enabled: false }, { ...OPEN, id: 'i3' }];
    const host = draw();
    await page.getByRole('button', { name: 'Turn all off' }).click();
    const undo = { kind: 'undo', message: 'Turned 2 invitations off' };
    await expect.poll(() => host.calls.at(-1)?.[1]).toMatchObject(undo);
    undoLast(host);
    await expect
      .poll(() => sent('/toggle-links'))
      .toEqual([
        { org_id: 'acme', enabled: false },
        { org_id: 'acme', id: 'i1', enabled: true },
        { org_id: 'acme', id: 'i3', enabled: true },
      ]);
  });
});

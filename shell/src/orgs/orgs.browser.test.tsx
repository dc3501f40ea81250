import type { Me, Org } from '@cairn/contracts';
import { createFakeHost } from '@cairn/host/fake';
import { UiProvider } from '@cairn/ui';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import axe from 'axe-core';
import type { ReactNode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { CreateOrg } from './create-org.tsx';
import { FactorGate } from './factor-gate.tsx';
import { JoinOrg } from './join-org.tsx';
import { LinkLogin } from './link-login.tsx';
import { OrgChooser } from './orgs.tsx';

const { user, org } = createFakeHost();
const goTo = vi.fn<(address: string) => void>();
let root: Root | undefined;
let asked: { path: string; body: unknown }[];
/** What each path answers; a status of 200 has a body, any other an error with this message. */
let answers: Record<string, { status: number; body: unknown }>;

const refuse = (path: string, status: number, message: string, code = 'conflict') => {
  answers[path] = { status, body: { error: { code, message } } };
};

beforeEach(() => {
  asked = [];
  answers = {};
  goTo.mockClear();
  vi.stubGlobal('fetch', async (path: string, init?: { body?: string }) => {
    asked.push({ path, body: JSON.parse(init?.body ?? 'null') });
    const { status, body } = answers[path] ?? {
      status: 200,
      body: { data: { id: 'initech' }, success: true },
    };
    return Response.json(body, { status });
  });
});
afterEach(() => {
  root?.unmount();
  document.body.replaceChildren();
  vi.unstubAllGlobals();
});

function draw(children: ReactNode) {
  root = createRoot(document.body.appendChild(document.createElement('div')));
  root.render(
    <QueryClientProvider client={new QueryClient()}>
      <UiProvider colorScheme="light">{children}</UiProvider>
    </QueryClientProvider>,
  );
}
const chooser = (orgs: readonly Org[], changes: Partial<Me> = {}) =>
  draw(<OrgChooser session={{ orgs, user: { ...user, ...changes } }} />);
const button = (name: string) => page.getByRole('button', { name, exact: true });
const alert = () => page.getByRole('alert');

describe('the org chooser', () => {
  it('tells who belongs to no org which account to use, and whom to ask', async () => {
    chooser([]);
    const words = page.getByText(
      /^If you think this message is an error, make sure you are logging in with your correct code-host or web-identity account and try again\./,
    );
    await expect.element(words).toHaveTextContent('sign in with an e-mail address: ask an admin');
    await expect.element(page.getByRole('tab', { name: 'Create' })).toHaveAttribute('aria-selected', 'true');
  });

  it('lists every org with the role in it, beyond what a page of a table holds', async () => {
    chooser(
      Array.from({ length: 12 }, (_, n) => ({ ...org, id: `org-${n}` as Org['id'], name: `Org ${n}` })),
    );
    await expect.element(page.getByRole('grid', { name: 'Your organizations' })).toBeVisible();
    expect(page.getByRole('link').elements()).toHaveLength(12);
    await expect.element(page.getByRole('link', { name: 'Org 11' })).toHaveAttribute('href', '/org-11/home');
    const { violations } = await axe.run(document.body, { rules: { region: { enabled: false } } });
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join()}`)).toEqual([]);
  });

  it('begins with joining for who may not create an org, and says why', async () => {
    const orgCreationProblem = 'You can only create one org during the trial period.';
    chooser([org], { orgCreationProblem });
    await expect.element(page.getByRole('textbox', { name: 'Invite code' })).toBeVisible();
    await page.getByRole('tab', { name: 'Create' }).click();
    await expect.element(page.getByText(orgCreationProblem)).toBeVisible();
  });
});

describe('creating an org', () => {
  const name = () => page.getByRole('textbox', { name: 'Organization name' });
  const email = () => page.getByRole('textbox', { name: 'Your e-mail' });
  const password = () => page.getByLabelText('Your password');
  const create = () => button('Create organization').click();

  it('needs a name, and an e-mail where the session has none', async () => {
    draw(<CreateOrg user={{ ...user, email: '' }} goTo={goTo} />);
    await name().fill('   ');
    await create();
    await expect.element(alert()).toHaveTextContent('Please enter an organization name');
    await name().fill('Initech');
    await create();
    await expect.element(alert()).toHaveTextContent('Please enter your email');
    await email().fill('nobody');
    await create();
    await expect.element(alert()).toHaveTextContent('Please enter a valid email');
    expect(asked).toEqual([]);
  });

  it('changes another e-mail in the same request, by the password, and opens the org', async () => {
    draw(<CreateOrg user={user} goTo={goTo} />);
    await name().fill(' Initech ');
    await expect.element(password()).not.toBeInTheDocument();
    await email().fill('new@example.com');
    await create();
    await expect.element(alert()).toHaveTextContent('Please enter your password to change your e-mail');
    await password().fill('correct horse');
    await create();
    await expect.poll(() => goTo.mock.calls).toEqual([['/initech/wizard/workspace-setup']]);
    expect(asked).toEqual([
      {
        path: '/api/user/create-org',
        body: { name: 'Initech', email: 'new@example.com', password: 'correct horse' },
      },
    ]);
  });

  it('leaves the e-mail alone when it is the one of the session, or none', async () => {
    draw(<CreateOrg user={user} goTo={goTo} />);
    await name().fill('Initech');
    await email().fill('');
    await create();
    await expect.poll(() => goTo.mock.calls).toHaveLength(1);
    expect(asked.map(({ path }) => path)).toEqual(['/api/user/create-org']);
  });

  it.each([
    ['conflict', 'Taken.', 'Failed to update email: Taken.'],
    ['invalid_credentials', 'Wrong.', 'Failed to update email: Wrong.'],
    ['forbidden', 'One org each.', 'Failed to create org: One org each.'],
    ['forbidden', '', 'Failed to create org: Unknown error'],
  ])('says so when it is refused as %s with %j', async (code, message, words) => {
    refuse('/api/user/create-org', 409, message, code);
    draw(<CreateOrg user={user} goTo={goTo} />);
    await name().fill('Initech');
    await email().fill('new@example.com');
    await password().fill('correct horse');
    await create();
    await expect.element(alert()).toHaveTextContent(words);
    await expect.element(name()).toHaveValue('Initech');
    await expect.element(email()).toHaveValue('new@example.com');
    expect(goTo).not.toHaveBeenCalled();
  });

  it.each([
    [null, 'No response from server'],
    [{ data: {} }, 'Failed to create org'],
  ])('does not take %j for an org', async (body, words) => {
    answers['/api/user/create-org'] = { status: 200, body };
    draw(<CreateOrg user={user} goTo={goTo} />);
    await name().fill('Initech');
    await create();
    await expect.element(alert()).toHaveTextContent(words);
  });
});

describe('joining an org', () => {
  it.each([' c-1 ', 'https://cairn.example/sign-in?invite=c-1'])('takes %j', async (text) => {
    draw(<JoinOrg goTo={goTo} />);
    await button('Join organization').click();
    await expect.element(alert()).toHaveTextContent('Please enter the invite code');
    await page.getByRole('textbox', { name: 'Invite code' }).fill(text);
    await button('Join organization').click();
    await expect.poll(() => goTo.mock.calls).toEqual([['/initech/home']]);
    expect(asked).toEqual([{ path: '/api/user/join-org', body: { invite_code: 'c-1' } }]);
  });

  it.each([
    ['It has expired.', 'It has expired.'],
    ['', 'Failed to join organization'],
  ])('says what the server says, %j, or that it failed', async (message, words) => {
    refuse('/api/user/join-org', 404, message);
    draw(<JoinOrg goTo={goTo} />);
    const code = page.getByRole('textbox', { name: 'Invite code' });
    await code.fill('c-1');
    await button('Join organization').click();
    await expect.element(alert()).toHaveTextContent(words);
    await expect.element(code).toHaveValue('c-1');
  });
});

describe('linking accounts', () => {
  it('tells to log in again, and signs out', async () => {
    draw(<LinkLogin goTo={goTo} />);
    await button('Link accounts').click();
    await expect.element(alert()).toHaveTextContent('Please enter your login code');
    await page.getByRole('textbox', { name: 'Login code' }).fill(' code ');
    await button('Link accounts').click();
    await button('Log in again').click();
    await expect.poll(() => goTo.mock.calls).toEqual([['/sign-in']]);
    expect(asked).toEqual([
      { path: '/api/auth/link-login', body: { login_code: 'code' } },
      { path: '/api/auth/sign-out', body: {} },
    ]);
  });

  it.each([
    [404, { error: { code: 'not_found', message: 'It is too old.' } }, 'It is too old.'],
    [404, { error: { code: 'not_found', message: '' } }, 'Failed to link accounts'],
    [200, null, 'Unable to link accounts. Please contact support'],
  ])('says so when it fails: %d %j', async (status, body, words) => {
    answers['/api/auth/link-login'] = { status, body };
    draw(<LinkLogin goTo={goTo} />);
    const code = page.getByRole('textbox', { name: 'Login code' });
    await code.fill('code');
    await button('Link accounts').click();
    await expect.element(alert()).toHaveTextContent(words);
    await expect.element(code).toHaveValue('code');
  });
});

describe('an org that demands two factors', () => {
  const gate = (hasOthers = false) =>
    draw(<FactorGate org={{ ...org, needsTwoFactor: true }} hasOthers={hasOthers} goTo={goTo} />);

  it('names itself, and leads to other orgs whoever has some', async () => {
    gate(true);
    await expect
      .element(page.getByRole('heading', { name: `${org.name} demands two factors` }))
      .toBeVisible();
    expect(document.title).toBe(`Two factors · ${org.name} · Cairn`);
    await button('Other organizations').click();
    expect(goTo).toHaveBeenCalledWith('/orgs');
  });

  it('is left by who wants none, once that is confirmed', async () => {
    gate();
    expect(button('Other organizations').elements()).toEqual([]);
    await button('Leave this organization').click();
    await button('Cancel').click();
    expect(asked.filter(({ path }) => path.endsWith('/leave'))).toEqual([]);
    await button('Leave this organization').click();
    await button('Leave').click();
    await vi.waitFor(() => expect(goTo).toHaveBeenCalledWith('/orgs'));
    expect(asked).toContainEqual({ path: `/api/${org.id}/users/leave`, body: null });
  });

  it('says why its last admin stays', async () => {
    refuse(`/api/${org.id}/users/leave`, 409, 'The last admin stays.');
    gate();
    await button('Leave this organization').click();
    await button('Leave').click();
    await expect.element(page.getByText('You have not left. The last admin stays.')).toBeVisible();
    expect(goTo).not.toHaveBeenCalled();
  });
});

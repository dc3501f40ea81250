import type { OidcProvider } from '@cairn/contracts/oidc';
import { createFakeHost, FakeHost } from '@cairn/host/fake';
import { UiProvider } from '@cairn/ui';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import axe from 'axe-core';
import type { ReactNode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { Connections } from '../logins/connections.tsx';
import { Page } from './page.tsx';

const KNOWN: OidcProvider = {
  id: 'oidc-0a1b2c3d',
  name: 'Company login',
  issuer: 'https://login.example.com',
  clientId: 'cairn',
  domains: ['example.com'],
  orgId: null,
  role: 'user',
  enabled: true,
  redirectUri: 'https://cairn.example.com/api/auth/callback/oidc-0a1b2c3d',
};

let root: Root;
let providers: OidcProvider[];
let asked: { path: string; body: unknown }[];
let refusal: { status: number; code: string; message: string } | null;

function answer(path: string, body: object): Response {
  if (path.endsWith('/list')) return Response.json({ data: providers });
  if (path === '/api/auth/connections')
    return Response.json({ data: providers.map(({ id, name }) => ({ site: id, name, connected: false })) });
  asked.push({ path, body });
  if (refusal) {
    const { status, ...error } = refusal;
    return Response.json({ error }, { status });
  }
  if (path.endsWith('/connect')) return Response.json({ url: 'https://login.example.com/auth' });
  if (path.endsWith('/remove')) providers = [];
  if (path.endsWith('/save')) providers = [{ ...KNOWN, ...body }];
  return Response.json({ data: providers });
}

function draw(children: ReactNode = <Page />, at = '/') {
  const host = createFakeHost();
  root = createRoot(document.body.appendChild(document.createElement('main')));
  root.render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <FakeHost host={host}>
        <UiProvider colorScheme="light">
          <MemoryRouter initialEntries={[at]}>{children}</MemoryRouter>
        </UiProvider>
      </FakeHost>
    </QueryClientProvider>,
  );
  return host;
}
const button = (name: string) => page.getByRole('button', { name, exact: true });
const field = (name: string) => page.getByRole('textbox', { name, exact: true });

beforeEach(() => {
  providers = [];
  asked = [];
  refusal = null;
  vi.stubGlobal('fetch', (path: string, init: { body?: string }) =>
    Promise.resolve(answer(path, JSON.parse(init.body ?? '{}') as object)),
  );
});
afterEach(() => {
  root.unmount();
  document.body.replaceChildren();
  vi.unstubAllGlobals();
});

describe('the providers', () => {
  it('are added with a secret that is written and not shown', async () => {
    draw();
    await button('Add a provider').click();
    await field('Name').fill('Company login');
    await field('Issuer').fill('https://login.example.com');
    await field('Client ID').fill('cairn');
    await page.getByLabelText('Client secret').fill('known to both sides');
    await button('Save').click();
    await expect.poll(() => asked.at(-1)?.path).toBe('/api/settings/oidc/save');
    expect(asked.at(-1)?.body).toEqual({
      name: 'Company login',
      issuer: 'https://login.example.com',
      clientId: 'cairn',
      clientSecret: 'known to both sides',
      domains: [],
      orgId: null,
      role: 'user',
      enabled: true,
    });
    await expect.element(page.getByText(KNOWN.redirectUri, { exact: false })).toBeVisible();
  });

  it('are changed without the secret, and say in place why one cannot be used', async () => {
    providers = [KNOWN];
    draw();
    await button('Change Company login').click();
    await expect.element(page.getByLabelText('Client secret')).toHaveValue('');
    const message = 'The provider cannot be used: it answers 500.';
    refusal = { status: 503, code: 'source_unavailable', message };
    await button('Save').click();
    await expect.element(page.getByRole('alert')).toHaveTextContent('it answers 500');
    const { redirectUri: _, ...kept } = KNOWN;
    expect(asked.at(-1)?.body).toEqual(kept);
  });

  it('are removed once that is confirmed', async () => {
    providers = [KNOWN];
    draw();
    await button('Remove Company login').click();
    await button('Remove').click();
    await expect.element(page.getByText('No provider yet')).toBeVisible();
    expect(asked.at(-1)).toEqual({ path: '/api/settings/oidc/remove', body: { id: KNOWN.id } });
  });

  it('are open to everybody', async () => {
    providers = [KNOWN];
    draw();
    await button('Change Company login').click();
    await expect.element(field('Issuer')).toBeVisible();
    const findings = async () => {
      const { violations } = await axe.run(document.body, { rules: { region: { enabled: false } } });
      return violations.map(({ id, nodes }) => `${id} ${nodes[0]?.html}`);
    };
    await expect.poll(findings, { timeout: 5_000 }).toEqual([]);
  });
});

describe('an account of another site', () => {
  it('is connected at a click, which leads there', async () => {
    providers = [KNOWN];
    const goTo = vi.fn<(url: string) => void>();
    draw(<Connections goTo={goTo} />);
    await button('Connect Company login').click();
    await expect.poll(() => goTo.mock.calls).toEqual([['https://login.example.com/auth']]);
    const body = { site: KNOWN.id, to: '/acme/settings/logins' };
    expect(asked).toEqual([{ path: '/api/auth/connections/connect', body }]);
  });

  it('that was not connected is said so', async () => {
    providers = [KNOWN];
    draw(<Connections />, '/?error=account_already_linked_to_different_user');
    await expect.element(page.getByRole('alert')).toHaveTextContent('signs in to another account');
  });
});

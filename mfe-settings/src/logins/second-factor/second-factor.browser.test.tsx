import type { Login, Org } from '@cairn/contracts';
import type { SecondFactor } from '@cairn/contracts/two-factor';
import { createFakeHost, FakeHost } from '@cairn/host/fake';
import { UiProvider } from '@cairn/ui';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import axe from 'axe-core';
import type { ReactNode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { SecondFactor as Part } from '../../second-factor.tsx';
import { SecondFactorSetting } from './setting.tsx';

const CODES = ['aaaaa-bbbbb', 'ccccc-ddddd'];

let root: Root;
let factor: SecondFactor;
let login: Login;
let asked: { path: string; body: unknown }[];
let refusal: string | null;

/** The routes of a second factor, on one account in memory. */
function answer(path: string, body: object): Response {
  const step = path.replace('/api/auth/', '');
  if (step === 'login') return Response.json({ data: login });
  if (step === 'two-factor') return Response.json({ data: factor });
  asked.push({ path: step, body });
  if (refusal) {
    return Response.json({ error: { code: 'invalid_credentials', message: refusal } }, { status: 401 });
  }
  if (step.endsWith('begin'))
    return Response.json({
      uri: 'otpauth://totp/Cairn:ada?secret=ABCDEFGH',
      key: 'ABCDEFGH',
      recoveryCodes: CODES,
    });
  if (step.endsWith('recovery-codes')) return Response.json({ recoveryCodes: CODES });
  factor = step.endsWith('confirm') ? { on: true, recoveryCodes: 10 } : { on: false, recoveryCodes: 0 };
  return Response.json({ data: factor });
}

const button = (name: string) => page.getByRole('button', { name, exact: true });
const last = () => asked.at(-1);

function draw(children: ReactNode = <SecondFactorSetting />, org: Partial<Org> = {}) {
  const fake = createFakeHost();
  const host = createFakeHost({ orgs: [{ ...fake.org, ...org }] });
  root = createRoot(document.body.appendChild(document.createElement('main')));
  root.render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <FakeHost host={host}>
        <UiProvider colorScheme="light">{children}</UiProvider>
      </FakeHost>
    </QueryClientProvider>,
  );
  return host;
}

beforeEach(() => {
  factor = { on: false, recoveryCodes: 0 };
  login = { hasPassword: true, sessions: [], pendingEmail: null };
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

describe('two factors', () => {
  it('are set up by keyboard: password, code of the app, recovery codes', async () => {
    const host = draw();
    await button('Set up two factors').click();
    await expect.element(page.getByLabelText('Your password')).toBeVisible();
    await page.getByLabelText('Your password').fill('correct horse');
    await userEvent.keyboard('{Enter}');
    expect(last()).toEqual({ path: 'two-factor/begin', body: { password: 'correct horse' } });
    await expect.element(page.getByRole('img', { name: 'The key as a QR code' })).toBeVisible();
    await expect.element(page.getByRole('textbox', { name: 'Key' })).toHaveValue('ABCD EFGH');
    await expect.element(page.getByLabelText('Code that the app shows')).toHaveFocus();
    await userEvent.keyboard('123 456{Enter}');
    await expect.poll(last).toEqual({ path: 'two-factor/confirm', body: { code: '123456' } });
    const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
    await expect.poll(() => codes.elements().map((each) => each.textContent)).toEqual(CODES);
    await button('I have kept them').click();
    await expect.element(page.getByText('10 recovery codes are left', { exact: false })).toBeVisible();
    expect(host.calls.map(([name]) => name)).toContain('refreshUser');
    expect(document.body.textContent).not.toContain(CODES[0]);
  });

  it('say in place that a password or code is wrong', async () => {
    draw();
    await button('Set up two factors').click();
    refusal = 'The password is wrong.';
    await page.getByLabelText('Your password').fill('wrong');
    await button('Go on').click();
    await expect.element(page.getByRole('alert')).toHaveTextContent('The password is wrong.');
    refusal = null;
    await button('Go on').click();
    await expect.element(page.getByLabelText('Code that the app shows')).toBeVisible();
    refusal = 'This code is not right.';
    await page.getByLabelText('Code that the app shows').fill('000000');
    await button('Switch on').click();
    await expect.element(page.getByRole('alert')).toHaveTextContent('This code is not right.');
  });

  it('are switched off with the password, after a word about orgs that demand them', async () => {
    factor = { on: true, recoveryCodes: 3 };
    draw(undefined, { name: 'Acme', twoFactor: 'required' });
    await button('Switch off').click();
    await expect.element(page.getByText('Acme demands two factors', { exact: false })).toBeVisible();
    await page.getByLabelText('Your password').fill('correct horse');
    await page.getByRole('dialog').getByRole('button', { name: 'Switch off' }).click();
    await expect.poll(last).toEqual({ path: 'two-factor/remove', body: { password: 'correct horse' } });
    await expect.element(button('Set up two factors')).toBeVisible();
  });

  it('have new recovery codes; who has no password gives a code for them', async () => {
    factor = { on: true, recoveryCodes: 1 };
    login = { ...login, hasPassword: false };
    draw();
    await button('New recovery codes').click();
    await page.getByLabelText('Code of your app').fill('123 456');
    await button('Make new codes').click();
    await expect.poll(last).toEqual({ path: 'two-factor/recovery-codes', body: { code: '123456' } });
    await expect.element(page.getByText(CODES[0] ?? '')).toBeVisible();
  });

  it('are open to everybody', async () => {
    draw();
    await button('Set up two factors').click();
    await page.getByLabelText('Your password').fill('correct horse');
    await button('Go on').click();
    await expect.element(page.getByLabelText('Code that the app shows')).toBeVisible();
    const findings = async () => {
      const { violations } = await axe.run(document.body, { rules: { region: { enabled: false } } });
      return violations.map(({ id, nodes }) => `${id} ${nodes[0]?.html}`);
    };
    await expect.poll(findings, { timeout: 5_000 }).toEqual([]);
  });
});

describe('the steps for who cannot open an org', () => {
  it('end once the recovery codes are kept', async () => {
    const onDone = vi.fn<() => void>();
    draw(<Part onDone={onDone} />);
    await page.getByLabelText('Your password').fill('correct horse');
    await button('Go on').click();
    await page.getByLabelText('Code that the app shows').fill('123456');
    await button('Switch on').click();
    await expect.element(page.getByText(CODES[0] ?? '')).toBeVisible();
    expect(onDone).not.toHaveBeenCalled();
    await button('I have kept them').click();
    expect(onDone).toHaveBeenCalledOnce();
  });

  it('are over where two factors are on already', async () => {
    factor = { on: true, recoveryCodes: 10 };
    const onDone = vi.fn<() => void>();
    draw(<Part onDone={onDone} />);
    await expect.poll(() => onDone.mock.calls.length).toBe(1);
  });
});

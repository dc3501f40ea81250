import type { Org, Role } from '@cairn/contracts';
import { GRAPH_DATA } from '@cairn/host';
import { createFakeHost } from '@cairn/host/fake';
import { QueryClient } from '@tanstack/react-query';
import axe from 'axe-core';
import type { Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { unavailable } from '../../test/answers.ts';
import { drawSettings } from '../../test/settings-page.tsx';

let root: Root;
let org: Org;
let asked: { path: string; body: unknown }[];
let fails: boolean;
let answers: QueryClient;

/** Draws the page for a member with this role. */
function draw(role: Role, scheme: 'light' | 'dark' = 'light') {
  org = { ...createFakeHost().org, role };
  const host = createFakeHost({ org });
  answers = new QueryClient();
  root = drawSettings('general', { host, scheme, answers });
  return host;
}

beforeEach(() => {
  asked = [];
  fails = false;
  vi.stubGlobal('fetch', async (path: string, init: { body: string }) => {
    const body = JSON.parse(init.body) as Partial<Org>;
    asked.push({ path, body });
    if (!fails) return Response.json({ data: { ...org, ...body } });
    return unavailable();
  });
});
afterEach(() => {
  root.unmount();
  document.body.replaceChildren();
  vi.unstubAllGlobals();
});

const control = () => page.getByRole('combobox', { name: 'First day of the week' });
const choose = async (name: string) => {
  await control().click();
  await page.getByRole('option', { name, exact: true }).click();
};

describe('the first day of the week', () => {
  it('is saved as soon as an admin chooses it, and the org is read again', async () => {
    const host = draw('admin');
    await expect.element(control()).toHaveValue('Monday');
    await choose('Sunday');
    await expect.poll(() => host.calls.some(([name]) => name === 'refreshUser')).toBe(true);
    expect(asked).toEqual([{ path: '/api/acme/org-settings', body: { firstDay: 7 } }]);
    expect(host.calls.at(-1)).toEqual(['toast', { kind: 'info', message: 'Weeks now begin on Sunday' }]);
    await expect.element(control()).toHaveValue('Sunday');
  });

  it('has answers of the graph asked again, since their weeks were others, and nothing else', async () => {
    const host = draw('admin');
    await answers.fetchQuery({ queryKey: ['weeks'], queryFn: () => 1, meta: GRAPH_DATA });
    await answers.fetchQuery({ queryKey: ['account'], queryFn: () => 1 });
    await choose('Sunday');
    await expect.poll(() => host.calls.some(([name]) => name === 'refreshUser')).toBe(true);
    const old = ['weeks', 'account'].map((key) => answers.getQueryState([key])?.isInvalidated);
    expect(old).toEqual([true, false]);
  });

  it('can be chosen by keyboard alone', async () => {
    draw('super');
    await expect.element(control()).toBeVisible();
    (control().element() as HTMLElement).focus();
    await userEvent.keyboard('{ArrowDown}');
    await expect.element(page.getByRole('listbox')).toBeVisible();
    await userEvent.keyboard('{ArrowDown}{Enter}');
    await expect.poll(() => asked.map(({ body }) => body)).toEqual([{ firstDay: 2 }]);
  });

  it('goes back to what it was when it cannot be saved, and says why', async () => {
    fails = true;
    const host = draw('admin');
    await choose('Saturday');
    const message = 'The first day of the week is not saved. Try again in a moment.';
    await expect.poll(() => host.calls.at(-1)).toEqual(['toast', { kind: 'error', message }]);
    await expect.element(control()).toHaveValue('Monday');
  });

  it.each(['viewer', 'user'] as const)('is only read by a %s', async (role) => {
    draw(role);
    await expect.element(page.getByText('Its admins can change it.', { exact: false })).toBeVisible();
    await expect.element(page.getByText('Monday', { exact: true })).toBeVisible();
    expect(control().query()).toBeNull();
  });

  it.each(['light', 'dark'] as const)('has no finding of axe in the %s theme', async (scheme) => {
    draw('admin', scheme);
    await expect.element(control()).toBeVisible();
    const { violations } = await axe.run(document.body, {
      rules: { region: { enabled: false }, 'page-has-heading-one': { enabled: false } },
    });
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join()}`)).toEqual([]);
  });
});

describe('who sees measures of one person', () => {
  const measures = () => page.getByRole('combobox', { name: 'Measures of one person are shown to' });

  it('is chosen by admins, and saved at once', async () => {
    draw('admin');
    await expect.element(measures()).toHaveValue('Everybody');
    await measures().click();
    await page.getByRole('option', { name: 'The person, their team leads and admins' }).click();
    await expect.poll(() => asked.map(({ body }) => body)).toEqual([{ personMeasures: 'limited' }]);
  });

  it.each(['admin', 'user'] as const)(
    'says to every %s what the limit hides, and what it cannot',
    async (role) => {
      draw(role);
      const said = (name: string) => page.getByRole('list', { name, exact: true });
      await expect.element(said('What the limit hides')).toHaveTextContent('fewer than five other people');
      await expect.element(said('What the limit hides')).toHaveTextContent('leave out who did what');
      await expect.element(said('What the limit cannot hide')).toHaveTextContent('knows from git');
      await expect.element(said('What the limit cannot hide')).toHaveTextContent('different questions');
    },
  );

  it('is told to everybody else', async () => {
    draw('user');
    await expect.element(page.getByText('Measures of one person are shown to')).toBeVisible();
    expect(measures().query()).toBeNull();
  });
});

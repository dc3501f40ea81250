import type { KnownPerson, PersonDecision, PersonSuggestion, Role, UserId } from '@cairn/contracts';
import { createFakeHost } from '@cairn/host/fake';
import axe from 'axe-core';
import type { Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { drawSettings } from '../../test/settings-page.tsx';

const uuidOf = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

const person = (number: number, name: string, addresses: readonly string[]): KnownPerson => ({
  uuid: uuidOf(number),
  name,
  type: 'person',
  typeReason: null,
  logins: [],
  accounts: addresses.map((address, index) => ({
    uuid: uuidOf(number + index * 100),
    integration: 'git',
    address,
    names: [name],
    method: index === 0 ? 'own' : 'decision',
  })),
});
const ANN = person(1, 'Ann', ['ann@work.example', 'ann@home.example']);
const ANNE = person(2, 'Anne', ['anne@work.example']);
const BOT: KnownPerson = {
  ...person(3, 'renovate[bot]', ['1+renovate@x.example']),
  type: 'bot',
  typeReason: 'Its mark.',
};
const MAPPED: KnownPerson = {
  ...ANNE,
  accounts: [
    ...ANNE.accounts,
    { uuid: null, integration: 'git', address: 'old@work.example', names: ['Anne'], method: 'mailmap' },
  ],
};
const DECISION: PersonDecision = {
  number: 7,
  kind: 'merge',
  words: 'Merged Ann <ann@home.example> into Ann <ann@work.example>',
  reason: 'She told me',
  author: 'ada@acme.example',
  decidedAt: '2026-03-01T10:00:00.000Z',
  canUndo: true,
};

let root: Root;
let people: KnownPerson[];
let suggestions: PersonSuggestion[];
let decisions: PersonDecision[];
let total: number | undefined;
let asked: { path: string; body: Record<string, unknown> }[];
let failing: string | null;

function answerTo(path: string): unknown {
  const pages = { page: 1, pageSize: 25 };
  if (path.endsWith('/list')) return { data: people, meta: { ...pages, total: total ?? people.length } };
  if (path.endsWith('/suggestions')) return { data: suggestions, meta: { total: suggestions.length } };
  if (path.endsWith('/decisions')) return { data: decisions, meta: { ...pages, total: decisions.length } };
  if (path.endsWith('/list-users'))
    return { data: [{ userId: 'u2', name: 'Ada', email: 'ada@acme.example', role: 'user' }] };
  return { data: { number: 8 } };
}

beforeEach(() => {
  asked = [];
  failing = null;
  total = undefined;
  people = [ANN, MAPPED, BOT];
  suggestions = [{ people: [ANN, ANNE], reasons: ['The same login, "ann"'], confidence: 0.7 }];
  decisions = [DECISION];
  vi.stubGlobal('fetch', async (path: string, init?: { body?: string }) => {
    asked.push({ path, body: JSON.parse(init?.body ?? '{}') as Record<string, unknown> });
    if (failing && path.endsWith(failing))
      return Response.json({ error: { code: 'conflict', message: 'Undo that first.' } }, { status: 409 });
    return Response.json(answerTo(path));
  });
});
afterEach(() => {
  root.unmount();
  document.body.replaceChildren();
  vi.unstubAllGlobals();
});

function draw(role: Role = 'admin', scheme: 'light' | 'dark' = 'light') {
  const { org } = createFakeHost();
  const host = createFakeHost({ org: { ...org, role } });
  root = drawSettings('identities', { host, scheme });
  return host;
}

const sent = (end: string) => asked.filter(({ path }) => path.endsWith(end)).map(({ body }) => body);
const region = (name: string) => page.getByRole('region', { name });

describe('the members page', () => {
  it('lists people with their accounts and what joins them, as links to their pages', async () => {
    draw();
    const list = region('People');
    await expect
      .element(list.getByRole('link', { name: 'Ann', exact: true }))
      .toHaveAttribute('href', `/acme/entity/${ANN.uuid}`);
    await expect.element(list.getByText('by an admin')).toBeVisible();
    await expect.element(list.getByText('by a mailmap')).toBeVisible();
    await expect.element(list.getByText('Bot', { exact: true })).toBeVisible();
    await expect.element(list.getByText('Its mark.')).toBeVisible();
    expect(list.getByRole('button', { name: 'Split old@work.example off' }).query()).toBeNull();
    await expect
      .element(page.getByRole('link', { name: 'Teams', exact: true }))
      .toHaveAttribute('href', '/acme/teams');
  });

  it('finds people, by kind too, and turns pages', async () => {
    total = 60;
    draw();
    await page.getByRole('button', { name: 'Next' }).click();
    await expect.poll(() => sent('/list').at(-1)).toEqual({ search: '', page: 2, pageSize: 25 });
    await page.getByRole('textbox', { name: 'Search people' }).fill(' ann ');
    await expect.poll(() => sent('/list').at(-1)).toEqual({ search: 'ann', page: 1, pageSize: 25 });
    await page.getByRole('combobox', { name: 'Kind of account' }).click();
    await page.getByRole('option', { name: 'AI agent' }).click();
    await expect.poll(() => sent('/list').at(-1)).toMatchObject({ search: 'ann', type: 'agent' });
    people = [];
    total = 0;
    await page.getByRole('textbox', { name: 'Search people' }).fill('xyz');
    await expect.element(page.getByText('Nobody matches')).toBeVisible();
  });

  it('merges a suggested pair into who stays, with the reason, by keyboard', async () => {
    const host = draw();
    await expect.element(page.getByText('The same login, "ann"')).toBeVisible();
    (page.getByRole('button', { name: 'Merge Ann and Anne' }).element() as HTMLElement).focus();
    await userEvent.keyboard('{Enter}');
    await page.getByRole('textbox', { name: 'Reason' }).fill(' I know them ');
    await userEvent.keyboard('{Enter}');
    await expect
      .poll(() => sent('/merge'))
      .toEqual([{ person: ANN.uuid, into: ANNE.uuid, reason: 'I know them' }]);
    await expect.poll(() => host.calls.at(-1)?.[0]).toBe('toast');
    await expect.poll(() => sent('/list').length).toBeGreaterThan(1);
  });

  it('merges with somebody who is searched for, and the first one may stay', async () => {
    draw();
    await page.getByRole('button', { name: 'More for Ann', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Merge with…' }).click();
    const dialog = page.getByRole('dialog');
    await expect.element(dialog.getByRole('button', { name: 'Merge', exact: true })).toBeDisabled();
    await dialog.getByRole('combobox', { name: 'With' }).click();
    await page.getByRole('option', { name: 'Anne <anne@work.example>' }).click();
    await dialog.getByRole('combobox', { name: 'Who stays' }).click();
    await page.getByRole('option', { name: 'Ann <ann@work.example>' }).click();
    await dialog.getByRole('button', { name: 'Merge', exact: true }).click();
    await expect.poll(() => sent('/merge')).toEqual([{ person: ANNE.uuid, into: ANN.uuid }]);
  });

  it('says that two are not the same, splits an account off, changes a kind, and takes back', async () => {
    draw();
    await page.getByRole('button', { name: 'Ann and Anne are not the same' }).click();
    await expect.poll(() => sent('/dismiss')).toEqual([{ people: [ANN.uuid, ANNE.uuid] }]);
    await page.getByRole('button', { name: 'Split ann@home.example off' }).click();
    await expect.poll(() => sent('/split')).toEqual([{ account: uuidOf(101) }]);
    await page.getByRole('button', { name: 'More for renovate[bot]' }).click();
    await page.getByRole('menuitem', { name: 'Is an AI agent' }).click();
    await expect.poll(() => sent('/classify')).toEqual([{ person: BOT.uuid, type: 'agent' }]);
    const log = region('Decisions');
    await expect.element(log.getByText('ada@acme.example', { exact: false })).toBeVisible();
    await log.getByRole('button', { name: `Undo: ${DECISION.words}` }).click();
    await expect.poll(() => sent('/undo')).toEqual([{ number: 7 }]);
  });

  it('links a login of the org to a person, and says who signs in', async () => {
    people = [{ ...ANN, logins: ['u2' as UserId] }];
    draw();
    await expect.element(page.getByText('Signs in as ada@acme.example')).toBeVisible();
    await page.getByRole('button', { name: 'More for Ann' }).click();
    await page.getByRole('menuitem', { name: 'Link a login…' }).click();
    await page.getByRole('combobox', { name: 'Login' }).click();
    await page.getByRole('option', { name: 'Ada <ada@acme.example>' }).click();
    await page.getByRole('button', { name: 'Link', exact: true }).click();
    await expect
      .poll(() => sent('/link-login'))
      .toEqual([{ person: ANN.uuid, userId: 'u2', email: 'ada@acme.example' }]);
  });

  it('says why something cannot be decided', async () => {
    failing = '/undo';
    const host = draw();
    await page.getByRole('button', { name: `Undo: ${DECISION.words}` }).click();
    await expect
      .poll(() => host.calls.at(-1))
      .toEqual(['toast', { kind: 'error', message: 'Undo that first.' }]);
  });

  it('says that there is nobody, or what cannot be read', async () => {
    people = [];
    suggestions = [];
    decisions = [];
    failing = '/decisions';
    draw();
    await expect.element(page.getByText('There is nobody yet')).toBeVisible();
    await expect.element(page.getByText('The decisions cannot be read')).toBeVisible();
    expect(region('Suggestions').query()).toBeNull();
  });

  it('is for admins alone', async () => {
    draw('user');
    await expect.element(page.getByText('unauthorized access')).toBeVisible();
    expect(asked).toEqual([]);
  });

  it.each(['light', 'dark'] as const)('has no finding of axe in the %s theme', async (scheme) => {
    draw('admin', scheme);
    await expect.element(region('People').getByRole('link', { name: 'Ann', exact: true })).toBeVisible();
    const { violations } = await axe.run(document.body, {
      rules: { region: { enabled: false }, 'page-has-heading-one': { enabled: false } },
    });
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join()}`)).toEqual([]);
  });
});

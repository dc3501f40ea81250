import { AuditEntry } from '@cairn/contracts/audit';
import { createFakeHost } from '@cairn/host/fake';
import axe from 'axe-core';
import type { Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { drawSettings } from '../../test/settings-page.tsx';

const entry = (id: number, fields: object = {}): AuditEntry =>
  AuditEntry.parse({
    id,
    at: '2026-03-01T10:00:00.000Z',
    action: 'member.role',
    actor: 'ada@example.com',
    actorId: 'u1',
    targetId: 'u2',
    target: 'bob@example.com',
    changes: [{ what: 'role', from: 'user', to: 'admin' }],
    ...fields,
  });

let root: Root;
let asked: Record<string, unknown>[];
let pages: { data: AuditEntry[]; next: number | null }[];

function draw(scheme: 'light' | 'dark' = 'light') {
  root = drawSettings('audit-log', { host: createFakeHost({ timezone: 'UTC' }), scheme });
}

beforeEach(() => {
  asked = [];
  pages = [{ data: [entry(3), entry(2, { action: 'org.created', actor: null, changes: [] })], next: null }];
  vi.stubGlobal('fetch', async (_: string, init: { body: string }) => {
    const body = JSON.parse(init.body) as Record<string, unknown>;
    asked.push(body);
    const answer = pages[body['before'] === undefined ? 0 : 1];
    return answer
      ? Response.json(answer)
      : Response.json({ error: { code: 'unavailable', message: 'Away.' } }, { status: 503 });
  });
});
afterEach(() => {
  root.unmount();
  document.body.replaceChildren();
  vi.unstubAllGlobals();
});

describe('the audit log', () => {
  it('says who did what, on what, and what it changed', async () => {
    draw();
    const rows = page.getByRole('list', { name: 'Acts' }).getByRole('listitem');
    await expect.element(rows.nth(0)).toHaveTextContent('Changed a rolebob@example.com');
    await expect.element(rows.nth(0)).toHaveTextContent('role: User → Org admin');
    await expect.element(rows.nth(0)).toHaveTextContent('ada@example.comMar 1, 2026, 10:00 am');
    await expect.element(rows.nth(1)).toHaveTextContent('Cairn');
  });

  it('shows an act as it is stored, to be copied', async () => {
    const copied: string[] = [];
    vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(async (text) => void copied.push(text));
    draw();
    await page.getByRole('button', { name: 'Details of “Changed a role”' }).click();
    const dialog = page.getByRole('dialog', { name: 'Changed a role' });
    await expect.element(dialog.getByRole('term').filter({ hasText: 'targetId' })).toBeVisible();
    await expect.element(dialog.getByRole('cell', { name: 'user', exact: true })).toBeVisible();
    await dialog.getByRole('button', { name: 'Copy the details' }).click();
    expect(JSON.parse(copied[0] ?? '')).toEqual(entry(3));
    vi.restoreAllMocks();
  });

  it('says changes in words, whatever they are of', async () => {
    const change = (what: string, from: string | null, to: string | null) =>
      entry(1, { action: 'org.changed', changes: [{ what, from, to }] });
    const changes = [
      change('first_day', '1', '7'),
      change('enabled', null, 'false'),
      change('board_creator', 'admin', 'user'),
      change('trial_end_date', '2026-03-01T10:00:00.000Z', null),
      change('description', 'Old', ''),
      change('name', 'user', 'admin'),
    ];
    pages = [{ data: changes.map((each, id) => ({ ...each, id })), next: null }];
    draw();
    for (const words of [
      'first day of the week: Monday → Sunday',
      'enabled: off',
      'who may create boards: Org admin → User',
      'end of the trial: Mar 1, 2026, 10:00 am → nothing',
      'description: Old → nothing',
      'name: user → admin',
    ])
      await expect.element(page.getByText(words)).toBeVisible();
  });

  it('is filtered by person, act and time, and the csv has the same filters', async () => {
    draw();
    await page.getByRole('textbox', { name: 'Who did it' }).fill('Bob@');
    await page.getByRole('combobox', { name: 'What was done' }).click();
    await page.getByRole('option', { name: 'Joined' }).click();
    await page.getByRole('button', { name: /^Period/ }).click();
    await page.getByRole('button', { name: 'Last 7 days' }).click();
    const filters = {
      actor: 'Bob@',
      action: 'member.joined',
      since: expect.any(String),
      until: expect.any(String),
    };
    await expect.poll(() => asked.at(-1)).toEqual(filters);
    const csv = page.getByRole('link', { name: 'Export csv' });
    await expect.element(csv).toHaveAttribute('href', expect.stringMatching(/^\/api\/acme\/audit\/csv\?/));
    const address = new URL(csv.element().getAttribute('href') ?? '', 'http://cairn.example');
    expect(Object.fromEntries(address.searchParams)).toEqual(asked.at(-1));
  });

  it('shows older acts on demand', async () => {
    pages = [
      { data: [entry(3)], next: 3 },
      { data: [entry(2, { target: 'eve@example.com' })], next: null },
    ];
    draw();
    await page.getByRole('button', { name: 'Show older' }).click();
    await expect.element(page.getByText('eve@example.com')).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Show older' })).not.toBeInTheDocument();
    expect(asked.at(-1)).toEqual({ before: 3 });
  });

  it('says so when nothing fits, and when it cannot be read', async () => {
    pages = [{ data: [], next: null }];
    draw();
    await expect.element(page.getByText('Nothing has happened yet')).toBeVisible();
    await page.getByRole('textbox', { name: 'Who did it' }).fill('nobody');
    await expect.element(page.getByText('Nothing fits these filters')).toBeVisible();
    root.unmount();
    pages = [];
    draw();
    await expect.element(page.getByText('The audit log cannot be read')).toBeVisible();
  });

  it.each(['light', 'dark'] as const)('has no accessibility fault in %s', async (scheme) => {
    draw(scheme);
    await expect.element(page.getByRole('list', { name: 'Acts' })).toBeVisible();
    const { violations } = await axe.run(document.body, { runOnly: ['wcag2a', 'wcag2aa'] });
    expect(violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([]);
  });
});

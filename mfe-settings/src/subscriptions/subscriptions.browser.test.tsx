import type { Subscription } from '@cairn/contracts';
import { createFakeHost } from '@cairn/host/fake';
import type { Root } from 'react-dom/client';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { drawSettings } from '../../test/settings-page.tsx';

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
const TRIAL: Subscription = {
  id: 'sub-acme',
  name: 'Trial',
  status: 'trialing',
  startDate: '2026-03-01T12:00:00.000Z',
  endDate: null,
  trialEndDate: inDays(5),
  currentPeriodStart: '2026-03-01T12:00:00.000Z',
  currentPeriodEnd: '2026-03-15T12:00:00.000Z',
  cancelAtPeriodEnd: false,
};
let root: Root;
const draw = (subscription: Subscription | null | undefined, superuser = false) => {
  const { org, user } = createFakeHost();
  const host = createFakeHost({
    org: { ...org, ...(subscription === undefined ? {} : { subscription }) },
    user: { ...user, superuser },
    timezone: 'UTC',
  });
  root = drawSettings('subscriptions', { host });
  return host;
};
afterEach(() => {
  root.unmount();
  document.body.replaceChildren();
  vi.unstubAllGlobals();
});
const tone = (name: string) => page.getByText(name, { exact: true }).element().getAttribute('data-tone');

describe('the subscription of an org', () => {
  it.each([
    ['active', 'Active', 'good'],
    ['trialing', 'Trial', 'warn'],
    ['canceled', 'Canceled', 'bad'],
    ['expired', 'Expired', 'bad'],
    ['pending', 'Pending', 'accent'],
  ] as const)('that is %s has a tag', async (status, label, expected) => {
    draw({ ...TRIAL, name: 'Team', status });
    await expect.element(page.getByText('Team')).toBeVisible();
    expect(tone(label)).toBe(expected);
    await expect.element(page.getByText('Mar 1, 2026')).toBeVisible();
  });

  it('that ended says that nothing is lost, and whom to ask', async () => {
    draw({ ...TRIAL, trialEndDate: inDays(-1) });
    await expect.element(page.getByRole('alert')).toHaveTextContent('Trial has expired. Nothing is lost');
    await expect.element(page.getByRole('alert')).toHaveTextContent('Ask the person who runs this Cairn');
    expect(page.getByRole('form').query()).toBeNull();
  });

  it('says so where there are no trials', async () => {
    draw(undefined);
    await expect.element(page.getByText('This Cairn gives no trials')).toBeVisible();
  });

  it('is changed by superusers', async () => {
    const sent: unknown[] = [];
    vi.stubGlobal('fetch', async (url: string, { body }: { body: string }) => {
      if (url.endsWith('/list-subscriptions')) return Response.json({ data: [] });
      sent.push(JSON.parse(body));
      return Response.json({ data: TRIAL });
    });
    const host = draw(TRIAL, true);
    await page.getByRole('textbox', { name: 'Plan' }).fill('Team');
    await page.getByRole('combobox', { name: 'Status' }).click();
    await page.getByRole('option', { name: 'Active' }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    await expect.poll(() => host.calls.map(([name]) => name)).toContain('refreshUser');
    expect(sent).toEqual([{ org_id: 'acme', name: 'Team', status: 'active' }]);
  });

  it('of others is changed by superusers too, who need not be members', async () => {
    const sent: unknown[] = [];
    const other = {
      id: 'org-other',
      name: 'Elsewhere',
      subscription: { ...TRIAL, trialEndDate: inDays(-1) },
    };
    vi.stubGlobal('fetch', async (url: string, { body }: { body: string }) => {
      if (url.endsWith('/list-subscriptions')) return Response.json({ data: [other] });
      sent.push(JSON.parse(body));
      return Response.json({ data: TRIAL });
    });
    draw(TRIAL, true);
    await expect.element(page.getByText('Trial, until', { exact: false })).toHaveTextContent('locked');
    await page.getByRole('button', { name: 'Change Elsewhere' }).click();
    const form = page.getByRole('form', { name: 'Change the subscription of Elsewhere' });
    await form.getByRole('combobox', { name: 'Status' }).click();
    await page.getByRole('option', { name: 'Active' }).click();
    await form.getByRole('button', { name: 'Save' }).click();
    await expect.poll(() => sent).toEqual([{ org_id: 'org-other', name: 'Trial', status: 'active' }]);
  });
});

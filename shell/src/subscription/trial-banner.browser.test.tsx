import type { Subscription } from '@cairn/contracts';
import { createFakeHost } from '@cairn/host/fake';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { clearShell, drawShell } from '../../test/shell-under-test.tsx';
import { Sidebar, type SidebarProps } from '../sidebar/sidebar.tsx';
import { useIsLocked } from './subscription-lock.ts';
import { TrialBanner } from './trial-banner.tsx';

const DAY_MS = 86_400_000;
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString();
const subscription = (fields: Partial<Subscription>): Subscription => ({
  id: 'sub-acme',
  name: 'Trial',
  status: 'trialing',
  startDate: inDays(-1),
  endDate: null,
  trialEndDate: inDays(13),
  currentPeriodStart: inDays(-1),
  currentPeriodEnd: inDays(13),
  cancelAtPeriodEnd: false,
  ...fields,
});

const hostOf = (fields: Partial<Subscription> | null) => {
  const host = createFakeHost();
  return createFakeHost({ org: { ...host.org, ...(fields && { subscription: subscription(fields) }) } });
};
const draw = (fields: Partial<Subscription> | null, collapsed = false) =>
  drawShell(<TrialBanner collapsed={collapsed} />, { host: hostOf(fields) });
const banner = () => page.getByRole('status');

afterEach(() => {
  vi.useRealTimers();
  clearShell();
});

describe('the banner of a trial', () => {
  it('counts the days, with a bar, and leads to the subscription', async () => {
    draw({ trialEndDate: inDays(7) });
    await expect.element(banner()).toHaveTextContent('7 days left in the trial');
    await expect.element(page.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '50');
    const upgrade = page.getByRole('link', { name: 'Upgrade' });
    await expect.element(upgrade).toHaveAttribute('href', '/acme/settings/subscriptions');
  });

  it.each([
    [{ trialEndDate: inDays(3) }, 'warning', '3 days left in the trial'],
    [{ trialEndDate: inDays(0.5) }, 'warning', '1 day left in the trial'],
    [{ trialEndDate: inDays(-0.5) }, 'expired', 'Trial has expired'],
    [{ status: 'canceled' }, 'expired', 'Subscription has ended'],
  ] as const)('of %j is in the state %s', async (fields, state, words) => {
    draw(fields);
    await expect.element(banner()).toHaveAttribute('data-state', state);
    await expect.element(banner()).toHaveTextContent(words);
  });

  it('is an icon where the sidebar is narrow, and none without a trial', async () => {
    draw({ trialEndDate: inDays(2) }, true);
    await expect.element(page.getByRole('link', { name: '2 days left in the trial' })).toBeVisible();
    for (const fields of [null, { status: 'active' } as const]) {
      clearShell();
      draw(fields);
      expect(document.body.textContent).toBe('');
    }
  });
});

function Locked({ org }: { org: ReturnType<typeof hostOf>['org'] }) {
  return <div>{useIsLocked(org) ? 'locked' : 'open'}</div>;
}

/** The sidebar of an org, with a text for each part that other features draw. */
function SidebarOf(part: Partial<SidebarProps>) {
  const ignore = () => undefined;
  return (
    <Sidebar
      path="/acme/settings/subscriptions"
      mode="main"
      collapsed={false}
      onCollapse={ignore}
      onLeaveSettings={ignore}
      onSearch={ignore}
      onShortcuts={ignore}
      onSignOut={ignore}
      tabs={() => <p>tabs</p>}
      bell={<p>bell</p>}
      banner={(collapsed) => <TrialBanner collapsed={collapsed} />}
      locked={false}
      {...part}
    />
  );
}

it('the subscription has its page in the settings where there are trials alone', async () => {
  const manage = page.getByRole('link', { name: 'Manage' });
  drawShell(<SidebarOf mode="settings" />, { host: hostOf({ trialEndDate: inDays(5) }) });
  await expect.element(manage).toBeVisible();
  clearShell();
  drawShell(<SidebarOf mode="settings" />, { host: hostOf(null) });
  await expect.element(page.getByRole('link', { name: 'Preferences' })).toBeVisible();
  expect(manage.query()).toBeNull();
});

describe('a locked org', () => {
  it('has a sidebar that leads nowhere else', async () => {
    drawShell(<SidebarOf locked />, { host: hostOf({ trialEndDate: inDays(-1) }) });
    await expect.element(banner()).toHaveTextContent('Trial has expired');
    for (const name of ['Home', 'Library', 'Explore', 'Settings'])
      await expect
        .element(page.getByRole('link', { name, exact: true }))
        .toHaveAttribute('aria-disabled', 'true');
    await expect.element(page.getByRole('button', { name: /^Search or ask/ })).toBeDisabled();
    await expect.element(page.getByText('tabs')).not.toBeInTheDocument();
  });

  it('is locked at the moment when its trial ends', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] });
    drawShell(<Locked org={hostOf({ trialEndDate: inDays(1) }).org} />);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(document.body.textContent).toBe('open');
    await vi.advanceTimersByTimeAsync(DAY_MS);
    expect(document.body.textContent).toBe('locked');
  });
});

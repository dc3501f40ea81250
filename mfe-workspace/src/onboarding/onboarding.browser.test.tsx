import type { Role } from '@cairn/contracts';
import { createFakeHost } from '@cairn/host/fake';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { axeFindings, clearPage, drawAt, FakeOrg } from '../../test/workspace-under-test.tsx';

let org: FakeOrg;
beforeEach(() => {
  org = new FakeOrg();
});
afterEach(() => clearPage());

const as = (role: Role) => ({ org: { ...createFakeHost().org, role } });
const button = (name: string) => page.getByRole('button', { name, exact: true });

it.each(['light', 'dark'] as const)('newcomers see the checklist, and the ways on, in %s', async (theme) => {
  const host = drawAt('/acme/onboarding', org, as('admin'), theme);
  await expect.element(page.getByRole('heading', { name: 'Welcome to Acme' })).toBeVisible();
  await expect.element(page.getByRole('checkbox', { name: 'Save a question' })).toBeVisible();
  expect(await axeFindings()).toEqual([]);
  await button('Set up data').click();
  await expect.poll(() => host.calls).toContainEqual(['navigate', '/acme/wizard/workspace-setup', undefined]);
});

it('who may not set up data is led to Home alone', async () => {
  drawAt('/acme/onboarding', org, as('user'));
  await expect.element(button('Go to Home')).toBeVisible();
  expect(button('Set up data').query()).toBeNull();
});

it('a checklist that cannot be read says so', async () => {
  org.failures.set('/user-state', {
    status: 503,
    body: { error: { code: 'unavailable', message: 'Away.' } },
  });
  drawAt('/acme/onboarding', org);
  await expect.element(page.getByText('The checklist cannot be read')).toBeVisible();
});

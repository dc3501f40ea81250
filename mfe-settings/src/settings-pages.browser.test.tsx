import { PAGES } from '@cairn/host';
import { createFakeHost } from '@cairn/host/fake';
import { atLeast, ROLES, type Role } from '@cairn/contracts';
import axe from 'axe-core';
import type { Root } from 'react-dom/client';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { unavailable } from '../test/answers.ts';
import { drawSettings } from '../test/settings-page.tsx';

const own = PAGES.filter(({ part, opens }) => part === 'settings/App' && !opens);
/** Everybody of a locked org is led to it. */
const SUBSCRIPTIONS = 'settings/subscriptions';
let root: Root | undefined;
const draw = (path: string, role: Role) => {
  root = drawSettings(path, { host: createFakeHost({ org: { ...createFakeHost().org, role } }) });
};
afterEach(() => {
  root?.unmount();
  root = undefined;
  document.body.replaceChildren();
  vi.unstubAllGlobals();
});

describe('the settings pages of the table', () => {
  it.each(own)('$path has a component', async ({ path }) => {
    const folder = path.split('/').at(-1) ?? '';
    const loaded = (await import(`./${folder}/page.tsx`)) as { Page?: unknown };
    expect(loaded.Page).toBeTypeOf('function');
  });

  it('are refused for a role below theirs', async () => {
    draw('integrations', 'user');
    await expect.element(page.getByText('unauthorized access')).toBeVisible();
  });

  const REFUSED = own.flatMap(({ path, role }) =>
    ROLES.filter((each) => role && !atLeast(each, role)).map((each) => ({ path, role: each })),
  );

  it('are open to everybody only where they concern everybody', () => {
    const open = own.filter(({ role }) => role === undefined).map(({ path }) => path);
    const personal = ['preferences', 'logins', 'notifications', 'shortcuts'];
    const ofTheOrg = ['general', 'working-calendars', 'statuses', 'delivery-rules'];
    const atLeastAllowed = [...personal, ...ofTheOrg].map((name) => `settings/${name}`);
    expect(atLeastAllowed).toEqual(expect.arrayContaining(open.filter((path) => path !== SUBSCRIPTIONS)));
  });

  it.each(REFUSED)('refuse $path to a $role', async ({ path, role }) => {
    draw(`/${path}`, role);
    await expect.element(page.getByText('unauthorized access')).toBeVisible();
  });

  it('open under the address that the specification writes', async () => {
    draw('system/narrative_prefix', 'super');
    await expect.element(page.getByRole('heading', { name: 'Prompt Instructions' })).toBeVisible();
  });

  /** What a page says where no service answers; the others read nothing that they do not have. */
  const AWAY: [path: string, words: string | RegExp][] = [
    ['logins', 'Your sessions could not be read'],
    ['notifications', 'Your settings cannot be read'],
    ['working-calendars', 'The calendars cannot be read'],
    ['statuses', 'The statuses cannot be read'],
    ['delivery-rules', 'The delivery rules cannot be read'],
    ['integrations', 'The sources cannot be read'],
    ['users', /cannot be read/],
    ['identities', /cannot be read/],
    ['snippets', 'The snippets cannot be read'],
    ['deleted', 'What was deleted cannot be read'],
    ['competencies', 'How many there are cannot be read'],
    ['audit-log', 'The audit log cannot be read'],
    ['system/categories', /cannot be read/],
    ['system/reports', 'How many there are cannot be read'],
    ['system/narrative-prefix', /cannot be read/],
  ];

  it.each(AWAY)("say on %s that a service is away, within a phone's width", async (path, words) => {
    vi.stubGlobal('fetch', () => Promise.resolve(unavailable()));
    await page.viewport(390, 844);
    draw(path, 'super');
    await expect.element(page.getByText(words).first()).toBeVisible();
    expect(document.documentElement.scrollWidth).toBe(390);
    expect((await axe.run(document.body)).violations.map(({ id }) => id)).toEqual([]);
  });

  it('begin with the preferences', async () => {
    draw('', 'user');
    await expect.element(page.getByRole('heading', { name: 'Preferences' })).toBeVisible();
  });

  it('say so where there is none', async () => {
    draw('nowhere', 'user');
    await expect.element(page.getByText('There is no such settings page')).toBeVisible();
  });
});

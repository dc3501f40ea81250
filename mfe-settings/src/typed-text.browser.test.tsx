import type { AllowedFolder, Login, SourceType, Subscription } from '@cairn/contracts';
import { createFakeHost } from '@cairn/host/fake';
import type { Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { drawSettings } from '../test/settings-page.tsx';

const LOGIN: Login = { hasPassword: false, sessions: [], providers: [] } as unknown as Login;
const FILES = {
  type: 'files',
  words: { label: 'Files', icon: 'git-branch', description: 'Files.', add: 'Add files' },
  settings: [{ name: 'path', label: 'Path', description: 'A folder.', placeholder: '/home', secret: false }],
  phases: [],
  provides: ['git'],
  addable: true,
} as unknown as SourceType;
const SUBSCRIPTION = {
  id: 's1',
  name: 'Trial',
  status: 'active',
  startDate: '2026-03-01T12:00:00.000Z',
  trialEndDate: null,
  currentPeriodEnd: '2027-03-15T12:00:00.000Z',
  cancelAtPeriodEnd: false,
} as Subscription;

/** What pages read; everything else is a write, and fails. */
const READ: Readonly<Record<string, unknown>> = {
  login: LOGIN,
  'two-factor': { on: false, recoveryCodes: 0 },
  connections: [],
  'data-loss': null,
  'api-tokens': [],
  'list-users': [],
  'get-links': [],
  'list-sources': [],
  'list-connectors': [FILES],
  'list-offers': [],
  'list-folders': [] satisfies AllowedFolder[],
  'list-hosts': [],
  'list-subscriptions': [],
  read: [],
};

let root: Root;
let written: string[];
beforeEach(() => {
  written = [];
  vi.stubGlobal('fetch', async (path: string) => {
    const route = path.split('/').at(-1) ?? '';
    if (route in READ) return Response.json({ data: READ[route] });
    written.push(route);
    return Response.json({ error: { code: 'internal', message: 'It broke.' } }, { status: 500 });
  });
  const { org, user } = createFakeHost();
  const own = { ...org, role: 'super' as const, subscription: SUBSCRIPTION };
  host = createFakeHost({ org: own, user: { ...user, superuser: true } });
});
let host: ReturnType<typeof createFakeHost>;
afterEach(() => {
  root.unmount();
  document.body.replaceChildren();
  vi.unstubAllGlobals();
});

const button = (name: string) => page.getByRole('button', { name, exact: true });

/** Every form of the settings that sends what somebody typed; those of lists have their tests beside them. */
it.each([
  ['logins', 'Set password', 'New password', 'a long pass phrase 7', '{Enter}', 'password'],
  ['logins', 'Make a token', 'Name', 'Nightly report', '{Enter}', 'create'],
  ['users', 'Invite', 'E-mail', 'bob@example.com', '{Enter}', 'create-link'],
  ['general', null, 'Name', 'Another name', '{Enter}', 'org-settings'],
  ['integrations', 'Add files', 'Path', '/srv/files', '{Enter}', 'create-source'],
  ['integrations', 'Allow folder', 'Path', '/srv/files', '{Enter}', 'allow-folder'],
  ['subscriptions', null, 'Plan', 'Enterprise', '{Enter}', 'set-subscription'],
  ['system/narrative-prefix', null, 'Narratives', 'Be brief.', 'Save', 'upsert'],
] as const)(
  'a save that fails on %s (%s) keeps what was typed',
  async (path, opens, name, text, by, route) => {
    root = drawSettings(path, { host });
    if (opens) await button(opens).first().click();
    const field = opens
      ? page.getByRole('dialog').getByLabelText(name, { exact: true })
      : page.getByRole('textbox', { name, exact: true });
    await field.fill(text);
    if (by === '{Enter}') await userEvent.keyboard(by);
    else await button(by).first().click();
    await expect.poll(() => written).toEqual([route]);
    const said = () => `${document.body.textContent} ${JSON.stringify(host.calls)}`;
    await expect.poll(said).toContain('It broke.');
    await expect.element(field).toHaveValue(text);
  },
);

import type { Source } from '@cairn/contracts';
import type { WebhookDelivery, WebhookLog, WebhookSecret } from '@cairn/contracts/webhooks';
import { createFakeHost } from '@cairn/host/fake';
import axe from 'axe-core';
import type { Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { readSource, unavailable } from '../../test/answers.ts';
import { drawSettings } from '../../test/settings-page.tsx';

type Body = Readonly<Record<string, unknown>>;
let root: Root;
let source: Source;
let secrets: WebhookSecret[];
let log: WebhookLog;
let away: string[];
let takesUnsigned: boolean;
let sent: [route: string, body: Body][];

const TYPE = {
  type: 'github',
  words: {
    label: 'GitHub',
    icon: 'git-pull-request',
    description: 'Add an owner.',
    add: 'Connect GitHub',
    upToDate: 'Up to date',
    lastRead: 'Last read',
    neverRead: 'Not read yet',
    rebuild: '',
    removal: '',
    fixed: null,
  },
  settings: [
    { name: 'owner', label: 'Owner', description: 'Whose.', placeholder: '', secret: false },
    { name: 'token', label: 'Token', description: 'To read with.', placeholder: '', secret: true },
    {
      name: 'repositories',
      label: 'Repositories',
      description: 'Which.',
      placeholder: '',
      secret: false,
      optional: true,
    },
  ],
  phases: [],
  provides: ['github'],
  addable: true,
};

const refusal = (code: string, message: string, status: number) =>
  Response.json({ error: { code, message } }, { status });

function answerChange(route: string, body: Body): Response {
  if (route === 'create-secret') {
    secrets = [...secrets, { id: `s${String(secrets.length)}`, since: '2026-11-20T10:00:00.000Z' }];
    return Response.json({ data: secrets.at(-1) });
  }
  if (route === 'update-secret') return Response.json({ data: { exists: true } });
  if (route === 'remove-secret') {
    secrets = secrets.filter(({ id }) => id !== body['id']);
    return Response.json({ data: { exists: true } });
  }
  const { token } = body['settings'] as { token?: string };
  if (token === 'wrong') return refusal('invalid_input', 'GitHub does not accept the token.', 400);
  return Response.json({ data: source });
}

function answer(path: string, body: Body): Response {
  const route = path.split('/').at(-1) ?? '';
  if (away.includes(route)) return unavailable();
  if (route === 'list-deliveries') return Response.json({ data: log });
  if (route === 'list-secrets') return Response.json({ data: secrets });
  if (route === 'list-runs') return Response.json({ data: [], next: null });
  if (route === 'data-loss') return Response.json({ data: null });
  if (route === 'list-offers') return Response.json({ data: [] });
  if (route === 'list-folders') return Response.json({ data: [] });
  if (route === 'configuration') return Response.json({ kinds: [], integrations: [] });
  if (route === 'list-connectors')
    return Response.json({
      data: [{ ...TYPE, webhook: { steps: ['Open Webhooks.', 'Paste the address.'], takesUnsigned } }],
    });
  if (route === 'list-sources') return Response.json({ data: [source] });
  sent.push([route, body]);
  return answerChange(route, body);
}

function draw(path = 'integrations/github?source=s1', scheme: 'light' | 'dark' = 'light') {
  const host = createFakeHost();
  root = drawSettings(path, { host, scheme });
  return host;
}

const delivery = (id: string, part: Partial<WebhookDelivery> = {}): WebhookDelivery => ({
  id,
  kind: 'issues.opened',
  receivedAt: '2026-11-20T10:00:00.000Z',
  bytes: 300,
  outcome: 'reading',
  ...part,
});

beforeEach(() => {
  source = { ...readSource('s1', 'acme', 'github'), webhook: '/api/v1/github/webhook/s1' };
  [secrets, away, sent, takesUnsigned] = [[], [], [], false];
  log = { deliveries: [], ignored: [], refused: null };
  vi.stubGlobal('fetch', (path: string, init: { body?: string }) =>
    Promise.resolve(answer(path, JSON.parse(init.body ?? '{}') as Body)),
  );
});
afterEach(() => {
  root.unmount();
  document.body.replaceChildren();
  vi.unstubAllGlobals();
  return page.viewport(1_280, 800);
});

type Host = ReturnType<typeof draw>;
const toasts = (host: Host) =>
  host.calls.flatMap(([name, toast]) => (name === 'toast' ? [(toast as { message: string }).message] : []));
const button = (name: string) => page.getByRole('button', { name, exact: true });
const field = () => page.getByLabelText('Webhook secret', { exact: true });

describe('the webhook of a source', () => {
  it('has an address to copy and the steps in the tool', async () => {
    const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    const host = draw('integrations/github');
    await button('Webhook of acme').click();
    await expect.element(page.getByText(`${location.origin}/api/v1/github/webhook/s1`)).toBeVisible();
    await expect
      .element(page.getByRole('listitem').filter({ hasText: 'Open Webhooks.' }).last())
      .toBeVisible();
    await button('Copy address').click();
    expect(copied).toHaveBeenCalledWith(`${location.origin}/api/v1/github/webhook/s1`);
    await expect.poll(() => toasts(host)).toEqual(['Copied the webhook address']);
  });

  it('is not drawn where the tool sends no messages', async () => {
    source = readSource('s1', 'acme', 'github');
    draw();
    await expect.element(button('Runs of acme')).toBeVisible();
    expect(button('Webhook of acme').elements()).toEqual([]);
  });

  it.each([
    [false, 'No message is taken until a secret is saved.'],
    [true, /only the address protects/],
  ])('says what the lack of a secret means where messages without one are taken: %s', async (open, words) => {
    takesUnsigned = open;
    draw();
    await expect.element(page.getByText(words)).toBeVisible();
  });
});

describe('webhook secrets', () => {
  it('are saved with the keyboard, a second one beside the first, and told nowhere', async () => {
    const host = draw();
    await field().click();
    await userEvent.keyboard('first secret{Enter}');
    await expect.poll(() => toasts(host)).toEqual(['Secret saved successfully']);
    expect(sent).toEqual([['create-secret', { type: 'github', sourceId: 's1', secret: 'first secret' }]]);
    await expect.element(field()).toHaveValue('');
    await expect.element(button('Add second secret')).toBeDisabled();
    await field().fill('second secret');
    await button('Add second secret').click();
    await expect.element(page.getByText(/^Both are valid/)).toBeVisible();
    expect(document.body.textContent).not.toMatch(/first secret|second secret/);
    await page.getByRole('button', { name: /^Remove Older secret/ }).click();
    await button('Remove secret').click();
    await expect
      .poll(() => sent.at(-1))
      .toEqual(['remove-secret', { type: 'github', sourceId: 's1', id: 's0' }]);
    await expect.element(field()).toBeVisible();
  });

  it('are replaced by their id', async () => {
    secrets = [{ id: 's0', since: '2026-11-20T10:00:00.000Z' }];
    const host = draw();
    await field().fill('another secret');
    await button('Replace secret').click();
    await expect.poll(() => toasts(host)).toEqual(['Successfully updated secret']);
    const change = { type: 'github', sourceId: 's1', id: 's0', secret: 'another secret' };
    expect(sent).toEqual([['update-secret', change]]);
  });

  it.each([
    ['create-secret', 'Save secret', 'Unable to save secret. Try again in a moment.', []],
    ['update-secret', 'Replace secret', 'Unable to update secret. Try again in a moment.', ['s0']],
  ] as const)('say why %s failed, and keep what was typed', async (route, label, words, ids) => {
    secrets = ids.map((id) => ({ id, since: '2026-11-20T10:00:00.000Z' }));
    away = [route];
    draw();
    await field().fill('a secret');
    await button(label).click();
    await expect.element(page.getByText(words)).toBeVisible();
    await expect.element(field()).toHaveValue('a secret');
  });
});

describe('the messages of a tool', () => {
  const cells = () =>
    [...document.querySelectorAll('table[aria-label="Messages to acme"] tbody tr')].map((row) =>
      [...row.querySelectorAll('td')].slice(1).map((cell) => cell.textContent),
    );

  it('are listed with what came of each, and those that were refused are counted', async () => {
    log = {
      deliveries: [
        delivery('d3', { kind: 'star.created', outcome: 'ignored' }),
        delivery('d2', { kind: 'issues.deleted', outcome: 'removed', bytes: 30_000 }),
        delivery('d1', { kind: 'ping', outcome: 'greeting' }),
        delivery('d0', { outcome: 'failed' }),
      ],
      ignored: [{ kind: 'star.created', count: 4 }],
      refused: { count: 2, lastAt: '2026-11-20T10:00:00.000Z' },
    };
    draw();
    await expect.poll(cells).toEqual([
      ['star.created', 'd3', '300 bytes', 'Means nothing here'],
      ['issues.deleted', 'd2', '29 KB', 'Removed what was deleted'],
      ['ping', 'd1', '300 bytes', 'Greeted'],
      ['issues.opened', 'd0', '300 bytes', 'Failed'],
    ]);
    await expect.element(page.getByText('Mean nothing here: star.created (4).')).toBeVisible();
    await expect.element(page.getByText(/^2 messages were refused/)).toBeVisible();
  });

  it('are said to be none, or not to be read', async () => {
    draw();
    await expect.element(page.getByText('No message yet')).toBeVisible();
    root.unmount();
    away = ['list-deliveries', 'list-secrets'];
    draw();
    await expect.element(page.getByText('The messages cannot be read')).toBeVisible();
    await expect.element(page.getByText('The secrets cannot be read')).toBeVisible();
    away = [];
    await page.getByRole('button', { name: 'Try again' }).last().click();
    await expect.element(page.getByText('No message yet')).toBeVisible();
  });

  it.each(['light', 'dark'] as const)(
    'and all around them have no finding of axe in the %s theme, and fit 390 px',
    async (scheme) => {
      await page.viewport(390, 800);
      secrets = [{ id: 's0', since: '2026-11-20T10:00:00.000Z' }];
      log = { ...log, deliveries: [delivery('72d3162e-cc78-11e3-81ab-4c9367dc0958')] };
      draw(undefined, scheme);
      await expect.poll(cells).toHaveLength(1);
      await Promise.all(document.getAnimations().map((each) => each.finished.catch(() => undefined)));
      expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
      const { violations } = await axe.run(document.body, {
        rules: { region: { enabled: false }, 'page-has-heading-one': { enabled: false } },
      });
      expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join()}`)).toEqual([]);
    },
  );
});

describe('the token of a source', () => {
  const open = async () => {
    await page.getByRole('button', { name: 'More for acme' }).click();
    await page.getByRole('menuitem', { name: 'Change token' }).click();
  };
  const token = () => page.getByRole('dialog').getByLabelText('Token', { exact: true });

  it('is changed without removing the source, and what is left empty is not sent', async () => {
    const host = draw('integrations');
    await open();
    await expect.element(button('Save')).toBeDisabled();
    await token().fill('ghp_new');
    await button('Save').click();
    await expect.poll(() => toasts(host)).toEqual(['Successfully updated github integration']);
    expect(sent).toEqual([['update-source', { id: 's1', settings: { token: 'ghp_new' } }]]);
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  });

  it('has a list beside it that is cleared on request, and not without', async () => {
    draw('integrations');
    await open();
    const dialog = page.getByRole('dialog');
    const list = dialog.getByRole('textbox', { name: 'Repositories' });
    await list.fill('api');
    await dialog.getByRole('checkbox', { name: 'Clear repositories' }).click();
    await expect.element(list).toHaveValue('');
    await expect.element(list).toBeDisabled();
    expect(dialog.getByRole('checkbox', { name: /Clear (owner|token)/ }).elements()).toEqual([]);
    await button('Save').click();
    await expect.poll(() => sent).toEqual([['update-source', { id: 's1', settings: { repositories: '' } }]]);
  });

  it('stays where the tool does not accept the new one, and the dialog says so', async () => {
    draw('integrations');
    await open();
    await token().fill('wrong');
    await button('Save').click();
    await expect.element(page.getByText('GitHub does not accept the token.')).toBeVisible();
  });
});

import type { DataLoss, Source, SourceType } from '@cairn/contracts';
import { createFakeHost } from '@cairn/host/fake';
import type { Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { readSource } from '../../test/answers.ts';
import { drawSettings } from '../../test/settings-page.tsx';

let root: Root;
let sources: Source[];
let types: SourceType[];
let refused: boolean;
let disconnected: string[];
let loss: DataLoss | null;

const source = (id: string, name: string, type = 'files') => readSource(id, name, type);

const typeOf = (type: string, part: Partial<SourceType> = {}, fixed: string | null = null): SourceType => ({
  type,
  words: {
    label: `A source of ${type}`,
    icon: 'git-branch',
    description: `Add ${type} of this machine.`,
    add: `Add ${type}`,
    upToDate: 'Up to date',
    lastRead: 'Last read',
    neverRead: 'Not read yet',
    rebuild: 'Nothing is read.',
    removal: `The ${type} leave every page.`,
    fixed,
  },
  settings: [{ name: 'path', label: 'Path', description: 'A folder.', placeholder: '/home', secret: false }],
  phases: [{ id: 'all', label: 'Reading', unit: 'things' }],
  provides: ['git'],
  addable: true,
  ...part,
});

const TRACKER = typeOf('tracker', {
  settings: [
    { name: 'url', label: 'Address', description: 'Where it is.', placeholder: 'https://…', secret: false },
    { name: 'token', label: 'Token', description: 'To read with.', placeholder: '', secret: true },
  ],
});

interface Sent {
  readonly id?: string;
  readonly type?: string;
  readonly settings?: Readonly<Record<string, string>>;
}
let created: Sent[];

function create(body: Sent): Response {
  if (body.settings?.['token'] === 'wrong') {
    const details = [{ path: 'token', message: 'is not a token' }];
    return Response.json(
      { error: { code: 'invalid_input', message: 'token: is not a token', details } },
      { status: 400 },
    );
  }
  created.push(body);
  sources = [...sources, source('s9', 'new one', body.type)];
  return Response.json({ data: sources.at(-1) });
}

function answer(path: string, body: Sent): Response {
  if (path.endsWith('/list-runs')) return Response.json({ data: [], next: null });
  if (path.endsWith('/data-loss')) return Response.json({ data: loss });
  if (path.endsWith('/list-offers')) return Response.json({ data: [] });
  if (path.endsWith('/list-folders')) return Response.json({ data: [] });
  if (path.endsWith('/list-connectors')) return Response.json({ data: types });
  if (path.endsWith('/create-source')) return create(body);
  if (path.endsWith('/disconnect-source')) {
    disconnected.push(String(body.id));
    const isIt = ({ id }: Source) => id === body.id;
    sources = sources.map((each) => (isIt(each) ? { ...each, status: 'paused', disconnected: true } : each));
    return Response.json({ data: sources.find(isIt) });
  }
  if (!path.endsWith('/remove-source')) return Response.json({ data: sources });
  if (refused)
    return Response.json({ error: { code: 'unavailable', message: 'Try again.' } }, { status: 503 });
  sources = sources.filter(({ id }) => id !== body.id);
  return Response.json({ data: { id: body.id } });
}

function draw(path = 'integrations') {
  const host = createFakeHost();
  root = drawSettings(path, { host });
  return host;
}

beforeEach(() => {
  refused = false;
  disconnected = [];
  loss = null;
  created = [];
  types = [typeOf('files')];
  sources = [source('s1', 'engine'), source('s2', 'website')];
  vi.stubGlobal('fetch', (path: string, init: { body?: string }) =>
    Promise.resolve(answer(path, JSON.parse(init.body ?? '{}') as Sent)),
  );
});
afterEach(() => {
  root.unmount();
  document.body.replaceChildren();
  vi.unstubAllGlobals();
});

const names = () => [...document.querySelectorAll('li h2')].map((name) => name.textContent);
const askToRemove = async () => {
  await page.getByRole('button', { name: 'More for engine' }).click();
  await page.getByRole('menuitem', { name: 'Remove source' }).click();
  await expect.element(page.getByRole('dialog', { name: 'Remove engine?' })).toBeVisible();
};
const confirm = (name: string) => page.getByRole('dialog').getByRole('button', { name });

it('says for good that the data of the org was lost, also where no source is left', async () => {
  loss = { at: '2026-11-27T02:00:00.000Z', words: 'Its file was gone.' };
  sources = [];
  draw();
  await expect.element(page.getByText(/2026.*: Its file was gone\./)).toBeVisible();
  await expect.element(page.getByText('No source yet')).toBeVisible();
});

describe('a source', () => {
  it('is removed after a question, and stays when that is answered with no', async () => {
    const host = draw();
    await askToRemove();
    await confirm('Cancel').click();
    expect(names()).toEqual(['engine', 'website']);
    await askToRemove();
    await confirm('Remove source').click();
    await expect.poll(names).toEqual(['website']);
    expect(sources.map(({ id }) => id)).toEqual(['s2']);
    expect(host.calls).toContainEqual(['toast', { kind: 'info', message: 'Removed engine' }]);
  });

  it('stays, and says why, when the server does not remove it', async () => {
    refused = true;
    const host = draw();
    await askToRemove();
    await confirm('Remove source').click();
    await expect
      .poll(() => host.calls.filter(([name]) => name === 'toast'))
      .toEqual([['toast', { kind: 'error', message: 'Try again.' }]]);
    expect(names()).toEqual(['engine', 'website']);
  });

  it('is disconnected after a question, keeps what was read, and is connected again by a token', async () => {
    const token = { name: 'token', label: 'Token', description: '', placeholder: '', secret: true };
    types = [{ ...typeOf('files'), settings: [token] }];
    draw();
    await page.getByRole('button', { name: 'More for engine' }).click();
    await page.getByRole('menuitem', { name: 'Disconnect' }).click();
    await expect.element(page.getByText(/What was read stays/)).toBeVisible();
    await confirm('Disconnect').click();
    await expect.element(page.getByText('Disconnected')).toBeVisible();
    expect(disconnected).toEqual(['s1']);
    await page.getByRole('button', { name: 'Connect again' }).click();
    await expect.element(page.getByRole('dialog').getByLabelText('Token', { exact: true })).toBeVisible();
  });

  it('says what of it was read', async () => {
    sources = [{ ...source('s1', 'engine'), coverage: 'Commits are read from 2 branches.' }];
    draw();
    await expect.element(page.getByText('Commits are read from 2 branches.')).toBeVisible();
  });

  it('says what goes with it before it is removed, in the words of its type', async () => {
    draw();
    await askToRemove();
    await expect.element(page.getByText('The files leave every page.')).toBeVisible();
  });

  it('that sends messages has an address for them to copy', async () => {
    sources = [{ ...source('s1', 'engine'), webhook: '/api/v1/files/webhook/s1' }, source('s2', 'website')];
    const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    draw();
    const item = page.getByRole('menuitem', { name: 'Copy webhook address' });
    await page.getByRole('button', { name: 'More for website' }).click();
    await expect.element(page.getByRole('menuitem', { name: 'Remove source' })).toBeVisible();
    expect(item.elements()).toEqual([]);
    await userEvent.keyboard('{Escape}');
    await page.getByRole('button', { name: 'More for engine' }).click();
    await item.click();
    expect(copied).toHaveBeenCalledWith(`${location.origin}/api/v1/files/webhook/s1`);
  });

  it('that is fixed says why, and has no actions', async () => {
    types = [typeOf('files', { addable: false }, 'once and for all')];
    sources = [source('s1', 'Invented company')];
    draw();
    await expect.element(page.getByText(/, once and for all$/)).toBeVisible();
    expect(names()).toEqual(['Invented company']);
    expect(page.getByRole('button').elements()).toEqual([]);
  });

  it('of a type that the server does not know any more is listed without actions', async () => {
    sources = [source('s1', 'engine', 'forgotten')];
    draw();
    await expect.poll(names).toEqual(['engine']);
    expect(page.getByRole('button', { name: /^More for/ }).elements()).toEqual([]);
  });
});

describe('the page of one type of source', () => {
  it('shows its sources alone, and adds one of them', async () => {
    types = [typeOf('files'), TRACKER];
    sources = [source('s1', 'engine'), source('s2', 'tickets', 'tracker')];
    draw('integrations/tracker');
    await expect.element(page.getByRole('heading', { name: 'A source of tracker' })).toBeVisible();
    await expect.poll(names).toEqual(['tickets']);
    await page.getByRole('button', { name: 'Add tracker' }).click();
    await expect.element(page.getByLabelText('Token')).toBeVisible();
    expect(page.getByRole('combobox', { name: 'Type' }).query()).toBeNull();
  });

  it('offers nothing to add where all data is simulated', async () => {
    const host = createFakeHost({ org: { ...createFakeHost().org, simulated: true } });
    root = drawSettings('integrations/tracker', { host });
    types = [TRACKER];
    await expect.element(page.getByText('No source yet')).toBeVisible();
    expect(page.getByRole('button', { name: 'Add tracker' }).elements()).toEqual([]);
  });

  it('says what is read here where there is no such type', async () => {
    draw('integrations/telegraph');
    await expect.element(page.getByText('There is no such integration')).toBeVisible();
    await expect.element(page.getByText('This Cairn reads A source of files.')).toBeVisible();
    await expect
      .element(page.getByRole('link', { name: 'See all integrations' }))
      .toHaveAttribute('href', '/acme/settings/integrations');
  });
});

describe('adding a source', () => {
  it('asks for the settings of the one type there is, and sends them', async () => {
    const host = draw();
    await page.getByRole('button', { name: 'Add files' }).click();
    await page.getByLabelText('Path').fill('  /srv/engine ');
    await page.getByRole('dialog').getByRole('button', { name: 'Add files' }).click();
    await expect.poll(() => created).toEqual([{ type: 'files', settings: { path: '/srv/engine' } }]);
    await expect.poll(() => host.calls).toContainEqual(['toast', { kind: 'info', message: 'Added new one' }]);
  });

  it('offers a choice of several types, hides secrets, and shows an error at the setting it is about', async () => {
    types = [typeOf('files'), TRACKER];
    draw();
    await page.getByRole('button', { name: 'Add source' }).click();
    await page.getByRole('combobox', { name: 'Type' }).click();
    await page.getByRole('option', { name: 'A source of tracker' }).click();
    const add = page.getByRole('dialog').getByRole('button', { name: 'Add tracker' });
    await expect.element(add).toBeDisabled();
    await page.getByLabelText('Address').fill('https://tracker.example');
    const token = page.getByLabelText('Token');
    await expect.element(token).toHaveAttribute('type', 'password');
    await token.fill('wrong');
    await add.click();
    await expect.element(token).toHaveAccessibleDescription(/token: is not a token/);
    await token.fill('right');
    await add.click();
    await expect
      .poll(() => created)
      .toEqual([{ type: 'tracker', settings: { url: 'https://tracker.example', token: 'right' } }]);
  });

  it('adds without the setting that may stay empty', async () => {
    const only = { description: '', placeholder: '', secret: false, optional: true };
    const settings = [...typeOf('files').settings, { ...only, name: 'only', label: 'Only' }];
    types = [typeOf('files', { settings })];
    draw();
    await page.getByRole('button', { name: 'Add files' }).click();
    const add = page.getByRole('dialog').getByRole('button', { name: 'Add files' });
    await page.getByLabelText('Only').fill('src');
    await expect.element(add).toBeDisabled();
    await page.getByLabelText('Only').fill('');
    await page.getByLabelText('Path').fill('/srv/engine');
    await add.click();
    await expect
      .poll(() => created)
      .toEqual([{ type: 'files', settings: { path: '/srv/engine', only: '' } }]);
  });
});

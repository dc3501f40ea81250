import type { Source, SourceType } from '@cairn/contracts';
import type { SourcePart } from '@cairn/contracts/source-preview';
import { createFakeHost } from '@cairn/host/fake';
import type { Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { readSource } from '../../test/answers.ts';
import { drawSettings } from '../../test/settings-page.tsx';

const line = { description: '', placeholder: '', secret: false };
const FORGE: SourceType = {
  type: 'forge',
  words: {
    label: 'Forge',
    icon: 'git-branch',
    description: 'Reads a forge.',
    add: 'Connect forge',
    upToDate: 'Up to date',
    lastRead: 'Last read',
    neverRead: 'Not read yet',
    rebuild: 'Nothing is read.',
    removal: 'All of it goes.',
    fixed: null,
  },
  settings: [
    {
      ...line,
      name: 'owner',
      label: 'Owner',
      placeholder: 'forge.example',
      link: { label: 'Find it', address: 'https://{owner}/of/{owner}?scopes=a,b' },
    },
    { ...line, name: 'repositories', label: 'Repositories', optional: true },
    { ...line, name: 'since', label: 'Changed since', kind: 'date', optional: true },
  ],
  choice: { setting: 'repositories', one: 'repository', many: 'repositories' },
  phases: [],
  provides: ['github'],
  addable: true,
};
const part = (key: string, issues: number, more: Partial<SourcePart> = {}): SourcePart => ({
  key,
  name: key,
  isPrivate: false,
  isArchived: false,
  isChosen: more.isPrivate !== true,
  counts: [{ unit: 'issue', count: issues }],
  ...more,
});

let root: Root;
let sources: Source[];
let parts: SourcePart[];
let sent: [route: string, body: unknown][];
/** The code of the refusal of a route. */
let refused: Record<string, string>;
let offers: object[];

beforeEach(() => {
  sources = [];
  sent = [];
  refused = {};
  offers = [];
  parts = [
    part('api', 1_200),
    part('web', 1),
    part('old', 0, { isArchived: true }),
    part('plans', 7, { isPrivate: true }),
  ];
  vi.stubGlobal('fetch', (path: string, init: { body?: string }) => {
    const route = path.split('/').at(-1) ?? '';
    if (init.body !== undefined) sent.push([route, JSON.parse(init.body)]);
    const message = refused[route];
    if (message !== undefined)
      return Promise.resolve(Response.json({ error: { code: 'invalid_input', message } }, { status: 400 }));
    const data = {
      'list-connectors': [FORGE],
      'list-sources': sources,
      'data-loss': null,
      'list-offers': offers,
      'preview-source': { name: 'acme', parts },
      'test-source': { name: 'acme', parts },
      'create-source': readSource('s1', 'acme', 'forge'),
    }[route];
    return Promise.resolve(Response.json({ data: data ?? [] }));
  });
});
afterEach(() => {
  root.unmount();
  document.body.replaceChildren();
  vi.unstubAllGlobals();
});

const draw = () => {
  const host = createFakeHost();
  root = drawSettings('integrations', { host });
  return host;
};
const button = (name: string) => page.getByRole('dialog').getByRole('button', { name });
const box = (name: string) => page.getByRole('dialog').getByRole('checkbox', { name });
const boxes = () =>
  [...document.querySelectorAll<HTMLInputElement>('[role=dialog] li input')].map((each) => [
    each.closest('li')?.textContent,
    each.checked,
  ]);
const created = () => sent.filter(([route]) => route === 'create-source').map(([, body]) => body);

async function fillIn(first = 'api'): Promise<void> {
  await page.getByRole('button', { name: 'Connect forge' }).first().click();
  await page.getByLabelText('Owner').fill('acme');
  await button('Choose repositories').click();
  await expect.element(box(first)).toBeVisible();
}

describe('a source that a clone names', () => {
  const offer = (name: string, owner: string) => ({
    sourceId: name,
    name,
    type: 'forge',
    settings: { owner, repositories: name },
  });

  it('is offered once for each owner, and opens with what is known filled in', async () => {
    offers = [
      offer('api', 'acme'),
      offer('web', 'acme'),
      offer('lib', 'other'),
      { ...offer('x', 'x'), type: 'gone' },
    ];
    draw();
    await expect
      .element(page.getByText('api is on Forge, which has more to tell than its clone.'))
      .toBeVisible();
    expect(document.body.textContent).toContain('lib is on Forge');
    expect(document.body.textContent).not.toMatch(/web is on Forge|x is on/);
    await page.getByRole('status').filter({ hasText: 'api is on' }).getByRole('button').click();
    await expect.element(page.getByLabelText('Owner')).toHaveValue('acme');
    await button('Choose repositories').click();
    await expect.element(box('api')).toBeVisible();
    expect(sent.filter(([route]) => route === 'preview-source')).toEqual([
      ['preview-source', { type: 'forge', settings: { owner: 'acme', repositories: 'api', since: '' } }],
    ]);
  });

  it('is not offered where there is none', async () => {
    draw();
    await expect.element(page.getByText('No source yet')).toBeVisible();
    expect(document.body.textContent).not.toContain('more to tell');
  });
});

describe('a setting with a page where it is found', () => {
  it('leads there by what is filled in, or by its placeholder', async () => {
    draw();
    await page.getByRole('button', { name: 'Connect forge' }).first().click();
    const link = page.getByRole('link', { name: 'Find it' });
    await expect.element(link).toHaveAttribute('href', 'https://forge.example/of/forge.example?scopes=a,b');
    await page.getByLabelText('Owner').fill('https://git.acme.example:8443/x?y');
    await expect
      .element(link)
      .toHaveAttribute(
        'href',
        'https://git.acme.example:8443%2Fx%3Fy/of/git.acme.example:8443%2Fx%3Fy?scopes=a,b',
      );
  });
});

describe('choosing what is read', () => {
  it('comes after the settings, with counts, and starts without what is private', async () => {
    draw();
    await fillIn();
    expect(sent.filter(([route]) => route === 'preview-source')).toEqual([
      ['preview-source', { type: 'forge', settings: { owner: 'acme', repositories: '', since: '' } }],
    ]);
    expect(boxes()).toEqual([
      ['api1,200 issues', true],
      ['web1 issue', true],
      ['oldArchived0 issues', true],
      ['plansPrivate7 issues', false],
    ]);
    await expect
      .element(
        page.getByText(
          '3 of 4 repositories, with 1,201 issues. Those made later are read as well, unless they are private.',
        ),
      )
      .toBeVisible();
    expect(created()).toEqual([]);
  });

  it('names nothing where all that is public is read, so that later ones follow', async () => {
    const host = draw();
    await fillIn();
    await button('Connect forge').click();
    await expect
      .poll(created)
      .toEqual([{ type: 'forge', settings: { owner: 'acme', repositories: '', since: '' } }]);
    expect(host.calls).toContainEqual(['toast', { kind: 'info', message: 'Added acme' }]);
  });

  it('names what is chosen otherwise, by keyboard, and warns of what is private', async () => {
    draw();
    await fillIn();
    await button('Choose none').click();
    await expect.element(button('Connect forge')).toBeDisabled();
    await expect.element(page.getByText('Choose at least one repository.')).toBeVisible();
    box('plans').element().focus();
    await userEvent.keyboard(' ');
    await expect.element(page.getByText(/Every member of this organization will see/)).toBeVisible();
    await expect
      .element(page.getByText('1 of 4 repositories, with 7 issues. Those made later are not read.'))
      .toBeVisible();
    button('Connect forge').element().focus();
    await userEvent.keyboard('{Enter}');
    await expect
      .poll(created)
      .toEqual([{ type: 'forge', settings: { owner: 'acme', repositories: 'plans', since: '' } }]);
  });

  it('goes back to the settings as they were filled in', async () => {
    draw();
    await fillIn();
    await button('Back').click();
    await expect.element(page.getByLabelText('Owner')).toHaveValue('acme');
  });

  it('finds one of many by its name, and chooses within what is found', async () => {
    parts = Array.from({ length: 30 }, (_, index) => part(`service-${String(index)}`, 1));
    draw();
    await fillIn('service-0');
    await page.getByRole('textbox', { name: 'Find a repository' }).fill('service-2');
    await expect.poll(() => boxes().length).toBe(11);
    await button('Choose none').click();
    await page.getByRole('textbox', { name: 'Find a repository' }).fill('');
    await expect.poll(() => boxes().filter(([, isChosen]) => isChosen).length).toBe(19);
    expect(boxes()[2]).toEqual(['service-21 issue', false]);
  });

  it('stays with the settings, and says why, when the tool refuses them', async () => {
    refused['preview-source'] = 'The tool does not accept the token.';
    draw();
    await page.getByRole('button', { name: 'Connect forge' }).first().click();
    await page.getByLabelText('Owner').fill('acme');
    await button('Choose repositories').click();
    await expect.element(page.getByText('The tool does not accept the token.')).toBeVisible();
    await expect.element(page.getByLabelText('Owner')).toHaveValue('acme');
  });

  it('keeps the choice, and says why, when the source is not added', async () => {
    refused['create-source'] = 'Simulated and real data do not go together.';
    draw();
    await fillIn();
    await box('old').click();
    await button('Connect forge').click();
    await expect.element(page.getByText('Simulated and real data do not go together.')).toBeVisible();
    expect(boxes()[2]).toEqual(['oldArchived0 issues', false]);
  });
});

describe('a test of a source', () => {
  const test = async () => {
    await page.getByRole('button', { name: 'More for acme' }).click();
    await page.getByRole('menuitem', { name: 'Test' }).click();
  };

  it('says what its settings read now', async () => {
    sources = [readSource('s1', 'acme', 'forge')];
    const host = draw();
    await test();
    await expect
      .poll(() => host.calls)
      .toContainEqual(['toast', { kind: 'info', message: 'acme can be read: api, web, old (1,201 issues)' }]);
    expect(sent).toContainEqual(['test-source', { id: 's1' }]);
  });

  it('says why it cannot be read', async () => {
    sources = [readSource('s1', 'acme', 'forge')];
    refused['test-source'] = 'The token was revoked.';
    const host = draw();
    await test();
    await expect
      .poll(() => host.calls)
      .toContainEqual(['toast', { kind: 'error', message: 'The token was revoked.' }]);
  });
});

import type { Role } from '@cairn/contracts';
import { createFakeHost } from '@cairn/host/fake';
import { plantedPages } from '@cairn/host/planted';
import { Query, parseDocument } from '@cairn/query';
import { aNote, plantedSavedTypes } from '@cairn/saved/planted';
import type { ReactNode } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { clearShell, drawShell, type ShellParts } from '../../test/shell-under-test.tsx';
import { useCommands } from '../commands/commands.ts';
import { useCommandKeys } from '../commands/use-command-keys.ts';
import { usePageCommands } from '../commands/use-page-commands.ts';
import { Palette } from './palette.tsx';
import { Shortcuts } from './shortcuts.tsx';

const ignore = () => undefined;
type Shown = 'palette' | 'shortcuts' | 'nothing';

function Chrome({ host, shown }: { host: ReturnType<typeof createFakeHost>; shown: Shown }): ReactNode {
  usePageCommands(host);
  useCommandKeys(useCommands(), shown === 'nothing');
  return (
    <>
      <p>ShellParts</p>
      <Palette open={shown === 'palette'} onClose={ignore} />
      <Shortcuts open={shown === 'shortcuts'} onClose={ignore} />
    </>
  );
}

function draw(shown: Shown, role: Role = 'admin', drawn: ShellParts = {}) {
  const host = createFakeHost({ org: { ...createFakeHost().org, role } });
  return drawShell(<Chrome host={host} shown={shown} />, { ...drawn, host });
}
const option = (name: string | RegExp) => page.getByRole('option', { name });
const field = () => page.getByRole('combobox');

afterEach(clearShell);

describe('search or ask', () => {
  it('lists recent saved things by type and opens one', async () => {
    const links = [
      aNote({ id: 'b1', name: 'Delivery', type: 'dashboard-v1' }),
      aNote({ id: 'n1', name: 'Why builds wait' }),
    ];
    const host = draw('palette', 'admin', { links, types: plantedSavedTypes });
    await expect.element(page.getByText('Recent Boards')).toBeVisible();
    await expect.element(page.getByText('Recent Notes')).toBeVisible();
    await option(/Why builds wait/).click();
    expect(host.calls.at(-1)).toEqual(['navigate', '/acme/notes/n1']);
  });

  it('finds entities of the graph and opens the page of one', async () => {
    const found = [{ uuid: 'p1', kind: 'Person', name: 'Evan You', hint: 'evan@one.example', exact: false }];
    const host = draw('palette', 'admin', { found });
    await field().fill('evan');
    await expect.element(page.getByText('Entities · 1')).toBeVisible();
    await userEvent.keyboard('{ArrowDown}{Enter}');
    expect(host.calls.at(-1)).toEqual(['navigate', '/acme/entity/p1']);
  });

  it('writes the name of an entity in the place of an @mention of a question', async () => {
    const found = [{ uuid: 'p1', kind: 'Person', name: 'Evan You', hint: 'evan@one.example', exact: false }];
    const host = draw('palette', 'admin', { found });
    await field().fill('commits by @evan');
    await expect.element(page.getByText('Entities · 1')).toBeVisible();
    await userEvent.keyboard('{Enter}this year');
    await expect.element(field()).toHaveValue('commits by Evan You this year');
    await expect.element(option('Generate a question with commits by Evan You this year')).toBeVisible();
    expect(host.calls.filter(([name]) => name === 'navigate')).toEqual([]);
  });

  it('finds a planted type by its name, with how many there are', async () => {
    draw('palette', 'admin', {
      links: [aNote({ id: 'n1', name: 'Why builds wait' })],
      types: plantedSavedTypes,
    });
    await field().fill('builds');
    await expect.element(page.getByText('Notes · 1')).toBeVisible();
    await expect.element(option(/Why builds wait/)).toBeVisible();
  });

  it('opens an answer with how its question was read, and with the words that were not understood', async () => {
    const asked = {
      intent: 'query' as const,
      query: Query.parse({ select: ['Commit'] }),
      view: null,
      title: 'Commits',
      understood: ['Read as: Commits.'],
      ignored: ['flurbed'],
      answeredBy: 'offline planner',
    };
    const host = draw('palette', 'admin', { asked });
    await field().fill('flurbed commits');
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => host.calls.find(([name]) => name === 'navigate')).toBeDefined();
    const address = String(host.calls.find(([name]) => name === 'navigate')?.[1]);
    const { read } = parseDocument(new URLSearchParams(address.split('?')[1]).get('d'));
    expect(read).toEqual(['Read as: Commits.', 'Not understood: flurbed.']);
  });

  it('goes to a page by its command', async () => {
    const host = draw('palette', 'admin', { pages: plantedPages });
    await field().fill('go to out');
    await userEvent.keyboard('{Enter}');
    expect(host.calls.at(-1)).toEqual(['navigate', '/acme/outlook']);
  });
});

describe('the commands of pages', () => {
  it('run by their keys', async () => {
    const host = draw('nothing', 'admin', { pages: plantedPages });
    await expect.element(page.getByText('ShellParts')).toBeVisible();
    for (const [keys, address] of [
      ['gh', '/acme/home'],
      ['gs', '/acme/settings/preferences'],
      ['gi', '/acme/settings/integrations'],
      ['go', '/acme/outlook'],
    ] as const) {
      await userEvent.keyboard(keys);
      expect(host.calls.at(-1)).toEqual(['navigate', address]);
    }
  });

  it('are listed among the shortcuts for those who may open the page', async () => {
    draw('shortcuts', 'admin', { pages: plantedPages });
    await expect.element(page.getByText('Go to Outlook')).toBeVisible();
    clearShell();
    const host = draw('shortcuts', 'user', { pages: plantedPages });
    await expect.element(page.getByText('Go to Library')).toBeVisible();
    expect(page.getByText('Go to Outlook').query()).toBeNull();
    expect(page.getByText('Go to Integrations').query()).toBeNull();
    expect(host.calls).toEqual([]);
  });
});

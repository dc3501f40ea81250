import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { clearShell, drawShell } from '../../test/shell-under-test.tsx';
import { NewVersion } from './new-version.tsx';

const registry = (version: string) => [
  { name: 'explore', entry: '/remotes/explore/mf-manifest.json', version, contract: '^1' },
];
vi.mock('../remotes/registry.ts', () => ({ fetchRegistry: () => Promise.resolve(registry('2')) }));
vi.mock('../remotes/load-part.ts', () => ({ knownRegistry: () => Promise.resolve(registry('1')) }));

const words = page.getByText('A new version of the application is available.');
const screen = page.getByRole('dialog', { name: 'A new version of the application is available.' });

beforeEach(() => {
  drawShell(
    <>
      <input aria-label="Note" defaultValue="typed" />
      <NewVersion />
    </>,
  );
});
afterEach(clearShell);

it('a new version is offered on the whole screen, with Reload in focus', async () => {
  await expect.element(screen).toBeVisible();
  const { width, height } = screen.element().getBoundingClientRect();
  expect([width, height]).toEqual([window.innerWidth, window.innerHeight]);
  await expect.element(screen.getByRole('button', { name: 'Reload' })).toHaveFocus();
});

it.each(['Not now', 'Escape'])('%s leaves what was typed, and keeps the offer in a bar', async (way) => {
  await expect.element(screen).toBeVisible();
  if (way === 'Escape') await userEvent.keyboard('{Escape}');
  else await screen.getByRole('button', { name: way }).click();
  await expect.element(screen).not.toBeInTheDocument();
  await expect.element(words).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Reload' })).toBeVisible();
  await expect.element(page.getByRole('textbox', { name: 'Note' })).toHaveValue('typed');
});

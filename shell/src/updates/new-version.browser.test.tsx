import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { clearShell, drawShell } from '../../test/shell-under-test.tsx';
import { NewVersion } from './new-version.tsx';

const registry = (version: string) => [
  { name: 'explore', entry: '/remotes/explore/mf-manifest.json', version, contract: '^1' },
];
const fetched = vi.hoisted(() => ({ times: 0 }));
vi.mock('../remotes/registry.ts', () => ({
  fetchRegistry: () => {
    fetched.times += 1;
    return Promise.resolve(registry('2'));
  },
}));
vi.mock('../remotes/load-part.ts', () => ({ knownRegistry: () => Promise.resolve(registry('1')) }));

/** How often the list had been read within the first minute. */
let earlier = 0;
const words = page.getByText('A new version of the application is available.');
const screen = page.getByRole('dialog', { name: 'A new version of the application is available.' });

beforeEach(async () => {
  fetched.times = 0;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] });
  drawShell(
    <>
      <input aria-label="Note" defaultValue="typed" />
      <NewVersion />
    </>,
  );
  // The clock of the page runs once it is drawn, which takes true time.
  await expect.element(page.getByRole('textbox', { name: 'Note' })).toBeVisible();
  await new Promise((drawn) => void requestAnimationFrame(() => void requestAnimationFrame(drawn)));
  await vi.advanceTimersByTimeAsync(59_000);
  earlier = fetched.times;
  await vi.advanceTimersByTimeAsync(1_000);
  vi.useRealTimers();
});
afterEach(() => {
  vi.useRealTimers();
  clearShell();
});

it('is asked for a minute after the page, which has just read what is deployed', async () => {
  await expect.element(screen).toBeVisible();
  expect([earlier, fetched.times]).toEqual([0, 1]);
});

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

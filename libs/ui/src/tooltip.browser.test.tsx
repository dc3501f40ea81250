import { useState } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { IconButton, Tooltip, UiProvider } from './index.ts';

let root: Root;
const pressed: string[] = [];

function Sample() {
  const [words, setWords] = useState('Not yet');
  return (
    <>
      <IconButton label="Search" keys="mod+k" onClick={() => pressed.push('search')}>
        S
      </IconButton>
      <Tooltip label={words}>
        <button type="button" onFocus={() => setWords('Seen')} aria-describedby="more">
          State
        </button>
      </Tooltip>
      <p id="more">More</p>
    </>
  );
}

beforeEach(async () => {
  pressed.length = 0;
  root = createRoot(document.body.appendChild(document.createElement('main')));
  root.render(
    <UiProvider colorScheme="light">
      <Sample />
    </UiProvider>,
  );
  await expect.element(page.getByRole('button', { name: 'Search' })).toBeVisible();
});
afterEach(() => {
  root.unmount();
  document.body.replaceChildren();
});

const tooltip = page.getByRole('tooltip');

it('shows while the thing is pointed at, and describes it', async () => {
  const button = page.getByRole('button', { name: 'Search' });
  await userEvent.hover(button);
  await expect.element(tooltip).toBeVisible();
  await expect.element(button).toHaveAccessibleDescription(/Search/);
  await userEvent.unhover(button);
  await expect.element(tooltip).not.toBeInTheDocument();
});

it('shows at once with the focus of a keyboard, and goes with Escape, which goes on', async () => {
  let heard = 0;
  const listen = ({ key }: KeyboardEvent) => (heard += key === 'Escape' ? 1 : 0);
  document.addEventListener('keydown', listen);
  await userEvent.keyboard('{Tab}');
  await expect.element(tooltip).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(tooltip).not.toBeInTheDocument();
  expect(heard).toBe(1);
  document.removeEventListener('keydown', listen);
});

it('goes when the thing is pressed, which hears of it', async () => {
  const button = page.getByRole('button', { name: 'Search' });
  await userEvent.hover(button);
  await expect.element(tooltip).toBeVisible();
  await button.click();
  await expect.element(tooltip).not.toBeInTheDocument();
  expect(pressed).toEqual(['search']);
});

it('leaves what the thing has of its own: its handlers, and what describes it', async () => {
  const state = page.getByRole('button', { name: 'State' });
  await expect.element(state).toHaveAccessibleDescription('More');
  await userEvent.keyboard('{Tab}{Tab}');
  await expect.element(tooltip).toHaveTextContent('Seen');
});

it('stays within the window', async () => {
  await userEvent.keyboard('{Tab}');
  await expect.element(tooltip).toBeVisible();
  const { left, top } = tooltip.element().getBoundingClientRect();
  expect(left).toBeGreaterThanOrEqual(0);
  expect(top).toBeGreaterThanOrEqual(0);
});

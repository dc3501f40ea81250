import { afterEach, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { useState } from 'react';
import { clearShell, drawShell } from '../../test/shell-under-test.tsx';
import { PhoneBar } from './phone-bar.tsx';

function Bar({ onSearch, path = '/acme/library' }: { onSearch: () => void; path?: string }) {
  const [open, setOpen] = useState(false);
  return (
    <PhoneBar title="Library" path={path} open={open} onOpen={setOpen} onSearch={onSearch} locked={false}>
      <nav>
        <a href="#home">Home</a>
      </nav>
    </PhoneBar>
  );
}

afterEach(clearShell);

it('a phone has a bar with the title of the page, whose menu is a sheet as tall as the window', async () => {
  const onSearch = vi.fn<() => void>();
  drawShell(<Bar onSearch={onSearch} />);
  await expect.element(page.getByText('Library')).toBeVisible();
  expect(page.getByRole('link', { name: 'Home' }).query()).toBeNull();
  await page.getByRole('button', { name: 'Open the menu' }).click();
  const sheet = page.getByRole('dialog', { name: 'Menu' });
  await expect.element(sheet.getByRole('link', { name: 'Home' })).toBeVisible();
  await expect.poll(() => sheet.element().getBoundingClientRect().left).toBe(0);
  expect(sheet.element().getBoundingClientRect().height).toBe(window.innerHeight);
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('dialog', { name: 'Menu' })).not.toBeInTheDocument();
  await expect.element(page.getByRole('button', { name: 'Open the menu' })).toHaveFocus();
  await page.getByRole('button', { name: 'Search or ask' }).click();
  expect(onSearch).toHaveBeenCalledOnce();
});

it('a phone has no search on the page for newcomers', async () => {
  drawShell(<Bar path="/acme/onboarding" onSearch={() => undefined} />);
  await expect.element(page.getByRole('button', { name: 'Open the menu' })).toBeVisible();
  expect(page.getByRole('button', { name: 'Search or ask' }).query()).toBeNull();
});

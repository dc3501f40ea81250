import { afterEach, describe, expect, it } from 'vitest';
import { keepTheme, paintedFirst, paintFirst } from './first-paint.ts';

const page = document.documentElement;
afterEach(() => {
  localStorage.clear();
  paintedFirst();
  page.removeAttribute('data-mantine-color-scheme');
});

describe('the first paint', () => {
  it.each(['dark', 'light'] as const)('is %s when that was chosen', (theme) => {
    keepTheme(theme);
    paintFirst();
    expect(page.getAttribute('data-mantine-color-scheme')).toBe(theme);
    expect(getComputedStyle(page).colorScheme).toBe(theme);
  });

  it('follows the system when nothing was chosen, or something unknown', () => {
    localStorage.setItem('cairn.theme', 'mauve');
    paintFirst();
    const system = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
    expect(page.getAttribute('data-mantine-color-scheme')).toBe(system);
  });

  it('leaves nothing behind that a later choice would not change', () => {
    keepTheme('dark');
    paintFirst();
    paintedFirst();
    expect(page.style.colorScheme).toBe('');
  });
});

import type { Theme } from '@cairn/host';

const KEY = 'cairn.theme';
const SCHEME = 'data-mantine-color-scheme';

/** The theme that this browser used last. */
export function keptTheme(): Theme {
  const kept = localStorage.getItem(KEY);
  return kept === 'light' || kept === 'dark' ? kept : 'system';
}

/** Stores a theme for the next page in this browser. */
export function keepTheme(theme: Theme): void {
  localStorage.setItem(KEY, theme);
}

/** Colours the page before any style or component is loaded, so that nothing flashes. */
export function paintFirst(): void {
  const theme = keptTheme();
  const system = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  const scheme = theme === 'system' ? system : theme;
  const { documentElement: page } = document;
  page.setAttribute(SCHEME, scheme);
  page.style.colorScheme = scheme;
}

/** Leaves the colours to the styles once they are loaded. */
export function paintedFirst(): void {
  document.documentElement.style.removeProperty('color-scheme');
}

import type { Theme } from '@cairn/host';
import { useSyncExternalStore } from 'react';
import { create } from 'zustand';
import { keepTheme, keptTheme } from './first-paint.ts';

// Stored in the browser too, so that the first paint is right before the session is read.
const useTheme = create<{ theme: Theme }>(() => ({ theme: keptTheme() }));

/** Applies a theme. */
export function applyTheme(theme: Theme): void {
  keepTheme(theme);
  useTheme.setState({ theme });
}

const dark = matchMedia('(prefers-color-scheme: dark)');
function subscribe(changed: () => void): () => void {
  dark.addEventListener('change', changed);
  return () => dark.removeEventListener('change', changed);
}

/** The active colour scheme, with `system` resolved. */
export function useColorScheme(): 'light' | 'dark' {
  const theme = useTheme((state) => state.theme);
  const system = useSyncExternalStore(subscribe, () => (dark.matches ? 'dark' : 'light'));
  return theme === 'system' ? system : theme;
}

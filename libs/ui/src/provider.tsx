import type { ReactNode } from 'react';
import { ConfirmHost } from './confirm.tsx';
import { ThemeProvider } from './theme-provider.tsx';

/** Provides the theme and confirm dialogs to its children. */
export function UiProvider({
  colorScheme,
  children,
}: {
  colorScheme: 'light' | 'dark';
  children: ReactNode;
}): ReactNode {
  return (
    <ThemeProvider colorScheme={colorScheme}>
      <ConfirmHost>{children}</ConfirmHost>
    </ThemeProvider>
  );
}

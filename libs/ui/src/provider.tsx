import type { ReactNode } from 'react';
import { ConfirmHost } from './confirm.tsx';
import { ThemeProvider } from './theme-provider.tsx';

/** Gives everything below it the theme and the confirm dialogs. */
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

import type { ReactNode } from 'react';
import { ConfirmHost } from './confirm.tsx';
import { Look } from './look.tsx';

/** Gives everything below it the look and its confirm dialogs. */
export function UiProvider({
  colorScheme,
  children,
}: {
  colorScheme: 'light' | 'dark';
  children: ReactNode;
}): ReactNode {
  return (
    <Look colorScheme={colorScheme}>
      <ConfirmHost>{children}</ConfirmHost>
    </Look>
  );
}

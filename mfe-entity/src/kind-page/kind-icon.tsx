import type { ReactNode } from 'react';
import { useKindPage } from './kind-pages.tsx';

/** The icon of a kind, as decoration beside its name. */
export function KindIcon({ kind, size = 16 }: { kind: string; size?: number }): ReactNode {
  const { icon: Icon } = useKindPage(kind);
  return <Icon size={size} strokeWidth={1.75} aria-hidden />;
}

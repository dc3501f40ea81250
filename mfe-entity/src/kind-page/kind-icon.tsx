import { CATALOGUE } from '@cairn/entities';
import type { ReactNode } from 'react';
import { kindColor } from '@cairn/ui/viewers';
import { useKindPage } from './kind-pages.tsx';

/** The icon of a kind in its colour, as decoration beside its name. */
export function KindIcon({ kind, size = 16 }: { kind: string; size?: number }): ReactNode {
  const { icon: Icon } = useKindPage(kind);
  const color = kindColor(CATALOGUE.kind(kind)?.color) ?? 'currentColor';
  return <Icon size={size} strokeWidth={1.75} color={color} aria-hidden />;
}

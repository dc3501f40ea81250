import { CATALOGUE } from '@cairn/entities';
import type { ReactNode } from 'react';
import { kindColor } from '@cairn/ui/viewers';
import { issueLook } from './issue-look.ts';
import { useKindPage } from './kind-pages.tsx';

interface KindIconProps {
  readonly kind: string;
  /** The type of an issue. */
  readonly type?: string | null | undefined;
  readonly size?: number;
}

/** The icon of a kind in its colour, and of a type of issue its own, as decoration beside a name. */
export function KindIcon({ kind, type, size = 16 }: KindIconProps): ReactNode {
  const { icon } = useKindPage(kind);
  const look = kind === 'Issue' && type ? issueLook(type) : null;
  const Icon = look?.icon ?? icon;
  const color = kindColor(look?.color ?? CATALOGUE.kind(kind)?.color) ?? 'currentColor';
  return <Icon size={size} strokeWidth={1.75} color={color} aria-hidden />;
}

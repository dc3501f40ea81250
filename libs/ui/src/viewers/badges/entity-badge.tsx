import { Badge } from '@cairn/ui';
import type { ReactNode } from 'react';
import { entityLookOf } from './entity-looks.ts';

/** The kind of an entity: its icon in its colour, and its name (W§3). */
export function EntityBadge({ kind }: { kind: string }): ReactNode {
  const { label, icon: Icon, color } = entityLookOf(kind);
  return <Badge icon={<Icon color={color} aria-hidden />}>{label}</Badge>;
}

import type { ReactNode } from 'react';
import { kindIcon } from './entity-kinds.ts';

/** The icon of a kind of entity, as decoration beside a name. */
export function KindIcon({ kind }: { kind: string }): ReactNode {
  const Icon = kindIcon(kind);
  return <Icon size={16} aria-hidden />;
}

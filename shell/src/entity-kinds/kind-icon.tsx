import { createElement, type ReactNode } from 'react';
import { kindIcon } from './entity-kinds.ts';

/** The icon of a kind of entity, as decoration beside a name. */
export function KindIcon({ kind }: { kind: string }): ReactNode {
  return createElement(kindIcon(kind), { size: 16, 'aria-hidden': true });
}

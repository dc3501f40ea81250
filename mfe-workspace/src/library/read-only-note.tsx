import { READ_ONLY_MESSAGE } from '@cairn/contracts';
import { useHost } from '@cairn/host';
import { Note } from '@cairn/ui';
import type { ReactNode } from 'react';

/** Tells viewers once on a page why its controls are disabled: the title of each is read by a pointer alone. */
export function ReadOnlyNote(): ReactNode {
  const { org } = useHost();
  return org.role === 'viewer' && <Note>{READ_ONLY_MESSAGE}</Note>;
}

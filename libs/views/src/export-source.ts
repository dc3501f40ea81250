import type { Host } from '@cairn/host';
import { formatDateTime } from '@cairn/ui';

/** Where a file is from, and as of when: the last line of what it says beneath its title. */
export function sourceInWords({ org, timezone }: Pick<Host, 'org' | 'timezone'>): string {
  return `${org.name} in Cairn, as of ${formatDateTime(Date.now(), timezone)}`;
}

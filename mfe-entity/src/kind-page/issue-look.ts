import { issueIcon } from '@cairn/ui/viewers';
import type { KindLook } from './kind-page.ts';

const COLOR = 'issue';

/** How an issue of a type looks: an icon of its own, and a name where it is called otherwise than an issue. */
export function issueLook(type: string): KindLook {
  const icon = issueIcon(type);
  if (/incident|outage/i.test(type)) return { label: 'Incident', icon, color: 'incident' };
  return { label: /^epic$/i.test(type) ? 'Epic' : 'Issue', icon, color: COLOR };
}

/** What looks like a kind and is none: no query names it, because no source provides it (W§3). */
export interface BadgeKind {
  readonly name: string;
  readonly label: string;
  /** lucide icon name in kebab case. */
  readonly icon: string;
  /** Colour token name. */
  readonly color: string;
}

const badge = (name: string, label: string, icon: string, color = name): BadgeKind => ({
  name,
  label,
  icon,
  color,
});

/** An issue of type incident; the one badge kind that things of the graph have. */
export const INCIDENT = badge('incident', 'Incident', 'siren');

/** The badge kinds of W§3 that are no kinds of the catalogue. */
export const BADGE_KINDS: readonly BadgeKind[] = [
  INCIDENT,
  badge('board', 'Board', 'layout-dashboard'),
  badge('discussion', 'Discussion', 'messages-square', 'discussioncomment'),
  badge('comment', 'Comment', 'message-square', 'issuecomment'),
  badge('cicdworkflow', 'Workflow', 'workflow', 'cicdpipeline'),
  badge('artifact', 'Artifact', 'package'),
  badge('tag', 'Tag', 'tag', 'release'),
  badge('userstatus', 'User status', 'circle-user', 'person'),
  badge('usercallstatus', 'Call status', 'phone', 'person'),
  badge('monitor', 'Monitor', 'monitor-check'),
  badge('cost', 'Cost', 'coins'),
  badge('costforecast', 'Cost forecast', 'trending-up', 'cost'),
  badge('slo', 'Service level objective', 'target'),
  badge('customer', 'Customer', 'handshake'),
  badge('service', 'Service', 'server'),
];

/** The badge kind that an issue of this type has, if any. */
export function badgeKindOf(issueType: string | null | undefined): BadgeKind | undefined {
  return /incident|outage/i.test(issueType ?? '') ? INCIDENT : undefined;
}

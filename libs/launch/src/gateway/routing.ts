import { OrgId } from '@cairn/contracts';

export type Service = 'workspace' | 'graph' | 'chat';

/** Where a path of the API goes, and what the service gets to know of the caller. */
export interface Destination {
  readonly service: Service;
  /** `session`: the cookie itself, for accounts alone. `user` and `org`: a token, of no org or of this one. */
  readonly identity: { kind: 'session' } | { kind: 'user' } | { kind: 'org'; orgId: OrgId };
  /** A write here changes what tokens say of the org. */
  readonly changesOrg?: true;
}

const SETTINGS = 'org-settings';
const ofWorkspace = new Set(['explore-states', SETTINGS]);
const ofChat = new Set(['ask']);

/** Finds the service of a path; null for whatever is not part of the API. Internal routes are part of nothing. */
export function destinationOf(path: string): Destination | null {
  const [, api, first = '', second = ''] = path.split('/');
  if (api !== 'api' || second === '') return null;
  if (first === 'auth') return { service: 'workspace', identity: { kind: 'session' } };
  if (first === 'user' || first === 'deep-links') return { service: 'workspace', identity: { kind: 'user' } };
  const orgId = OrgId.safeParse(first);
  if (!orgId.success) return null;
  const identity = { kind: 'org', orgId: orgId.data } as const;
  if (second === SETTINGS) return { service: 'workspace', identity, changesOrg: true };
  if (ofWorkspace.has(second)) return { service: 'workspace', identity };
  return { service: ofChat.has(second) ? 'chat' : 'graph', identity };
}

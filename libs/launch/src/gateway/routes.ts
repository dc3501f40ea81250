import { OrgId, type Access, type Method, type Route } from '@cairn/contracts';
import type { ServiceName, Services } from '@cairn/contracts/services';

/**
 * How a service learns who calls: by the session cookie, not at all, or by a token with or without an org.
 */
export type Identity =
  | { readonly kind: 'cookie' }
  | { readonly kind: 'none' }
  | { readonly kind: 'user' }
  | { readonly kind: 'org'; readonly orgId: OrgId };

/** The service that answers a request, and how the caller is identified to it. */
export interface Destination {
  readonly service: ServiceName;
  readonly identity: Identity;
  /** Pages may ask it with others, in one request. */
  readonly batched: boolean;
  /** A success changes what tokens say about the org. */
  readonly changesOrg: boolean;
  /** A success changes what tokens say about the caller. */
  readonly changesUser: boolean;
  /** A success ends sessions of the caller. */
  readonly endsSessions: boolean;
  /** Bytes of the largest body, where the route has a limit of its own. */
  readonly bodyLimit: number | undefined;
  /** The route also gets the headers that a client names itself. */
  readonly passesOwnHeaders: boolean;
}

/** The destination of a request, the allowed methods for a wrong method, or null for an unknown address. */
export type RouteMatch = Destination | { readonly allow: readonly Method[] } | null;

interface Target extends Omit<Destination, 'identity'> {
  readonly access: Access;
  readonly cookie: boolean;
  /** The index of the org's segment; -1 without one. */
  readonly orgAt: number;
}

interface PathNode {
  readonly fixed: Map<string, PathNode>;
  parameter: PathNode | null;
  readonly targets: Map<Method, Target>;
}

/** Only accounts read and set the session cookie. */
const COOKIE_PREFIX = '/api/auth/';

const newNode = (): PathNode => ({ fixed: new Map(), parameter: null, targets: new Map() });
const isParameter = (segment: string) => segment.startsWith('{');

function childFor(node: PathNode, segment: string): PathNode {
  if (isParameter(segment)) return (node.parameter ??= newNode());
  const child = node.fixed.get(segment) ?? newNode();
  node.fixed.set(segment, child);
  return child;
}

function targetOf(service: ServiceName, route: Route, segments: readonly string[]): Target {
  const { path, access } = route;
  const cookie = path.startsWith(COOKIE_PREFIX);
  const orgAt = segments.indexOf('{orgId}');
  if (!path.startsWith('/api/')) throw new Error(`${path} is outside /api/ and not internal`);
  if (access !== 'public' && access !== 'session' && orgAt < 0) {
    throw new Error(`${path} asks for a role and names no org`);
  }
  const { batched = false, changesOrg = false, changesUser = false, endsSessions = false } = route;
  const { bodyLimit, passesOwnHeaders = false } = route;
  const effects = { batched, changesOrg, changesUser, endsSessions };
  return { service, access, cookie, orgAt, ...effects, bodyLimit, passesOwnHeaders };
}

function addRoute(root: PathNode, service: ServiceName, route: Route): void {
  const segments = route.path.split('/');
  const { targets } = segments.reduce(childFor, root);
  if (targets.has(route.method)) throw new Error(`${route.method} ${route.path} is declared twice`);
  targets.set(route.method, targetOf(service, route, segments));
}

/** A fixed segment precedes a parameter, because no org is called `user`, `auth` or `deep-links`. */
function nodeAt(root: PathNode, segments: readonly string[]): PathNode | null {
  let node: PathNode | null = root;
  for (const segment of segments) {
    const next: PathNode | null = node.fixed.get(segment) ?? (segment === '' ? null : node.parameter);
    if (!next) return null;
    node = next;
  }
  return node;
}

function identityOf({ cookie, access, orgAt }: Target, segments: readonly string[]): Identity | null {
  if (cookie) return { kind: 'cookie' };
  if (access === 'public') return { kind: 'none' };
  if (access === 'session') return { kind: 'user' };
  const orgId = OrgId.safeParse(segments[orgAt]);
  return orgId.success ? { kind: 'org', orgId: orgId.data } : null;
}

/** Derives the gateway's routes from the contracts of the services. Internal routes are left out. */
export function routeTable(services: Services): (method: string, path: string) => RouteMatch {
  const root = newNode();
  for (const [service, { contracts }] of Object.entries(services)) {
    for (const route of contracts.flatMap((contract) => Object.values(contract))) {
      if (route.access !== 'internal') addRoute(root, service as ServiceName, route);
    }
  }
  return (method, path) => {
    const segments = path.split('/');
    const targets = nodeAt(root, segments)?.targets;
    if (!targets || targets.size === 0) return null;
    const target = [...targets].find(([known]) => known === (method === 'HEAD' ? 'GET' : method))?.[1];
    if (!target) return { allow: [...targets.keys()] };
    const identity = identityOf(target, segments);
    if (!identity) return null;
    const { access: _access, cookie: _cookie, orgAt: _at, ...destination } = target;
    return { ...destination, identity };
  };
}

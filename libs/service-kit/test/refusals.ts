import {
  ROLES,
  atLeast,
  pathOf,
  type ApiScope,
  type Contract,
  type Role,
  type Route,
} from '@cairn/contracts';
import { z } from 'zod';

/** The caller in a test: a member with a role, of the org in the paths or of another one. */
export interface Claimed {
  readonly role: Role;
  readonly org: 'own' | 'other';
  /** The scope of an API token; a session without it. */
  readonly scope?: ApiScope;
}

export interface RefusalOptions {
  /** The headers of a signed-in caller, in the way the service signs callers in. */
  readonly headersOf: (claimed: Claimed) => Promise<Record<string, string>>;
  readonly params: Readonly<Record<string, string>>;
  /** A valid input for each route that names its org in the input, sent by the other org for this one. */
  readonly inputs?: Readonly<Record<string, unknown>>;
}

/** A request that a service must refuse, and the codes of which it must answer one. */
export interface Refusal {
  readonly route: string;
  readonly why: string;
  readonly path: string;
  readonly method: string;
  readonly body: string | undefined;
  readonly headers: () => Promise<Record<string, string>>;
  readonly codes: readonly string[];
}

const JSON_TYPE = { 'content-type': 'application/json' };
const MALFORMED = ['{"', '', '[]', '"text"', 'null', '{"a":"\\u0000"}'];
const BAD_TOKENS = ['Bearer', 'Bearer a.b.c', `Bearer ${'x'.repeat(20)}.${'y'.repeat(20)}.z`, 'Basic YTpi'];

const isRole = (access: Route['access']): access is Role => ROLES.some((role) => role === access);

/** True when the org is named in the input, so that the handler must check it. */
function namesOrg({ input }: Route): boolean {
  return input instanceof z.ZodObject && 'org_id' in input.shape;
}

type Kind = Pick<Refusal, 'why' | 'codes' | 'headers'> & { readonly body?: string };

function withoutSession(route: Route): Kind[] {
  if (route.access === 'public') return [];
  const codes = ['unauthenticated'];
  const tokens = BAD_TOKENS.map((authorization) => ({
    why: `authorization ${authorization}`,
    codes,
    headers: async () => ({ ...JSON_TYPE, authorization }),
  }));
  const secret = {
    why: 'a wrong secret',
    codes,
    headers: async () => ({ ...JSON_TYPE, 'x-cairn-internal': 'x'.repeat(40) }),
  };
  return [{ why: 'no session', codes, headers: async () => JSON_TYPE }, secret, ...tokens];
}

function withoutRight(route: Route, { headersOf, inputs }: RefusalOptions, name: string): Kind[] {
  const { scope } = route;
  const as = (role: Role, org: Claimed['org']) => () => headersOf({ role, org, ...(scope ? { scope } : {}) });
  if (route.access === 'internal') {
    return [{ why: 'a session of an owner', codes: ['unauthenticated'], headers: as('admin', 'own') }];
  }
  if (route.access === 'session' && namesOrg(route)) {
    const input = inputs?.[name];
    if (input === undefined) throw new Error(`${name} names its org in the input: give one to try`);
    const body = JSON.stringify(input);
    return [{ why: 'a session of another org', codes: ['not_found'], headers: as('admin', 'other'), body }];
  }
  if (!isRole(route.access)) return [];
  const { access } = route;
  const tooLow = ROLES.filter((role) => !atLeast(role, access)).map((role) => ({
    why: `the role ${role}`,
    codes: ['forbidden', 'read_only'],
    headers: as(role, 'own'),
  }));
  return [
    { why: 'a session of another org', codes: ['not_found'], headers: as(access, 'other') },
    { why: 'a session of another org’s super', codes: ['not_found'], headers: as('super', 'other') },
    ...tooLow,
  ];
}

/** A token that pushes calls nothing else, and no other calls what takes it. */
function withWrongScope({ access, scope }: Route, { headersOf }: RefusalOptions): Kind[] {
  if (access === 'public' || access === 'internal') return [];
  const claimed: Claimed = { role: 'admin', org: 'own' };
  const wrong = ([undefined, 'viewer', 'user', 'admin', 'push'] as const).filter((each) =>
    scope === undefined ? each === 'push' : each !== scope,
  );
  return wrong.map((each) => ({
    why: `the scope ${each ?? 'of a session'}`,
    codes: ['forbidden'],
    headers: () => headersOf({ ...claimed, ...(each ? { scope: each } : {}) }),
  }));
}

function withBadBody(route: Route, { headersOf }: RefusalOptions): Kind[] {
  if (!route.input || route.access === 'internal') return [];
  const role = isRole(route.access) ? route.access : 'user';
  const headers = async () =>
    route.access === 'public'
      ? JSON_TYPE
      : {
          ...(await headersOf({ role, org: 'own', ...(route.scope ? { scope: route.scope } : {}) })),
          ...JSON_TYPE,
        };
  const codes = ['invalid_json', 'invalid_input'];
  const bodies = MALFORMED.map((body) => ({ why: `the body ${body}`, codes, headers, body }));
  const text = async () => ({ ...(await headers()), 'content-type': 'text/plain' });
  return [...bodies, { why: 'a body without the content type of JSON', codes, headers: text, body: '{}' }];
}

/** Every refusal of every route of a contract: no session, another org's, too low a role, an invalid body. */
export function refusalsOf(contract: Contract, options: RefusalOptions): Refusal[] {
  return Object.entries<Route>(contract).flatMap(([name, route]) => {
    const path = pathOf(route, options.params);
    const usual = route.method === 'GET' ? undefined : '{}';
    return [
      ...withoutSession(route),
      ...withoutRight(route, options, name),
      ...withWrongScope(route, options),
      ...withBadBody(route, options),
    ].map((kind) => ({ route: name, path, method: route.method, body: usual, ...kind }));
  });
}

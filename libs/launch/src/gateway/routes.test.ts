import { defineContract, type Route } from '@cairn/contracts';
import { SERVICES } from '@cairn/contracts/services';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { routeTable, type RouteMatch } from './routes.ts';

const match = routeTable(SERVICES);
const declared = Object.entries(SERVICES).flatMap(([service, { contracts }]) =>
  contracts.flatMap((contract) =>
    Object.values<Route>(contract).map((route) => ({
      service,
      route,
      name: `${route.method} ${route.path}`,
    })),
  ),
);
const shown = declared.filter(({ route }) => route.access !== 'internal');
const fixedWords = new Set(shown.map(({ route }) => route.path.split('/')[2] ?? ''));
const orgs = fc.stringMatching(/^[A-Za-z0-9_-]{1,64}$/).filter((org) => !fixedWords.has(org));
const isDestination = (found: RouteMatch) => found !== null && 'service' in found;

function identityOf({ path, access }: Route, orgId: string) {
  if (path.startsWith('/api/auth/')) return { kind: 'cookie' };
  if (access === 'public') return { kind: 'none' };
  return access === 'session' ? { kind: 'user' } : { kind: 'org', orgId };
}

describe('the routes of the gateway', () => {
  it.each(shown)(
    'send $name to svc-$service with the caller that its access asks for',
    ({ service, route }) => {
      fc.assert(
        fc.property(orgs, fc.stringMatching(/^[\w.-]{1,40}$/), (orgId, value) => {
          const path = route.path.replace('{orgId}', orgId).replaceAll(/\{\w+\}/g, value);
          expect(match(route.method, path)).toEqual({
            service,
            identity: identityOf(route, orgId),
            batched: route.batched ?? false,
            changesOrg: route.changesOrg ?? false,
            changesUser: route.changesUser ?? false,
            endsSessions: route.endsSessions ?? false,
            bodyLimit: route.bodyLimit,
            passesOwnHeaders: route.passesOwnHeaders ?? false,
          });
          expect(match('PURGE', path)).toEqual({ allow: expect.arrayContaining([route.method]) });
          expect(match(route.method, `${path}/`)).toBeNull();
          expect(match(route.method, `${path}/one/two/three`)).toBeNull();
        }),
        { numRuns: 20 },
      );
    },
  );

  it('are only those that a contract declares', () => {
    const patterns = shown.map(({ route }) => new RegExp(`^${route.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`));
    const words = [...new Set(shown.flatMap(({ route }) => route.path.split('/').slice(1)))];
    const segments = fc.array(fc.oneof(fc.constantFrom(...words), orgs, fc.constant('')), { maxLength: 5 });
    const paths = fc.oneof(
      fc.webPath(),
      segments.map((parts) => `/${parts.join('/')}`),
      segments.map((parts) => `/api/${parts.join('/')}`),
    );
    fc.assert(
      fc.property(paths, fc.constantFrom('GET', 'POST', 'DELETE'), (path, method) => {
        if (!patterns.some((pattern) => pattern.test(path))) expect(match(method, path)).toBeNull();
      }),
      { numRuns: 1_000 },
    );
  });

  it('never include an internal one', () => {
    const internal = declared.filter(({ route }) => route.access === 'internal');
    expect(internal).not.toEqual([]);
    for (const { route } of internal) expect(match(route.method, route.path)).toBeNull();
  });

  it.each([
    '/api/a b/ask/query',
    '/api/../internal/token',
    '/api/%2e%2e/ask/query',
    `/api/${'a'.repeat(65)}/ask/query`,
  ])('do not take %s for an address of an org', (path) =>
    expect(isDestination(match('POST', path))).toBe(false),
  );

  it('refuse to start with a route twice, outside /api/, or with a role and no org', () => {
    const route = { method: 'GET', path: '/api/user/x', access: 'session', summary: '', output: z.unknown() };
    const start = (part: object) => () => {
      const planted = defineContract({ one: { ...route, ...part } as Route });
      return routeTable({ ...SERVICES, chat: { title: '', contracts: [planted] } });
    };
    expect(start({})).not.toThrow();
    expect(start({ path: '/api/user/me' })).toThrow('declared twice');
    expect(start({ path: '/elsewhere' })).toThrow('outside /api/');
    expect(start({ access: 'admin' })).toThrow('names no org');
  });
});

import { pathOf, type Contract } from '@cairn/contracts';
import { SERVICES } from '@cairn/contracts/services';
import { CALLERS, letterOf, type CallerName } from '@cairn/service-kit/matrix';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROUTE_RIGHTS, THING_INPUTS, THING_RIGHTS, TRIED_ROUTES } from '../test/access-matrix.ts';
import { castOf, TARGETS, type Cast, type TargetName } from '../test/matrix-cast.ts';
import { startPostgres, type PostgresServer } from '../test/postgres.ts';
import { openPostgres, openSqlite } from './database/dialects.ts';

const contract: Contract = Object.assign({}, ...SERVICES.workspace.contracts);
const engines = process.env['CAIRN_TEST_FULL'] ? ['SQLite', 'PostgreSQL'] : ['SQLite'];

describe.each(engines)('who may call what, on %s', (engine) => {
  let cast: Cast;
  let server: PostgresServer | undefined;
  beforeAll(async () => {
    server = engine === 'PostgreSQL' ? await startPostgres() : undefined;
    cast = await castOf(
      server ? openPostgres(await server.createDatabase(), () => undefined) : openSqlite(':memory:'),
    );
  });
  afterAll(async () => {
    await cast.at.engine.db.destroy();
    await server?.remove();
  });

  /** One request: a letter of the tables, or the code of an error that they do not know. */
  async function call(name: string, caller: CallerName, input: unknown, params: object = {}) {
    const route = contract[name];
    if (!route) throw new Error(`there is no route ${name}`);
    const headers = { ...cast.callers[caller].headers, 'content-type': 'application/json' };
    const body = route.method === 'GET' ? {} : { body: JSON.stringify(input ?? {}) };
    const path = pathOf(route, { orgId: cast.orgId, ...params });
    const answer = await cast.at.app.request(path, { method: route.method, headers, ...body });
    return letterOf(answer);
  }

  it('is said for every route that asks for a session or a role', () => {
    const asked = Object.entries(contract).filter(
      ([, { access }]) => !['public', 'internal'].includes(access),
    );
    expect(Object.keys(TRIED_ROUTES).toSorted()).toEqual(asked.map(([name]) => name).toSorted());
  });

  it.each(Object.entries(TRIED_ROUTES))(
    'of %s is as the table says',
    async (name, { input, params, after }) => {
      let answers = '';
      for (const caller of CALLERS) {
        answers += await call(name, caller, await input?.(cast, caller), params?.(cast));
        await after?.(cast, caller);
      }
      expect(answers).toBe(ROUTE_RIGHTS[name]);
    },
  );

  /** What nobody may set, or set for somebody else. */
  const TAKEN = { superuser: true, emailVerified: true, created_by: 'x', createdAt: 'x', signup_email: 'x' };
  const written = Object.entries(TRIED_ROUTES).filter(([name]) => contract[name]?.input !== undefined);

  it.each(written)('of %s takes no more than it says', async (name, { input, params }) => {
    const given = (await input?.(cast, 'superuser')) as object;
    for (const [key, value] of Object.entries(TAKEN)) {
      const code = await call(name, 'superuser', { ...given, [key]: value }, params?.(cast));
      expect([key, code]).toEqual([key, ' invalid_input ']);
    }
  });

  it.each(Object.entries(THING_RIGHTS))(
    'of %s depends on the thing as the table says',
    async (name, rights) => {
      const answers: Record<string, string> = {};
      for (const target of TARGETS) {
        answers[target] = '';
        for (const caller of CALLERS) {
          answers[target] += await call(name, caller, await THING_INPUTS[name]?.(target)(cast, caller));
        }
      }
      expect(answers).toEqual(rights);
    },
  );

  it.each(['viewer', 'user', 'admin', 'super', 'superuser', 'script'] as const)(
    'of lists and searches is what one may read, and of deleted things what one may restore: %s',
    async (caller) => {
      const ids: Record<string, string> = {};
      for (const target of TARGETS) ids[target] = await cast.thing(target, caller);
      const { headers } = cast.callers[caller];
      const seenBy = async (route: string, more: object = {}) => {
        const input = { org_id: cast.orgId, ...more };
        const { body } = await cast.at.send(`/api/deep-links/${route}`, input, headers);
        const listed = (body.data as unknown as { id: string }[]).map(({ id }) => id);
        return TARGETS.filter((target) => listed.includes(ids[target] ?? ''));
      };
      expect(await seenBy('list')).toEqual(['own', 'org', 'global']);
      for (const target of TARGETS) {
        const found = await seenBy('search', { text: ids[target], perType: 50 });
        expect(found.includes(target), target).toBe(['own', 'org', 'global'].includes(target));
      }
      for (const target of TARGETS) await cast.remove(ids[target] ?? '', target, caller);
      const may = (target: TargetName) =>
        THING_RIGHTS['restoreLink']?.[target][CALLERS.indexOf(caller)] === '+';
      expect(await seenBy('deleted', { limit: 100 })).toEqual(TARGETS.filter(may));
    },
  );
});

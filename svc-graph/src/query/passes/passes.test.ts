import { OrgId } from '@cairn/contracts';
import { CATALOGUE } from '@cairn/entities';
import { Query } from '@cairn/query';
import type { QueryInput } from '@cairn/query';
import { describe, expect, it } from 'vitest';
import { compile, compileCount } from '../dialect/dialect.ts';
import { DUCKDB } from '../dialect/duckdb.ts';
import { planGroups } from '../plan/groups.ts';
import type { Plan } from '../plan/plan.ts';
import { planRows } from '../plan/rows.ts';
import { BASE, scanOf } from '../plan/scope.ts';
import type { QueryScope } from '../plan/scope.ts';
import { capLimits } from './cap-limits.ts';
import { runPasses } from './passes.ts';
import { pruneJoins } from './prune-joins.ts';
import { scopeTenant } from './scope-tenant.ts';
import { readForeignKeys } from './foreign-keys.ts';

const everybody = { audience: null };
const acme = { org: OrgId.parse('acme'), version: 1 };

function scopeOf(name: string): QueryScope {
  const kind = CATALOGUE.kind(name);
  if (!kind) throw new Error(name);
  return {
    catalogue: CATALOGUE,
    kind,
    base: scanOf(kind, BASE),
    calendar: { zone: { zone: 'UTC', stretches: [] }, firstDay: 1 },
    window: { start: null, end: null },
    now: 0,
  };
}

function groups(query: QueryInput): Plan {
  return planGroups({ ...Query.parse(query), limit: 10, offset: 0 }, scopeOf(query.select?.[0] ?? 'Commit'));
}

function joinsOf(plan: Plan): number {
  return plan.node === 'rows'
    ? plan.joins.length
    : plan.grains.reduce((sum, grain) => sum + grain.joins.length, 0);
}

describe('passes', () => {
  const byPersonId = groups({ select: ['Commit'], groupBys: ['Person.uuid'] });

  it('read the uuid of a linked row from the link, so that nothing need be joined', () => {
    expect(joinsOf(byPersonId)).toBe(1);
    expect(joinsOf(pruneJoins(byPersonId))).toBe(1);
    const short = pruneJoins(readForeignKeys(byPersonId));
    expect(joinsOf(short)).toBe(0);
    expect(compile(scopeTenant(acme)(short), DUCKDB).text).toContain('"b"."authorUuid" AS "g0"');
  });

  it('keep a join that something reads, and what that reads', () => {
    expect(
      joinsOf(pruneJoins(readForeignKeys(groups({ groupBys: ['Person.name'], select: ['Commit'] })))),
    ).toBe(1);
    const emails = groups({ select: ['Commit'], groupBys: ['Person.emails'] });
    expect(joinsOf(pruneJoins(readForeignKeys(emails)))).toBe(2);
  });

  it('read a value once, however many measures are of it, and order it once for all its quantiles', () => {
    const aggregations = (['median', 'p90', 'avg'] as const).map((reducer) => {
      return { target: 'Commit', attribute: 'additions', reducer };
    });
    const plan = groups({
      select: ['Commit'],
      groupBys: ['Person.name'],
      aggregations: [...aggregations, { target: 'Commit', attribute: 'uuid', reducer: 'count' }],
    });
    const { text } = compile(runPasses(plan, acme, everybody), DUCKDB);
    expect(text.match(/"b"\."additions"/g)).toHaveLength(1);
    expect(text.match(/"b"\."uuid" AS/g)).toHaveLength(1);
    expect(text.match(/quantile_cont\("m0i", \[0\.5, 0\.9\]\)/g)).toHaveLength(2);
  });

  it('cap what may be answered', () => {
    expect(capLimits(5)(byPersonId).limit).toBe(5);
    expect(capLimits(50)(byPersonId).limit).toBe(10);
  });

  it('give every reading of every table its org, also inside conditions', () => {
    const filters = [{ target: 'SourceFile', attribute: 'path', comparison: { IN: ['a', null] } }];
    const plan = runPasses(
      groups({ select: ['Commit'], groupBys: ['Person.name', 'Release.name'], filters }),
      acme,
      everybody,
    );
    const scans = JSON.stringify(plan).match(/"tenant":({"org":"acme"|null)/g) ?? [];
    expect(scans).toHaveLength(5);
    expect(scans.every((scan) => scan.includes('acme'))).toBe(true);
  });

  it('leave out what its source no longer has, but not what a row links to', () => {
    const { text } = compile(
      runPasses(groups({ select: ['Commit'], groupBys: ['Person.name', 'Release.name'] }), acme, everybody),
      DUCKDB,
    );
    expect(text).toContain('"b"."deleted" IS NOT TRUE');
    expect(text).toContain('"t"."deleted" IS NOT TRUE');
    expect(text).not.toContain('"j0"."deleted"');
  });

  it('do not render what belongs to no org', () => {
    expect(() => compile(byPersonId, DUCKDB)).toThrow('belongs to no org');
  });

  it('never put a value into the text', () => {
    const secret = 'VALUE-OF-A-QUESTION';
    const filters = ['IN', 'NOT IN'].flatMap((operator) =>
      ['Commit.sha', 'Person.name', 'SourceFile.path', 'Commit.filesAdded'].map((field) => {
        const [target = '', attribute = ''] = field.split('.');
        return { target, attribute, comparison: { [operator]: [secret] } as never };
      }),
    );
    const query = Query.parse({ select: ['Commit'], filters, search: `${secret} NOT "${secret} x"` });
    const grouped = planGroups(
      {
        ...query,
        contains: secret,
        groupBys: [{ target: 'Person', attribute: 'name' }],
        limit: 1,
        offset: 0,
      },
      scopeOf('Commit'),
    );
    const rows = planRows({ ...query, limit: 1, offset: 0 }, scopeOf('Commit'));
    for (const plan of [grouped, rows]) {
      const { text, values } = compile(runPasses(plan, acme, everybody), DUCKDB);
      expect(text).not.toContain('VALUE');
      expect(
        values.filter((param) => 'value' in param && String(param.value).startsWith(secret)).length,
      ).toBeGreaterThanOrEqual(10);
    }
  });
});

describe('a statement', () => {
  it('says that it reads a rollup where any of its grains does', () => {
    const plan = runPasses(groups({ select: ['Commit'], groupBys: ['Commit.isMerge'] }), acme, everybody);
    if (plan.node !== 'groups') throw new Error('these are groups');
    const [grain] = plan.grains;
    if (!grain) throw new Error('there is a grain');
    const other = { ...grain, base: { ...grain.base, schema: 'rollups' } };
    for (const grains of [[grain], [grain, other], [other]]) {
      const reads = grains.includes(other) ? 'rollup' : 'graph';
      expect(compile({ ...plan, grains }, DUCKDB).reads).toBe(reads);
      expect(compileCount({ ...plan, grains }, DUCKDB).reads).toBe(reads);
    }
  });
});

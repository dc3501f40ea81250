import { OrgId } from '@cairn/contracts';
import { CATALOGUE } from '@cairn/entities';
import { Query } from '@cairn/query';
import type { QueryInput } from '@cairn/query';
import { describe, expect, it } from 'vitest';
import { runPasses } from '../passes/passes.ts';
import { planRows } from '../plan/rows.ts';
import { BASE, scanOf } from '../plan/scope.ts';
import { CLICKHOUSE } from './clickhouse.ts';
import { compile } from './dialect.ts';
import { DUCKDB } from './duckdb.ts';

/** The tables and limits of a statement in the order in which its SQL names them. */
function order(query: QueryInput, dialect = DUCKDB, limit = 20): string[] {
  const kind = CATALOGUE.kind(query.select?.[0] ?? 'Commit');
  if (!kind) throw new Error('no such kind');
  const scope = {
    catalogue: CATALOGUE,
    kind,
    base: scanOf(kind, BASE),
    calendar: { zone: { zone: 'UTC', stretches: [] }, firstDay: 1 as const },
    window: { start: null, end: null },
    now: 0,
  };
  const plan = planRows({ ...Query.parse(query), limit, offset: 0 }, scope);
  const { text } = compile(
    runPasses(plan, { org: OrgId.parse('acme'), version: 1 }, { audience: null, most: limit }),
    dialect,
  );
  return [...text.matchAll(/(?:FROM|JOIN) \W*(Person|Repository)\b|LIMIT/g)].map(
    ([cut, table]) => table ?? cut,
  );
}

const shown: QueryInput = { select: ['Commit'], columns: ['Commit.name', 'Repository.name', 'Person.name'] };

describe.each([DUCKDB, CLICKHOUSE])('a page of rows in $name', (dialect) => {
  it('is cut before what it only shows is joined', () => {
    expect(order(shown, dialect)).toEqual(['LIMIT', 'Repository', 'Person']);
  });

  it('joins first what it is ordered by', () => {
    const byPerson = { ...shown, order: [{ by: 'Person.name', direction: 'ascending' as const }] };
    expect(order(byPerson, dialect)).toEqual(['Person', 'LIMIT', 'Repository', 'Person']);
    expect(order({ ...byPerson, columns: ['Person.name'] }, dialect)).toEqual(['Person', 'LIMIT']);
  });

  it('is put in order once when it is long', () => {
    expect(order(shown, dialect, 100_000)).toEqual(['Repository', 'Person', 'LIMIT']);
  });
});

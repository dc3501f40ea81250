import { sql } from 'kysely';
import { afterAll, describe, expect, it } from 'vitest';
import { compileOnce } from './compile-once.ts';
import { openSqlite } from './dialects.ts';

describe('a query that is compiled once', () => {
  const { db } = openSqlite(':memory:');
  afterAll(() => db.destroy());

  let builds = 0;
  const echo = compileOnce(db, ['id', 'name'], ({ id, name }) => {
    builds += 1;
    return db.selectNoFrom([
      sql<string>`${name}`.as('name'),
      sql<string>`${'always'}`.as('fixed'),
      sql<string>`${id}`.as('id'),
    ]);
  });

  it('sends the values of each run, in the order of the statement, and keeps its own', async () => {
    expect(await echo({ id: '1', name: 'one' })).toEqual([{ name: 'one', fixed: 'always', id: '1' }]);
    expect(await echo({ id: '2', name: "' or 1=1 --" })).toEqual([
      { name: "' or 1=1 --", fixed: 'always', id: '2' },
    ]);
    expect(builds).toBe(1);
  });

  it('takes a value that reads like a stand-in as it is', async () => {
    expect(await echo({ id: 'value of name', name: 'x' })).toEqual([
      { name: 'x', fixed: 'always', id: 'value of name' },
    ]);
  });
});

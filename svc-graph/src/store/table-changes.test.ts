import { describe, expect, it } from 'vitest';
import { TableChanges, writeOf } from './table-changes.ts';

const writes = (sql: string) => {
  const write = writeOf(sql);
  return write && (write.kind === 'unknown' ? 'unknown' : [write.kind, write.table]);
};

describe('a statement', () => {
  it.each([
    ['INSERT INTO "Event" (uuid) SELECT 1', ['insert', 'Event']],
    ['insert into Event values (1)', ['insert', 'Event']],
    ['INSERT INTO "Event" (uuid) VALUES (1) ON CONFLICT DO NOTHING', 'unknown'],
    ['INSERT OR REPLACE INTO "Meta" VALUES (1)', ['change', 'Meta']],
    ['UPDATE "Commit" t SET additions = 1', ['change', 'Commit']],
    ['DELETE FROM "TimeInStatus"', ['change', 'TimeInStatus']],
    ['WITH x AS (SELECT 1) INSERT INTO "Event" SELECT * FROM x', 'unknown'],
    ['MERGE INTO "Event" USING x ON true WHEN MATCHED THEN DELETE', 'unknown'],
    ['SELECT 1; DELETE FROM "Event"', 'unknown'],
    ['DROP TABLE "Event"', 'unknown'],
    ['CREATE OR REPLACE TABLE "Event" AS SELECT 1', 'unknown'],
    ['UPDATE main."Event" SET name = 1', 'unknown'],
    ['EXPLAIN ANALYZE DELETE FROM "Event"', ['change', 'Event']],
    ['EXPLAIN ANALYZE SELECT * FROM "Event"', null],
    ['SELECT * FROM "Event"', null],
    ['WITH x AS (SELECT "updatedAt", deleted FROM "Event") SELECT * FROM x', null],
    ['CREATE OR REPLACE TEMP TABLE touched AS SELECT 1', null],
    ['DROP TABLE temp."stage_Commit"', null],
    ['ALTER TABLE "Issue" ADD COLUMN IF NOT EXISTS "customRisk" DOUBLE', null],
  ])('%s', (sql, expected) => {
    expect(writes(sql)).toEqual(expected);
  });
});

describe('columns of a table', () => {
  const fate = (sql: string, columns: string[]) => {
    const changes = new TableChanges();
    const mark = changes.mark();
    const write = writeOf(sql);
    if (write) changes.note([write]);
    return changes.since(mark, 'Commit', columns);
  };

  it('are the same where nothing names them', () => {
    expect(fate('UPDATE "Commit" SET additions = 1 WHERE uuid = 2', ['authorUuid'])).toBe('same');
    expect(fate('INSERT INTO "Event" (uuid) VALUES (1)', ['authorUuid'])).toBe('same');
    expect(fate('DELETE FROM "Event"', ['authorUuid'])).toBe('same');
  });

  it('only grow by what is put in', () => {
    expect(fate('INSERT INTO "Commit" (uuid) VALUES (1)', ['authorUuid'])).toBe('grown');
  });

  it('are changed by what names them, takes rows out or may do anything', () => {
    for (const sql of [
      'UPDATE "Commit" t SET "authorUuid" = m.now FROM moved m',
      'update commit set authoruuid = 1',
      'UPDATE "Commit" SET additions = 1, uuid = 2',
      'DELETE FROM "Commit" WHERE uuid = 1',
      'INSERT OR REPLACE INTO "Commit" VALUES (1)',
      'TRUNCATE "Event"',
    ])
      expect(fate(sql, ['authorUuid'])).toBe('changed');
  });

  it('are told of a moment: what was noted before it does not count, what is noted again does', () => {
    const changes = new TableChanges();
    const write = { kind: 'insert', table: 'Commit', sql: 'INSERT INTO "Commit"' } as const;
    changes.note([write]);
    const mark = changes.mark();
    expect(changes.since(mark, 'Commit', [])).toBe('same');
    changes.note([write]);
    expect(changes.since(mark, 'Commit', [])).toBe('grown');
  });

  it('stay told when there are more texts than are kept', () => {
    const changes = new TableChanges();
    const mark = changes.mark();
    for (let index = 0; index < 600; index++)
      changes.note([{ kind: 'change', table: 'Commit', sql: `UPDATE "Commit" SET a = ${index}` }]);
    expect(changes.since(mark, 'Commit', ['a'])).toBe('changed');
    expect(changes.touched(mark, 'Commit')).toBe(true);
  });
});

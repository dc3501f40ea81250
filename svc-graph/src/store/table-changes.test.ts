import { describe, expect, it } from 'vitest';
import { deleteFrom, insertInto, replaceRow, update } from './statement.ts';
import type { Effect } from './statement.ts';
import { TableChanges } from './table-changes.ts';

const INSERTED: Effect = { how: 'insert', table: 'Commit' };

describe('columns of a table', () => {
  const changeBy = (effect: Effect, columns: string[]) => {
    const changes = new TableChanges();
    const version = changes.version();
    changes.note([effect]);
    return changes.since(version, 'Commit', columns);
  };

  it('are unchanged where a statement writes others or nothing', () => {
    for (const effect of [
      'nothing',
      update('Commit', { additions: '1' }, '').writes,
      insertInto('Event', ['uuid'], 'VALUES (1)').writes,
      deleteFrom('Event', 'true').writes,
    ] as const)
      expect(changeBy(effect, ['authorUuid'])).toBe('unchanged');
  });

  it('are only appended to by an insert', () => {
    expect(changeBy(INSERTED, ['authorUuid'])).toBe('appended');
    expect(changeBy({ how: 'insert', table: 'commit' }, ['authorUuid'])).toBe('appended');
  });

  it('are changed by an update of them, by rows taken out or replaced, and by anything', () => {
    for (const effect of [
      update('Commit', { authorUuid: 'm.now' }, 'FROM moved m').writes,
      { how: 'update', table: 'commit', columns: ['additions', 'authoruuid'] },
      deleteFrom('Commit', 'uuid = 1').writes,
      replaceRow('Commit', ['1']).writes,
      'anything',
    ] as const)
      expect(changeBy(effect, ['authorUuid'])).toBe('changed');
  });

  it('are compared with a version: what was noted before it does not count, what is noted again does', () => {
    const changes = new TableChanges();
    changes.note([INSERTED]);
    const version = changes.version();
    expect(changes.since(version, 'Commit', [])).toBe('unchanged');
    changes.note([INSERTED]);
    expect(changes.since(version, 'Commit', [])).toBe('appended');
  });
});

describe('rows of a table', () => {
  const rewrittenBy = (effect: Effect) => {
    const changes = new TableChanges();
    const version = changes.version();
    changes.note([effect]);
    return changes.hasRewrites(version, 'Commit');
  };

  it('may move where any column is updated or rows are taken out, and stay where rows are added', () => {
    expect(rewrittenBy(update('Commit', { additions: '1' }, '').writes)).toBe(true);
    expect(rewrittenBy(deleteFrom('Commit', 'true').writes)).toBe(true);
    expect(rewrittenBy('anything')).toBe(true);
    expect(rewrittenBy(INSERTED)).toBe(false);
    expect(rewrittenBy(deleteFrom('Event', 'true').writes)).toBe(false);
  });
});

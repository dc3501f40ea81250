import type { Statement } from '../src/store/statement.ts';

/** A statement of a test that says no more than that it writes. */
export const anyWrite = (sql: string, params: readonly string[] = []): Statement => ({
  sql,
  params,
  writes: 'anything',
});

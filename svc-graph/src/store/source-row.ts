import type { GraphWriter } from './graph-writer.ts';
import type { Statement } from './load.ts';

export interface Progress {
  readonly phase: 'waiting' | 'log' | 'diff' | 'done' | 'failed';
  readonly done: number;
  readonly total: number | null;
  readonly perSecond: number | null;
}

/** How far a source has been read, and where to go on; `cursor` is the connector's own. */
export interface SourceState {
  readonly status: 'new' | 'ingesting' | 'active' | 'error';
  readonly progress: Progress;
  readonly notes: readonly string[];
  readonly error: { readonly code: string; readonly message: string } | null;
  readonly erroredAt: string | null;
  readonly lastIngestedAt: string | null;
  readonly cursor: unknown;
}

/** A source of an org as it is kept. */
export interface SourceRow {
  readonly id: string;
  readonly type: string;
  /** Where it is read from; for git the folder that all worktrees of the repository share. */
  readonly path: string;
  readonly name: string;
  readonly state: SourceState;
}

export const NEW_SOURCE: SourceState = {
  status: 'new',
  progress: { phase: 'waiting', done: 0, total: null, perSecond: null },
  notes: [],
  error: null,
  erroredAt: null,
  lastIngestedAt: null,
  cursor: null,
};

/** The sources of an org in the order they were added. */
export async function readSources(store: Pick<GraphWriter, 'rows'>): Promise<SourceRow[]> {
  const rows = await store.rows<Omit<SourceRow, 'state'> & { state: string }>(
    'SELECT id, type, path, name, state::VARCHAR AS state FROM "Source" ORDER BY "createdAt", id',
  );
  return rows.map((row) => ({ ...row, state: JSON.parse(row.state) as SourceState }));
}

/** Adds a source unless it is there. */
export async function addSource(store: Pick<GraphWriter, 'rows'>, source: SourceRow): Promise<void> {
  await store.rows(
    `INSERT INTO "Source" SELECT $1, $2, $3, $4, now()::TIMESTAMP, $5 WHERE NOT EXISTS (SELECT 1 FROM "Source" WHERE id = $1)`,
    [source.id, source.type, source.path, source.name, JSON.stringify(source.state)],
  );
}

/** Writes down how far a source is; it belongs in the transaction of the batch that it speaks of. */
export function stateStatement(id: string, state: SourceState): Statement {
  return { sql: 'UPDATE "Source" SET state = $2 WHERE id = $1', params: [id, JSON.stringify(state)] };
}

import type { GraphWriter } from './graph-writer.ts';
import { insertInto, update } from './statement.ts';
import type { Statement } from './statement.ts';

/** The counts of a source's phase. */
export interface PhaseCount {
  readonly done: number;
  readonly total: number | null;
  readonly perSecond: number | null;
}

/** How far a source has been read; the words of its phases belong to its connector. */
export interface ReadProgress {
  readonly state: 'waiting' | 'running' | 'done' | 'failed';
  /** The running phase, or the last one. */
  readonly current: string | null;
  /** By phase id. */
  readonly counts: Readonly<Record<string, PhaseCount>>;
}

/** How far a source has been read, and where to continue; `cursor` belongs to the connector. */
export interface SourceState {
  readonly status: 'new' | 'ingesting' | 'active' | 'error' | 'limited';
  readonly progress: ReadProgress;
  readonly notes: readonly string[];
  /** What of the source was read, in a sentence; missing where there is nothing to say. */
  readonly coverage?: string | undefined;
  readonly error: { readonly code: string; readonly message: string } | null;
  readonly erroredAt: string | null;
  /** How often in a row it could not be read, and the message each time; missing once it was read. */
  readonly failed?: { readonly times: number; readonly message: string } | undefined;
  /** When reading goes on by itself after a limit or a fault; missing where its schedule says so. */
  readonly resumeAt?: string | undefined;
  readonly lastIngestedAt: string | null;
  readonly cursor: unknown;
  /** The version of its connector's `normalise` that made its rows, the oldest one; missing before any was kept. */
  readonly madeBy?: number | undefined;
  /** Its rows must be built again from its payloads, by this version or because another source was removed. */
  readonly outdated?: true | undefined;
}

/** A stored source of an org. */
export interface SourceRow {
  readonly id: string;
  readonly type: string;
  /** The settings that its connector reads it with, without secrets. */
  readonly settings: Readonly<Record<string, unknown>>;
  readonly name: string;
  readonly state: SourceState;
}

export const NEW_SOURCE: SourceState = {
  status: 'new',
  progress: { state: 'waiting', current: null, counts: {} },
  notes: [],
  error: null,
  erroredAt: null,
  lastIngestedAt: null,
  cursor: null,
};

/** The sources of an org in the order of their creation. */
export async function readSources(store: Pick<GraphWriter, 'rows'>): Promise<SourceRow[]> {
  const rows = await store.rows<Record<'id' | 'type' | 'name' | 'settings' | 'state', string>>(
    'SELECT id, type, name, settings::VARCHAR AS settings, state::VARCHAR AS state FROM "Source" ORDER BY "createdAt", id',
  );
  return rows.map(({ settings, state, ...row }) => ({
    ...row,
    settings: JSON.parse(settings) as SourceRow['settings'],
    state: JSON.parse(state) as SourceState,
  }));
}

/** Adds a source unless it exists, and stores further things in the same transaction. */
export async function addSource(
  store: Pick<GraphWriter, 'transaction'>,
  source: SourceRow,
  together: readonly Statement[] = [],
): Promise<void> {
  const added = insertInto(
    'Source',
    ['id', 'type', 'settings', 'name', 'createdAt', 'state'],
    `SELECT $1, $2, $3, $4, now()::TIMESTAMP, $5 WHERE NOT EXISTS (SELECT 1 FROM "Source" WHERE id = $1)`,
    [source.id, source.type, JSON.stringify(source.settings), source.name, JSON.stringify(source.state)],
  );
  await store.transaction((open) => open.runAll([added, ...together]));
}

/** Gives a source another name. */
export async function renameSource(
  store: Pick<GraphWriter, 'transaction'>,
  { id, name }: Pick<SourceRow, 'id' | 'name'>,
): Promise<void> {
  await store.transaction((open) =>
    open.runAll([update('Source', { name: '$2' }, 'WHERE id = $1', [id, name])]),
  );
}

/** Gives a source other settings. */
export const settingsStatement = (id: string, settings: SourceRow['settings']): Statement =>
  update('Source', { settings: '$2' }, 'WHERE id = $1', [id, JSON.stringify(settings)]);

/** Writes down how far a source is; it belongs in the transaction of the batch that it speaks of. */
export function stateStatement(id: string, state: SourceState): Statement {
  return update('Source', { state: '$2' }, 'WHERE id = $1', [id, JSON.stringify(state)]);
}

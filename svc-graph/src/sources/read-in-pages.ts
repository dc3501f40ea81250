import { AppError } from '@cairn/contracts';
import type { OwnAttribute } from '@cairn/entities';
import type { z } from 'zod';
import type { OpenTransaction } from '../store/graph-writer.ts';
import { type Load, PUBLISH, keepRaw, loadStatements } from '../store/load.ts';
import type { Statement } from '../store/statement.ts';
import { ownAttributeStatements } from '../store/own-attributes.ts';
import { type SourceRow, type SourceState, stateStatement } from '../store/source-row.ts';
import type { Connector, IngestContext } from './connector.ts';
import { beginPhase, countOf, countPhase, endProgress, rateOf } from './progress.ts';

/** What a source sent: a JSON value under the name of what it is. */
export interface Payload {
  readonly kind: string;
  readonly body: unknown;
}

/** What comes in together: one page of an API, say. */
export interface SourcePage {
  /** The id of the phase that it belongs to. */
  readonly phase: string;
  readonly payloads: readonly Payload[];
  /** How many things it brings, of how many in this phase if that is known. */
  readonly count: number;
  readonly total?: number;
  /** Where to go on when this page is in. */
  readonly cursor: unknown;
}

/** What a payload means: rows to load, and the fields that only this org has. */
export interface NormalisedPayload {
  readonly loads: readonly Load[];
  readonly own?: readonly OwnAttribute[];
}

/** Whose rows are made. */
export interface RowsOf {
  readonly orgId: string;
  readonly sourceId: string;
}

/** How a source is read that answers a page at a time. */
export interface PageReader<Settings> {
  /** Parses the settings and the secrets of a source together. */
  readonly settings: z.ZodType<Settings>;
  /** Yields what the source has after the cursor, which is null at first and else that of the last page that came in. */
  read(from: {
    readonly settings: Settings;
    readonly cursor: unknown;
    readonly signal: AbortSignal;
  }): AsyncIterable<SourcePage>;
  /** What a payload means. It is pure, so that it can be computed again from what was kept. */
  normalise(payload: Payload, of: RowsOf): NormalisedPayload;
  /** Deletes every row that payloads of the source have led to. */
  clear(of: RowsOf): readonly Statement[];
}

const rowsOf = ({ orgId, source }: { orgId: string; source: SourceRow }): RowsOf => ({
  orgId,
  sourceId: source.id,
});

const statementsOf = ({ loads, own = [] }: NormalisedPayload): Statement[] => [
  ...ownAttributeStatements(own),
  ...loads.flatMap(loadStatements),
];

/** The state of a source after one more page. */
function stateAfter(state: SourceState, page: SourcePage, phaseBegan: number): SourceState {
  const before = state.progress;
  const begun = before.current === page.phase ? before : beginPhase(before, page.phase);
  const done = countOf(begun).done + page.count;
  const count = {
    done,
    total: page.total ?? countOf(begun).total,
    perSecond: rateOf(page.count, Date.now() - phaseBegan),
  };
  return { ...state, progress: { ...countPhase(begun, count), state: 'running' }, cursor: page.cursor };
}

/** Keeps the payloads of a page, and loads what they mean. */
function pageStatements<S>(reader: PageReader<S>, page: SourcePage, of: RowsOf): Statement[] {
  const receivedAt = Math.floor(Date.now() / 1_000);
  return page.payloads.flatMap((payload) => [
    keepRaw({
      sourceId: of.sourceId,
      kind: payload.kind,
      receivedAt,
      payload: Buffer.from(JSON.stringify(payload.body)),
    }),
    ...statementsOf(reader.normalise(payload, of)),
  ]);
}

function settingsOf<S>(reader: PageReader<S>, { source, secrets }: IngestContext): S {
  const parsed = reader.settings.safeParse({ ...source.settings, ...secrets });
  if (parsed.success) return parsed.data;
  throw new AppError('source_unavailable', 'The settings of this source are out of date. Add it again.', {
    cause: parsed.error,
  });
}

async function ingestPages<S>(reader: PageReader<S>, context: IngestContext): Promise<void> {
  const { writer, source, signal } = context;
  const settings = settingsOf(reader, context);
  let state: SourceState = { ...source.state, status: 'ingesting', error: null, erroredAt: null };
  const commit = async (statements: readonly Statement[]) => {
    signal.throwIfAborted();
    await writer.commit([...statements, stateStatement(source.id, state), PUBLISH]);
  };
  // A reading that goes on keeps its counts; one from the start or for what is new begins them anew.
  const goesOn = source.state.progress.state === 'running' || source.state.progress.state === 'failed';
  if (!goesOn) state = { ...state, progress: { state: 'running', current: null, counts: {} } };
  await commit([]);
  let began = Date.now();
  for await (const page of reader.read({ settings, cursor: state.cursor, signal })) {
    state = stateAfter(state, page, began);
    await commit(pageStatements(reader, page, rowsOf(context)));
    began = Date.now();
  }
  const progress = endProgress(state.progress);
  state = { ...state, status: 'active', progress, lastIngestedAt: new Date().toISOString() };
  await commit([]);
}

/** Normalises a source's payloads again in the order they came, one at a time. */
async function replay<S>(
  reader: PageReader<S>,
  context: IngestContext,
  open: OpenTransaction,
): Promise<void> {
  const { writer, source, signal } = context;
  const of = 'FROM "RawPayload" WHERE "sourceId" = $1';
  const numbers = await writer.rows<{ number: string }>(`SELECT number ${of} ORDER BY number`, [source.id]);
  for (const { number } of numbers) {
    signal.throwIfAborted();
    const [kept] = await writer.rows<{ kind: string; body: string }>(
      `SELECT kind, decode(payload) AS body ${of} AND number = $2::BIGINT`,
      [source.id, number],
    );
    if (!kept) continue;
    const payload = { kind: kept.kind, body: JSON.parse(kept.body) as unknown };
    await open.runAll(statementsOf(reader.normalise(payload, rowsOf(context))));
  }
}

/**
 * Reads a source a page at a time. Each page comes in as one transaction: the payloads, what they mean, the cursor and
 * the data version.
 */
export function readInPages<S>(
  reader: PageReader<S>,
): Required<Pick<Connector, 'ingest' | 'renormalise' | 'remove'>> {
  return {
    ingest: (context) => ingestPages(reader, context),
    renormalise: (context) =>
      context.writer.transaction(async (open) => {
        await open.runAll(reader.clear(rowsOf(context)));
        await replay(reader, context, open);
        await open.runAll([stateStatement(context.source.id, context.source.state), PUBLISH]);
      }),
    remove: (of) => reader.clear(rowsOf(of)),
  };
}

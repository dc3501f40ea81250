import { AppError } from '@cairn/contracts';
import type { z } from 'zod';
import type { GraphWriter, OpenTransaction } from '../store/graph-writer.ts';
import { PUBLISH } from '../store/load.ts';
import { forgetSource, removeSource } from '../store/source-records.ts';
import type { Statement } from '../store/statement.ts';
import { type SourceRow, type SourceState, stateStatement } from '../store/source-row.ts';
import { RESOLVE_PEOPLE } from './git/resolve-people.ts';
import { readAhead } from './read-ahead.ts';
import { createGuardedFetch } from './guarded-fetch/guarded-fetch.ts';
import type { Connector, IngestContext } from './connector.ts';
import { payloadStatements, rowStatements } from './load-payload.ts';
import { IgnoredKinds } from './runs/ignored.ts';
import type { NormalisedPayload, PagesFrom, Payload, RowsOf, SourcePage } from './payload.ts';
import { beginPhase, countOf, countPhase, endProgress, rateOf } from './progress.ts';

/** How to read a source that returns pages. */
export interface PageReader<Settings> {
  /** Parses the settings and secrets of a source together. */
  readonly settings: z.ZodType<Settings>;
  /** Yields the pages after the cursor. It is null at first, then that of the last committed page. */
  read(from: PagesFrom<Settings>): AsyncIterable<SourcePage>;
  /** Raised when `normalise` makes more or other rows, so that sources say that theirs are older. */
  readonly version: number;
  /** Normalises a payload; pure, so that it can run again on stored payloads. */
  normalise(payload: Payload, of: RowsOf): NormalisedPayload;
}

const rowsOf = ({ orgId, source }: { orgId: string; source: SourceRow }): RowsOf => ({
  orgId,
  sourceId: source.id,
});

/** The state of a source after more pages, which took these milliseconds. */
function stateAfter(state: SourceState, pages: readonly SourcePage[], took: number): SourceState {
  return pages.reduce((before, { phase, count, total, notes, cursor }) => {
    const progress = before.progress.current === phase ? before.progress : beginPhase(before.progress, phase);
    const { done, total: known } = countOf(progress);
    const together = pages.filter((page) => page.phase === phase).reduce((sum, page) => sum + page.count, 0);
    const counted = { done: done + count, total: total ?? known, perSecond: rateOf(together, took) };
    return {
      ...before,
      progress: { ...countPhase(progress, counted), state: 'running' },
      notes: notes ?? before.notes,
      cursor,
    };
  }, state);
}

/** Stores the payloads of pages, loads their normalised rows, and counts what became none. */
function pageStatements<S>(
  reader: PageReader<S>,
  pages: readonly SourcePage[],
  { ignored, ...of }: RowsOf & { readonly ignored: IgnoredKinds },
): Statement[] {
  const at = Date.now() / 1_000;
  const arrived = pages
    .flatMap(({ payloads }) => payloads)
    .map((payload) => ({ payload, made: reader.normalise(payload, of), at }));
  const unknown = arrived.flatMap(({ made }) => made.ignored ?? []);
  return [...payloadStatements(arrived, of.sourceId), ...ignored.add(unknown)];
}

function settingsOf<S>(reader: PageReader<S>, { source, secrets }: IngestContext): S {
  const parsed = reader.settings.safeParse({ ...source.settings, ...secrets });
  if (parsed.success) return parsed.data;
  throw new AppError('source_unavailable', 'The settings of this source are out of date. Add it again.', {
    cause: parsed.error,
  });
}

/** What joins people by the addresses that tools have verified; nothing where a source tells none. */
async function joinPeople(writer: GraphWriter, sourceId: string): Promise<readonly Statement[]> {
  const told = await writer.rows('SELECT 1 FROM "VouchedEmail" WHERE "sourceId" = $1 LIMIT 1', [sourceId]);
  return told.length === 0 ? [] : RESOLVE_PEOPLE;
}

async function ingestPages<S>(reader: PageReader<S>, context: IngestContext): Promise<void> {
  const { writer, source, signal, hosts: allowed = [] } = context;
  const fetch = createGuardedFetch({ allowed });
  const settings = settingsOf(reader, context);
  const { resumeAt: _past, ...before } = source.state;
  let state: SourceState = { ...before, status: 'ingesting', error: null, erroredAt: null };
  // Rows that are there already stay those of the version that made them.
  if (before.cursor === null && before.lastIngestedAt === null) state = { ...state, madeBy: reader.version };
  const commit = async (statements: readonly Statement[]) => {
    signal.throwIfAborted();
    await writer.commit([...statements, stateStatement(source.id, state), PUBLISH]);
  };
  // A resumed reading keeps its counts; any other starts them again.
  const goesOn = source.state.progress.state === 'running' || source.state.progress.state === 'failed';
  if (!goesOn) state = { ...state, progress: { state: 'running', current: null, counts: {} } };
  await commit([]);
  const ignored = await IgnoredKinds.ofOpenRun(writer, source.id);
  let began = Date.now();
  let isRead = false;
  for await (const pages of readAhead(reader.read({ settings, cursor: state.cursor, signal, fetch }))) {
    state = stateAfter(state, pages, Date.now() - began);
    began = Date.now();
    isRead = true;
    await commit(pageStatements(reader, pages, { ...rowsOf(context), ignored }));
  }
  const joined = isRead ? await joinPeople(writer, source.id) : [];
  const progress = endProgress(state.progress);
  state = { ...state, status: 'active', progress, lastIngestedAt: new Date().toISOString() };
  await commit(joined);
}

/** Normalises the stored payloads of a source again, one at a time and in order of arrival. */
async function replay<S>(
  reader: PageReader<S>,
  context: IngestContext,
  open: OpenTransaction,
): Promise<void> {
  const { writer, source, signal, report } = context;
  const ignored = await IgnoredKinds.ofOpenRun(writer, source.id);
  const of = 'FROM "RawPayload" WHERE "sourceId" = $1';
  const numbers = await writer.rows<{ number: string }>(`SELECT number ${of} ORDER BY number`, [source.id]);
  for (const [index, { number }] of numbers.entries()) {
    signal.throwIfAborted();
    const [kept] = await writer.rows<{ kind: string; body: string; at: number }>(
      `SELECT kind, decode(payload) AS body, epoch("receivedAt")::DOUBLE AS at ${of} AND number = $2::BIGINT`,
      [source.id, number],
    );
    if (!kept) continue;
    const payload = { kind: kept.kind, body: JSON.parse(kept.body) as unknown };
    const made = reader.normalise(payload, rowsOf(context));
    await open.runAll([
      ...rowStatements([{ made, at: kept.at }], source.id),
      ...ignored.add(made.ignored ?? []),
    ]);
    report?.({ done: index + 1, total: numbers.length });
  }
}

/**
 * Reads a source in pages. Pages that came while others were stored are one transaction: the payloads, their rows,
 * the cursor and the data version.
 */
export function readInPages<S>(
  reader: PageReader<S>,
): Required<Pick<Connector, 'ingest' | 'renormalise' | 'remove' | 'normalise' | 'pages' | 'version'>> {
  return {
    pages: (from) => reader.read({ ...from, settings: reader.settings.parse(from.settings) }),
    ingest: (context) => ingestPages(reader, context),
    renormalise: (context) =>
      context.writer.transaction(async (open) => {
        await open.runAll(forgetSource(context.source.id));
        await replay(reader, context, open);
        const state = { ...context.source.state, outdated: undefined, madeBy: reader.version };
        const joined = await joinPeople(context.writer, context.source.id);
        await open.runAll([...joined, stateStatement(context.source.id, state), PUBLISH]);
      }),
    version: reader.version,
    normalise: (payload, of) => reader.normalise(payload, of),
    remove: ({ source }) => [...removeSource(source.id), ...RESOLVE_PEOPLE],
  };
}

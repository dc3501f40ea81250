import { AppError, errorOf, graphContract, pathOf } from '@cairn/contracts';
import type { Query } from '@cairn/query';
import { decodeArrow, type ResultSet } from '@cairn/answer';
import type { AnswerKind } from '@cairn/views';

export interface Asked {
  readonly orgId: string;
  readonly kind: AnswerKind;
  readonly query: Query;
}

export interface Answered {
  readonly answer: ResultSet;
  /** Milliseconds from question to answer, as the person waited. */
  readonly elapsed: number;
}

const ROUTES = {
  entities: graphContract.entities,
  groups: graphContract.groupBys,
  series: graphContract.timeSeries,
};

/** Puts a question to the graph and reads the Arrow answer; rejects with AppError, also when nobody answers. */
export async function askGraph({ orgId, kind, query }: Asked, signal?: AbortSignal): Promise<Answered> {
  const started = performance.now();
  const response = await send({ orgId, kind, query: { ...query, format: 'arrow' } }, signal);
  const answer = decodeArrow(await response.arrayBuffer());
  return { answer, elapsed: performance.now() - started };
}

export interface AskedCsv {
  readonly blob: Blob;
  /** Rows that it holds, of how many there are. */
  readonly rows: number;
  readonly total: number;
}

/** The answer as a csv file, as the service wrote it. */
export async function askCsv(asked: Asked): Promise<AskedCsv> {
  const response = await send({ ...asked, query: { ...asked.query, format: 'csv' } });
  const [rows, total] = ['cairn-rows', 'cairn-total'].map((name) => Number(response.headers.get(name)));
  return { blob: await response.blob(), rows: rows ?? 0, total: total ?? 0 };
}

async function send({ orgId, kind, query }: Asked, signal?: AbortSignal): Promise<Response> {
  if (!orgId) throw new AppError('invalid_query', 'missing org id');
  const { orgId: _org, ...input } = query;
  const response = await fetch(pathOf(ROUTES[kind], { orgId }), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(input),
    ...(signal ? { signal } : {}),
  }).catch((cause: unknown) => {
    if (signal?.aborted) throw new AppError('cancelled', 'The question was withdrawn.', { cause });
    throw new AppError('unavailable', 'Cairn cannot be reached. Check the connection and try again.', {
      cause,
    });
  });
  if (!response.ok) throw errorOf(response.status, await response.json().catch(() => null));
  return response;
}

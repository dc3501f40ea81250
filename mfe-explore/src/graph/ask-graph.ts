import { decodeArrow, type ResultSet } from '@cairn/answer';
import { AppError, errorOf, graphContract, pathOf } from '@cairn/contracts';
import type { GraphRequest } from '@cairn/views';

export interface TimedAnswer {
  readonly answer: ResultSet;
  /** Milliseconds that the person waited. */
  readonly elapsed: number;
}

const ROUTES = {
  entities: graphContract.entities,
  groups: graphContract.groupBys,
  series: graphContract.timeSeries,
};

/** Sends a request to svc-graph and decodes the answer. Rejects with AppError, also when the service is down. */
export async function askGraph(
  orgId: string,
  request: GraphRequest,
  signal?: AbortSignal,
): Promise<TimedAnswer> {
  const started = performance.now();
  const response = await send(orgId, request, 'arrow', signal);
  const answer = decodeArrow(await response.arrayBuffer());
  return { answer, elapsed: performance.now() - started };
}

export interface CsvFile {
  readonly blob: Blob;
  /** Rows in the file. */
  readonly rows: number;
  /** Rows that there are. */
  readonly total: number;
}

/** Sends a request to svc-graph and returns the csv that it wrote. */
export async function askCsv(orgId: string, request: GraphRequest): Promise<CsvFile> {
  const response = await send(orgId, request, 'csv');
  const [rows, total] = ['cairn-rows', 'cairn-total'].map((name) => Number(response.headers.get(name)));
  return { blob: await response.blob(), rows: rows ?? 0, total: total ?? 0 };
}

async function send(
  orgId: string,
  { kind, query }: GraphRequest,
  format: 'arrow' | 'csv',
  signal?: AbortSignal,
): Promise<Response> {
  if (!orgId) throw new AppError('invalid_query', 'missing org id');
  const response = await fetch(pathOf(ROUTES[kind], { orgId }), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...query, format }),
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

import { createClient, queryContract, type OrgId, type Rows } from '@cairn/contracts';
import type { GraphRequest } from '@cairn/views';

/** The most rows that are read to be looked at. */
const MOST_ROWS = 20;

/** A request to svc-graph with what came back. */
export interface RecordedRequest {
  readonly request: { readonly method: string; readonly address: string; readonly body: unknown };
  readonly response: {
    readonly status: number;
    readonly requestId: string | null;
    readonly milliseconds: number;
    readonly dataVersion: number;
    readonly meta: Rows['meta'];
    readonly columns: Rows['columns'];
    readonly data: Rows['data'];
  };
}

const ROUTES = { entities: 'entities', groups: 'groupBys', series: 'timeSeries' } as const;

/** Sends a request once more as JSON, and keeps its address, its times and the id that logs carry. */
export async function recordRequest(
  orgId: OrgId,
  { kind, query }: GraphRequest,
  signal?: AbortSignal,
): Promise<RecordedRequest> {
  let request: RecordedRequest['request'] | undefined;
  let answered = { status: 0, requestId: null as string | null };
  const client = createClient(queryContract, async (address, init) => {
    const response = await fetch(address, init);
    request = { method: init.method, address, body: init.body === undefined ? null : JSON.parse(init.body) };
    answered = { status: response.status, requestId: response.headers.get('x-request-id') };
    return response;
  });
  const started = performance.now();
  const page = kind === 'entities' ? { page: 1, pageSize: MOST_ROWS } : {};
  const input = { ...query, ...page };
  const rows = await client[ROUTES[kind]].json({
    params: { orgId },
    input,
    ...(signal ? { signal } : {}),
  });
  const milliseconds = Math.round(performance.now() - started);
  const { data, columns, meta } = rows;
  return {
    request: request ?? { method: 'POST', address: '', body: input },
    response: {
      ...answered,
      milliseconds,
      dataVersion: meta.dataVersion,
      meta,
      columns,
      data: data.slice(0, MOST_ROWS),
    },
  };
}

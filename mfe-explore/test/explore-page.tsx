import { createFakeHost, FakeHost } from '@cairn/host/fake';
import type { Host } from '@cairn/host';
import { exploreAddress, Query, type QueryInput } from '@cairn/query';
import { UiProvider } from '@cairn/ui';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { tableFromArrays, tableToIPC } from '@uwdata/flechette';
import { useEffect, useMemo, type ReactNode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { MemoryRouter, useLocation, useNavigate } from 'react-router-dom';
import { afterEach, beforeEach, vi } from 'vitest';
import { page } from 'vitest/browser';
import { App } from '../src/app.tsx';
import { SAMPLE_CONFIGURATION } from './sample-configuration.ts';

type RequestBody = Record<string, unknown> & {
  select?: string[];
  groupBys?: { attribute: string }[];
  search?: string;
  counts?: boolean;
  compareWith?: object;
};
/** The requests to the services, except for the configuration. */
export const asked: { path: string; body: RequestBody }[] = [];
const narrowing = [{ clause: { type: 'search-term' }, total: 312 }];
/** An empty answer's reason: a clause that excludes rows. */
export const NARROWED = { data: [] as object[], narrowing, meta: { dataVersion: 1 } };
let root: Root;
/** The answers of the services; each test may change them. */
export const services = {
  fail: false,
  /** The name that the catalogue lacks: each query that says it is refused. */
  unknown: null as { name: string; closest: string[] } | null,
  empty: NARROWED,
  saved: null as Record<string, unknown> | null,
  failsToSave: false,
  /** The saved things that lists hold. */
  links: [] as readonly { id: string; type: string; name: string }[],
  /** Holds back every answer of the graph until it resolves. */
  held: undefined as Promise<undefined> | undefined,
  /** The entities that a term names, and the searches for them. */
  named: [] as readonly object[],
  /** What the list of a filter's values withholds. */
  withheld: undefined as object | undefined,
  searched: [] as object[],
  /** What the meta of every answer says more. */
  meta: {},
  /** The number of selected rows. */
  total: 2,
};
/** What the page reported to its surroundings in its last rendering. */
export const seen = { address: '', go: (to: number | string): void => void to, host: createFakeHost() };

/** The uuid of the n-th row of an answer. */
export const uuid = (n: number) => `00000000-0000-4000-8000-00000000000${n}`;
const meta = { limit: 50, truncated: false, timezone: 'UTC', start: null, end: null, dataVersion: 1 };

function arrow(columns: object[], values: Record<string, unknown[]>, total: number, more = {}): Response {
  const table = tableFromArrays(values);
  table.schema.metadata = new Map([
    ['cairn', JSON.stringify({ columns, meta: { ...meta, ...services.meta, ...more, total } })],
  ]);
  return new Response(new Uint8Array(tableToIPC(table, { format: 'stream' }) ?? []));
}

const compared = { start: '2026-05-26T00:00:00Z', end: '2026-08-24T00:00:00Z' };

function groups({ groupBys = [], counts, compareWith }: RequestBody): Response {
  const told = counts ? { n: 1_204, excluded: 87, reducer: 'median' } : {};
  const count = { key: 'n', label: 'Commits', type: 'number', role: 'measure', ...told };
  if (groupBys.length === 0) return arrow([count], { n: [12] }, 1);
  const group = {
    key: 'g',
    label: 'Author',
    type: 'string',
    role: 'group',
    target: 'Person',
    attribute: 'name',
  };
  return arrow([group, count], { g: ['Ada', 'Grace'], n: [7, 5] }, 2, compareWith ? { compared } : {});
}

function entities({ search }: RequestBody): Response {
  const columns = [
    { key: 'uuid', label: 'uuid', type: 'string', role: 'id' },
    { key: 'Commit.name', label: 'Name', type: 'string', role: 'attribute', attribute: 'name' },
  ];
  if (search === 'nothing') return arrow(columns, { uuid: [] as string[], 'Commit.name': [] as string[] }, 0);
  return arrow(
    columns,
    { uuid: [uuid(1), uuid(2)], 'Commit.name': ['Fix parser', 'Add tests'] },
    services.total,
  );
}

let opened = 0;
interface ListFilter {
  readonly types: readonly string[];
  readonly words?: string;
}

function workspace(path: string, body: RequestBody): Response {
  if (path.endsWith('/list')) {
    const { types = [], words = '' } = (body['filter'] ?? {}) as Partial<ListFilter>;
    const data = services.links.filter(
      ({ type, name }) => types.includes(type) && name.toLowerCase().includes(words),
    );
    return Response.json({ data, more: false, total: data.length, counts: null, notice: null });
  }
  if (path.endsWith('/read') && services.links.length > 0)
    return Response.json({ data: services.links.find(({ id }) => id === body['id']) });
  if (path.endsWith('/create') && services.failsToSave)
    return Response.json({ error: { code: 'internal', message: 'No space left' } }, { status: 500 });
  if (path.endsWith('/create')) {
    const times = { createdAt: '2026-11-21T00:00:00Z', updatedAt: '2026-11-21T00:00:00Z' };
    const owner = { userId: 'u1', orgId: 'acme', ownerName: 'Ada', canEdit: true };
    services.saved = {
      id: 'q1',
      version: 1,
      hits: 0,
      group: '',
      isBookmarked: false,
      ...owner,
      ...times,
      ...body,
    };
  }
  if (path.endsWith('/update')) {
    const { version } = services.saved ?? {};
    // A picture makes no new version.
    if (body['thumbnail'] !== undefined) return Response.json({ data: services.saved });
    if (version !== body['version']) {
      const error = { code: 'conflict', message: 'Bob changed the content since you opened it.' };
      return Response.json({ error }, { status: 409 });
    }
    services.saved = { ...services.saved, ...body, version: Number(version) + 1 };
  }
  return Response.json({ data: services.saved });
}

async function answer(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const path = new URL(String(input), location.origin).pathname;
  const body = JSON.parse(typeof init?.body === 'string' ? init.body : 'null') as RequestBody;
  if (path.endsWith('/configuration')) return Response.json(SAMPLE_CONFIGURATION);
  if (path.endsWith('/entity-search')) {
    services.searched.push(body);
    return Response.json({ data: services.named, meta: { page: 1, pageSize: 20, total: 0, counts: {} } });
  }
  asked.push({ path, body });
  if (path.includes('/following')) return Response.json({ data: [] });
  if (path.includes('/deep-links/')) return workspace(path, body);
  await services.held;
  if (services.fail) {
    const error = { code: 'query_timeout', message: 'This took longer than 30 seconds.' };
    return Response.json({ error }, { status: 503 });
  }
  if (services.unknown && JSON.stringify(body).includes(`"${services.unknown.name}"`)) {
    const error = { code: 'unknown_attribute', message: 'It is not known.', details: services.unknown };
    return Response.json({ error }, { status: 400 });
  }
  if (path.endsWith('/entities')) return entities(body);
  if (path.endsWith('/empty-reasons')) return Response.json(services.empty);
  if (path.endsWith('/facet-options')) {
    const data = [
      { value: 'cairn', label: 'cairn', count: 9 },
      { value: 'atlas', label: 'atlas', count: 3 },
    ];
    const meta = { page: 1, pageSize: 200, limit: 200, total: 2, truncated: false };
    return Response.json({ data, meta: { ...meta, withheld: services.withheld } });
  }
  return groups(body);
}

function Page({ children, overrides = {} }: { children: ReactNode; overrides?: Partial<Host> }): ReactNode {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const made = useMemo(
    () =>
      createFakeHost({
        timezone: 'UTC',
        navigate: (to, options) => void navigate(to, { replace: options?.replace ?? false }),
        // A host's actions may return anything, and nobody may take it for a cleanup.
        setTitle: () => true as unknown as void,
        setDirty: () => true as unknown as void,
        ...overrides,
      }),
    [navigate, overrides],
  );
  useEffect(() => {
    seen.address = pathname + search;
    seen.go = (to) => void (typeof to === 'number' ? navigate(to) : navigate(to));
    seen.host = made;
  }, [pathname, search, navigate, made]);
  return <FakeHost host={made}>{children}</FakeHost>;
}

export const NOTHING = {};
/** Opens an address of Explore, or a part of it. */
export function open(
  to: string,
  overrides: Partial<Host> = NOTHING,
  scheme: 'light' | 'dark' = 'light',
  node = <App />,
): void {
  opened += 1;
  root.render(
    <UiProvider key={opened} colorScheme={scheme}>
      <QueryClientProvider client={new QueryClient()}>
        <MemoryRouter initialEntries={[to]}>
          <Page overrides={overrides}>{node}</Page>
        </MemoryRouter>
      </QueryClientProvider>
    </UiProvider>,
  );
}

/** The address of a query. */
export const at = (query: QueryInput, view?: string) =>
  exploreAddress('acme', {
    query: Query.parse(query),
    ...(view === undefined ? {} : { view: { value: view, config: {} } }),
  });
export const byAuthor = at({
  select: ['Commit'],
  groupBys: [{ target: 'Person', attribute: 'name' }],
  duration: 'P90D',
});
export const option = (name: string | RegExp) => page.getByRole('option', { name });

/** Sets up the page and its services for each test of a file. */
export function exploreUnderTest(): void {
  beforeEach(() => {
    asked.length = 0;
    Object.assign(services, {
      fail: false,
      unknown: null,
      empty: NARROWED,
      saved: null,
      failsToSave: false,
      links: [],
      held: undefined,
      total: 2,
      named: [],
      withheld: undefined,
      searched: [],
      meta: {},
    });
    vi.stubGlobal('fetch', answer);
    const frame = document.body.appendChild(document.createElement('main'));
    frame.style.cssText = 'height:800px';
    root = createRoot(frame);
  });
  afterEach(() => {
    root.unmount();
    document.body.replaceChildren();
    vi.unstubAllGlobals();
  });
}

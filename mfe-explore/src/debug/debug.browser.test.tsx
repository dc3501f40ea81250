import type { Rows } from '@cairn/contracts';
import { createFakeHost, FakeHost } from '@cairn/host/fake';
import { Query } from '@cairn/query';
import { UiProvider } from '@cairn/ui';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { DebugQuery } from '../debug-query.tsx';

const rows: Rows = {
  data: [{ 'Person.name': 'Ada', 'count(Commit.uuid)': 7 }],
  columns: [{ key: 'Person.name', label: 'Author', type: 'string', role: 'group' }],
  meta: { limit: 50, total: 1, truncated: false, timezone: 'UTC', start: null, end: null, dataVersion: 42 },
};
const diagram = { kinds: [], relations: [] };
const explanation = {
  touched: diagram,
  wholeRelations: diagram,
  wholeActions: { kinds: [], actions: [], total: 0 },
  plan: {},
  sql: 'SELECT count(*) FROM commits WHERE name = $1',
  params: [{ type: 'string', value: 'Ada' }],
  timing: { milliseconds: 12.5, analysis: '' },
};
const query = Query.parse({ select: ['Commit'], groupBys: ['Person.name'] });

let root: Root;
let answers: Record<string, () => Response>;
const sent: { path: string; body: unknown }[] = [];
const copied: string[] = [];

beforeEach(() => {
  sent.length = 0;
  copied.length = 0;
  answers = {
    'group-bys': () => Response.json(rows, { headers: { 'x-request-id': 'req-7' } }),
    explain: () => Response.json({ data: explanation, meta: { dataVersion: 42 } }),
  };
  vi.stubGlobal('fetch', async (path: string, init: { body: string }) => {
    sent.push({ path, body: JSON.parse(init.body) });
    return answers[path.split('/').at(-1) ?? '']?.() ?? new Response(null, { status: 404 });
  });
  vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(async (text) => void copied.push(text));
  root = createRoot(document.body.appendChild(document.createElement('main')));
});
afterEach(() => {
  root.unmount();
  document.body.replaceChildren();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

function draw(): void {
  root.render(
    <UiProvider colorScheme="light">
      <QueryClientProvider client={new QueryClient()}>
        <FakeHost host={createFakeHost({ timezone: 'UTC' })}>
          <DebugQuery query={query} view={{ value: 'barChart', config: {} }} onClose={() => undefined} />
        </FakeHost>
      </QueryClientProvider>
    </UiProvider>,
  );
}

const dialog = () => page.getByRole('dialog', { name: 'Debug Data' });
const tab = (name: string) => dialog().getByRole('tab', { name }).click();

it('shows what is asked, what comes back with its id, time and version, and the SQL', async () => {
  draw();
  await expect.element(dialog().getByText('/api/acme/graph-search/group-bys')).toBeVisible();
  expect(sent.find(({ path }) => path.endsWith('group-bys'))?.body).toMatchObject({
    select: ['Commit'],
    format: 'json',
  });
  await dialog().getByRole('button', { name: 'Copy the request' }).click();
  expect(JSON.parse(copied.shift() ?? '')).toMatchObject({ frontEnds: { explore: '1a2b3c' } });
  await tab('API Response');
  await expect.element(dialog().getByText('req-7')).toBeVisible();
  for (const name of ['milliseconds', 'dataVersion', 'status'])
    await expect.element(dialog().getByRole('term').filter({ hasText: name }).first()).toBeVisible();
  await dialog().getByRole('button', { name: 'Copy the response' }).click();
  expect(JSON.parse(copied[0] ?? '')).toMatchObject({ status: 200, requestId: 'req-7', dataVersion: 42 });
  await tab('SQL');
  await expect.element(dialog().getByText(explanation.sql)).toBeVisible();
  await expect.element(dialog().getByRole('cell', { name: 'Ada' })).toBeVisible();
  await dialog().getByRole('button', { name: 'Copy the SQL' }).click();
  expect(copied[1]).toBe(`${explanation.sql}\n\n$1 string Ada`);
});

it('says why a query is not answered, and asks again', async () => {
  const good = answers['group-bys'];
  answers['group-bys'] = () =>
    Response.json({ error: { code: 'query_timeout', message: 'It took too long.' } }, { status: 504 });
  draw();
  await expect.element(dialog().getByText('It took too long.')).toBeVisible();
  if (good) answers['group-bys'] = good;
  await dialog().getByRole('button', { name: 'Try again' }).click();
  await expect.element(dialog().getByText('/api/acme/graph-search/group-bys')).toBeVisible();
});

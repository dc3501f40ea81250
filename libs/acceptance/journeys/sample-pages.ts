import { Query, type QueryInput } from '@cairn/query';
import type { Page } from 'playwright/test';

export const COMMITS_A_WEEK = {
  select: ['Commit'],
  groupBys: [{ target: 'Commit', attribute: 'committedAt', unit: 'week' as const }],
};
export const BY_FOLDER = { select: ['Commit'], groupBys: [{ target: 'SourceFile', attribute: 'topFolder' }] };

const ORIGIN = (page: Page) => ({ origin: new URL(page.url()).origin });

const card = (title: string, query: QueryInput, view?: string) => ({
  kind: 'explore',
  title,
  state: {
    params: Query.parse(query),
    ...(view ? { viz: [{ value: view, config: {} }] } : {}),
  },
});

const BOARD = {
  layout: [
    { i: 'note', x: 0, y: 0, w: 4, h: 6 },
    { i: 'folders', x: 4, y: 0, w: 8, h: 6 },
    { i: 'weeks', x: 0, y: 6, w: 6, h: 6 },
    { i: 'table', x: 6, y: 6, w: 6, h: 6 },
  ],
  data: {
    note: {
      kind: 'markdown',
      markdown: '# Findings\n\nWhere the work happens, and **when**.\n\n- by folder\n- by week',
    },
    folders: card('Commits by folder', BY_FOLDER),
    weeks: card('Commits a week', COMMITS_A_WEEK, 'overTime'),
    table: card('Folders as a table', BY_FOLDER, 'unifiedTable'),
  },
};

/** Makes a board of three answers and a note, the way a browser makes it; answers its path in the org. */
export async function makeBoard(page: Page, orgId: string): Promise<string> {
  const made = await page.request.post('/api/deep-links/create', {
    data: { org_id: orgId, type: 'dashboard-v1', name: 'Findings', state: JSON.stringify(BOARD) },
    headers: ORIGIN(page),
  });
  const { data } = (await made.json()) as { data: { id: string } };
  return `/boards/${data.id}`;
}

/** The path in the org of the page of a commit that changes files. */
export async function commitPath(page: Page, orgId: string): Promise<string> {
  const question = { select: ['Commit'], filters: [], pageSize: 1, format: 'json' };
  const answer = await page.request.post(`/api/${orgId}/graph-search/entities`, {
    data: question,
    headers: ORIGIN(page),
  });
  const { data } = (await answer.json()) as { data: { uuid: string }[] };
  return `/entity/${data[0]?.uuid ?? ''}`;
}

const QUIET_MS = 400;

/** Waits until the page has its heading and for a while nothing in sight is loading. (It never stops listening for new data.) */
export async function settled(page: Page): Promise<void> {
  await page.getByRole('heading').first().waitFor({ timeout: 60_000 });
  await page.waitForFunction(
    (quiet) => {
      const seen = window as unknown as { busyAt?: number };
      const loading = document.querySelectorAll(
        '[data-skeleton], [aria-busy="true"], [aria-label="Loading"]',
      );
      const busy = [...loading].some((shape) => {
        const { top, bottom } = shape.getBoundingClientRect();
        return bottom > 0 && top < innerHeight;
      });
      if (busy || seen.busyAt === undefined) seen.busyAt = performance.now();
      return performance.now() - seen.busyAt > quiet;
    },
    QUIET_MS,
    { timeout: 60_000, polling: 50 },
  );
}

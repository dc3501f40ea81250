import { CATALOGUE } from '@cairn/entities';
import { DEFAULT_BRANCH, type Condition } from '@cairn/query';
import { afterEach, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { EVENTS } from '../../test/entities.ts';
import { clearPages } from '../../test/entity-pages.tsx';
import { createFakeGraph } from '../../test/fake-graph.ts';
import { FramedEntity } from '../../test/framed-entity.tsx';
import { sampleEntity } from '../../test/sample-entity.ts';
import { show, violations } from '../../test/show.tsx';

afterEach(clearPages);

interface Asked {
  readonly path: string;
  readonly onDefaultBranch?: boolean;
  readonly select?: readonly string[];
  readonly filters?: readonly Condition[];
}

const AUTHORS = [
  ['00000000-0000-4000-8000-0000000000a1', 'Zoe Ng', 2, '2026-11-20T10:00:00.000Z'],
  ['00000000-0000-4000-8000-0000000000a2', 'Ann Bo', 41, '2025-03-01T10:00:00.000Z'],
] as const;
const META = {
  limit: 8,
  truncated: true,
  timezone: 'UTC',
  start: null,
  end: null,
  dataVersion: 1,
  total: 840,
};

/** Answers from a graph of one file, and keeps what is asked of its commits and people. */
function serveFile(): Asked[] {
  const kind = CATALOGUE.kind('SourceFile');
  if (!kind) throw new Error('there is no such kind');
  const file = sampleEntity(kind, 'full');
  const graph = createFakeGraph({
    entities: [file],
    events: { [file.uuid]: EVENTS },
    files: {},
    cells: 'A text',
  });
  const asked: Asked[] = [];
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    const body = JSON.parse(typeof init?.body === 'string' ? init.body : '{}') as Omit<Asked, 'path'>;
    asked.push({ path: url, ...body });
    if (!url.includes('group-bys')) return graph(url, init);
    const data = AUTHORS.map(([uuid, name, count, latest]) => ({
      'Person.uuid': uuid,
      'Person.name': name,
      'count(Commit.uuid)': count,
      'max(Commit.authoredAt)': latest,
    }));
    return Response.json({ data, columns: [], meta: META });
  });
  show(<FramedEntity uuid={file.uuid} />, { host: { renderPart: () => null } });
  return asked;
}

it('the clause of the default branch holds for every part of the page that counts commits', async () => {
  const asked = serveFile();
  const lists = page.getByRole('region', { name: 'Who worked on it' }).or(page.getByText('Who worked on it'));
  await expect.element(lists.first()).toBeVisible();
  const ofPeople = () => asked.filter(({ path }) => path.includes('entity-contributors'));
  const ofCommits = () =>
    asked.filter(({ path, select }) => path.includes('graph-search') && select?.[0] === 'Commit');
  await expect.poll(() => ofCommits().length).toBeGreaterThan(2);
  await expect.poll(() => ofPeople().length).toBeGreaterThan(0);
  expect(ofPeople().every(({ onDefaultBranch }) => onDefaultBranch === true)).toBe(true);
  for (const { filters } of ofCommits()) expect(filters).toContainEqual(DEFAULT_BRANCH);
  await expect.element(page.getByText('of all branches')).toBeVisible();
  asked.length = 0;
  await userEvent.click(page.getByRole('button', { name: 'Remove Default branch, show All branches' }));
  await expect.poll(() => ofPeople().some(({ onDefaultBranch }) => onDefaultBranch === false)).toBe(true);
  await expect.poll(() => ofCommits().length).toBeGreaterThan(2);
  for (const { filters } of ofCommits()) expect(filters).not.toContainEqual(DEFAULT_BRANCH);
  await expect.element(page.getByText('of all branches')).not.toBeInTheDocument();
});

it('people stand by their latest commit, each with their own, and the page says so', async () => {
  serveFile();
  await expect.element(page.getByText('840 authors, the latest first')).toBeVisible();
  const rows = page.getByRole('listitem').filter({ hasText: 'commits' });
  await expect.element(rows.first()).toHaveTextContent(/Zoe Ng2 commits/);
  await expect.element(page.getByText('41 commits')).toBeVisible();
  expect(await violations()).toEqual([]);
});

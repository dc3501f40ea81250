import type { DeepLink, FoundEntity, Source, SourceType } from '@cairn/contracts';
import { PAGES, PagesProvider, type PageEntry } from '@cairn/host';
import { createFakeHost, FakeHost } from '@cairn/host/fake';
import { savedTypes, SavedTypesProvider, type SavedType } from '@cairn/saved';
import { UiProvider } from '@cairn/ui';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { MemoryRouter } from 'react-router-dom';
import { vi } from 'vitest';

export interface ShellParts {
  host?: ReturnType<typeof createFakeHost>;
  links?: readonly DeepLink[];
  pages?: readonly PageEntry[];
  types?: readonly SavedType[];
  /** The entities that any text finds. */
  found?: readonly FoundEntity[];
  /** The integrations that the org knows, with the sources that bring them. */
  integrations?: readonly string[];
  sources?: readonly Partial<Source>[];
  sourceTypes?: readonly Partial<SourceType>[];
  /** The person that the user is in the graph. */
  person?: { uuid: string; name: string; method: 'email' | 'decision' };
}

/** What a search finds among these things, by their names. */
function foundIn(links: readonly DeepLink[], body: string) {
  const { text } = JSON.parse(body) as { text: string };
  const data = links.filter(({ name }) => name.toLowerCase().includes(text.toLowerCase()));
  return { data, counts: Object.fromEntries(data.map(({ type }) => [type, 1])) };
}

/** An entity that belongs to one team and made 42 commits. */
function detailOf(body: string) {
  const { entityUuid: uuid } = JSON.parse(body) as { entityUuid: string };
  const relations = [
    {
      name: 'Team',
      label: 'Teams',
      target: 'Team',
      total: 1,
      items: [{ uuid: 't1', kind: 'Team', name: 'Core' }],
    },
    { name: 'Issue', label: 'Issues', target: 'Issue', total: 0, items: [] },
    { name: 'Commit', label: 'Commits', target: 'Commit', total: 42, items: [] },
  ];
  return { uuid, labels: ['Person'], name: 'Evan You', properties: {}, own: [], relations };
}

/** How many found entities there are of each kind. */
function countsOf(found: readonly FoundEntity[]) {
  const kinds = found.map(({ kind }) => kind);
  return Object.fromEntries(kinds.map((kind) => [kind, kinds.filter((each) => each === kind).length]));
}

const PICTURE = 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==';

/** The same picture of each thing that is asked for. */
function picturesOf(body: string) {
  const { ids } = JSON.parse(body) as { ids: string[] };
  return Object.fromEntries(ids.map((id) => [id, PICTURE]));
}

let root: Root | null = null;

/** Renders part of the shell in an org with these saved things, pages and types. */
export function drawShell(
  children: ReactNode,
  {
    host = createFakeHost(),
    links = [],
    pages = PAGES,
    types = savedTypes,
    person,
    found = [],
    integrations = [],
    sources = [],
    sourceTypes = [],
  }: ShellParts = {},
) {
  const answers: Readonly<Record<string, (body: string) => unknown>> = {
    'entity-detail': (body) => ({ data: detailOf(body) }),
    own: () => ({ data: person ?? null }),
    'entity-search': () => ({
      data: found,
      meta: { page: 1, pageSize: 6, total: found.length, counts: countsOf(found) },
    }),
    search: (body) => foundIn(links, body),
    thumbnails: (body) => ({ data: picturesOf(body) }),
    configuration: () => ({ integrations: integrations.map((name) => ({ name })) }),
    'list-sources': () => ({ data: sources }),
    'list-connectors': () => ({ data: sourceTypes }),
    list: () => ({ data: links, more: false, total: links.length, counts: null, notice: null }),
  };
  vi.stubGlobal('fetch', async (url: string, init?: { body?: string }) => {
    const answer = answers[url.split('/').at(-1) ?? ''];
    return Response.json(answer?.(init?.body ?? '{}') ?? { data: [], total: 0 });
  });
  root = createRoot(document.body.appendChild(document.createElement('div')));
  root.render(
    <QueryClientProvider client={new QueryClient()}>
      <FakeHost host={host}>
        <UiProvider colorScheme="light">
          <MemoryRouter initialEntries={['/acme/home']}>
            <PagesProvider value={pages}>
              <SavedTypesProvider value={types}>{children}</SavedTypesProvider>
            </PagesProvider>
          </MemoryRouter>
        </UiProvider>
      </FakeHost>
    </QueryClientProvider>,
  );
  return host;
}

/** Unmounts the rendered content. */
export function clearShell(): void {
  root?.unmount();
  root = null;
  document.body.replaceChildren();
  localStorage.clear();
  vi.unstubAllGlobals();
}

import {
  LinkBrief,
  SAVED_TYPES,
  completionOf,
  OnboardingTaskId,
  type BoardState,
  type Configuration,
  type DeepLink,
  type Followed,
  type Highlights,
  type ListedTypeTable,
  type OnboardingTask,
  type SavedTypeRules,
  type RecentActivity,
  type Source,
} from '@cairn/contracts';
import { note } from '@cairn/contracts/planted';
import { createFakeHost, FakeHost } from '@cairn/host/fake';
import { PAGES, PagesProvider, type FindPage, type Host, type PageEntry } from '@cairn/host';

import { savedTypes, SavedTypesProvider, type SavedType } from '@cairn/saved';
import { UiProvider } from '@cairn/ui';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import axe from 'axe-core';
import type { ReactNode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { vi } from 'vitest';
import { App } from '../src/app.tsx';
import { fakeList } from './fake-lists.ts';

type Answer = { status: number; body: unknown };
type Body = Record<string, unknown>;

/** What the service would tell of a link in a list; nothing where its state cannot be read. */
function briefOf({ type, state }: Pick<DeepLink, 'type' | 'state'>): LinkBrief {
  const rules: SavedTypeRules = (SAVED_TYPES as ListedTypeTable)[type] ?? note;
  try {
    const parsed = rules.state.safeParse(JSON.parse(state));
    return LinkBrief.parse(parsed.success ? (rules.brief?.(parsed.data) ?? {}) : {});
  } catch {
    return LinkBrief.parse({});
  }
}

/** A saved thing with everything that a test does not name. */
export function aLink(part: Partial<DeepLink> & { id: string }): DeepLink {
  const link = {
    type: 'dashboard-v1' as const,
    scope: 'private' as const,
    name: part.id,
    description: '',
    userId: 'u1' as DeepLink['userId'],
    orgId: 'acme' as DeepLink['orgId'],
    group: '',
    state: JSON.stringify({ layout: [], data: {}, extras: {} }),
    targetRole: '',
    useCase: '',
    hasThumbnail: false,
    status: 'populated' as const,
    json: { tags: [] },
    isBookmarked: false,
    canEdit: true,
    ownerName: 'Ada',
    hits: 0,
    version: 1,
    createdAt: '2026-11-01T00:00:00Z',
    updatedAt: '2026-11-01T00:00:00Z',
    ...part,
  };
  return { brief: briefOf(link), ...link };
}

/** A saved query over commits. */
export function aQuery(id: string, name: string): DeepLink {
  const params = { select: ['Commit'], groupBys: [{ target: 'Person', attribute: 'name' }] };
  return aLink({ id, name, type: 'explore-v1', state: JSON.stringify({ params, viz: [] }) });
}

/** A kind that sources of the org fill, without attributes. */
export const providedKind = (name: string): Configuration['kinds'][number] => ({
  name,
  label: name,
  plural: name,
  icon: '',
  color: '',
  timeAttribute: 'createdAt',
  provided: true,
  attributes: [],
  relations: [],
});

const NOTHING = { status: 404, body: { error: { code: 'not_found', message: 'There is no such thing.' } } };

/** An org's saved things and sources behind the contract's routes, in memory. */
export class FakeOrg {
  links: DeepLink[] = [];
  readonly deleted: DeepLink[] = [];
  sources: Source[] = [];
  /** What the user opened lately. */
  opened: RecentActivity[] = [];
  /** What the service says of lists that it could not know whole. */
  notice: string | null = null;
  thumbnails: Record<string, string> = {};
  tasks: OnboardingTask[] = OnboardingTaskId.options.map((id) => ({
    id,
    completed: false,
    dismissed: false,
    completedAt: null,
    dismissedAt: null,
  }));
  lastVisit: string | null = null;
  /** What the user follows. */
  followed: Followed[] = [];
  /** The rows of every answer over time. */
  series: Record<string, unknown>[] = [];
  /** The rows of every answer to a query. */
  groups: Record<string, unknown>[] = [{ 'Person.name': 'Grace Hopper', 'count(Commit.uuid)': 12_400 }];
  configuration: Configuration = {
    kinds: [],
    integrations: [],
    dataVersion: 1,
    earliest: '2020-01-01T00:00:00Z',
    latest: new Date().toISOString(),
  };
  highlights: Highlights = {
    data: [],
    meta: {
      timezone: 'UTC',
      start: '2026-10-01T00:00:00Z',
      end: '2026-11-01T00:00:00Z',
      compared: { start: '2026-08-31T00:00:00Z', end: '2026-10-01T00:00:00Z' },
      dataVersion: 1,
      dataEnd: null,
      withheld: 0,
      simulated: false,
    },
  };
  /** Answers that come first, by the end of the path; the network's own way of failing. */
  readonly failures = new Map<string, Answer>();
  /** What waits before it answers, by the end of the path. */
  readonly slow = new Map<string, Promise<void>>();
  readonly asked: { path: string; body: Body }[] = [];

  answer(path: string, body: Body): Answer {
    this.asked.push({ path, body });
    const failure = [...this.failures].find(([end]) => path.endsWith(end));
    if (failure) return failure[1];
    const route = path.split('/').slice(-1)[0] ?? '';
    const handlers: Record<string, () => Answer> = {
      list: () => ({ status: 200, body: { ...fakeList(this.links, body), notice: this.notice } }),
      thumbnails: () => this.#ok(this.thumbnails),
      read: () => this.#found(body, (link) => link),
      create: () => this.#create(body),
      update: () => this.#update(body),
      delete: () =>
        this.#found(body, (link) => {
          this.links = this.links.filter(({ id }) => id !== link.id);
          this.deleted.push(link);
          return { id: link.id };
        }),
      restore: () => {
        const link = this.deleted.find(({ id }) => id === body['id']);
        return link ? this.#ok(this.#add(link)) : NOTHING;
      },
      duplicate: () =>
        this.#found(body, (link) =>
          this.#add({ ...link, id: `${link.id}-copy`, name: `${link.name} (copy)` }),
        ),
      bookmark: () =>
        this.#found(body, (link) => {
          this.#put({ ...link, isBookmarked: body['action'] === 'add' });
          return { isBookmarked: body['action'] === 'add', type: link.type };
        }),
      configuration: () => ({ status: 200, body: this.configuration }),
      'list-sources': () => this.#ok(this.sources),
      'group-bys': () => ({ status: 200, body: { ...rows, data: this.groups } }),
      'time-series': () => ({ status: 200, body: { ...rows, data: this.series } }),
      'user-state': () => this.#userState(),
      task: () => this.#setTask(body),
      following: () => this.#ok(this.followed),
      follow: () => this.#follow(body),
      visit: () => this.#ok({ lastVisit: this.lastVisit }),
      'overview-highlights': () => ({ status: 200, body: this.highlights }),
    };
    return handlers[route]?.() ?? NOTHING;
  }

  board(id: string): BoardState {
    return JSON.parse(this.links.find((link) => link.id === id)?.state ?? '{}') as BoardState;
  }

  #ok(data: unknown): Answer {
    return { status: 200, body: { data } };
  }
  #follow({ kind, id, action }: Body): Answer {
    const others = this.followed.filter((each) => each.kind !== kind || each.id !== id);
    const since = '2026-11-01T00:00:00Z';
    const added = action === 'add' ? [{ kind, id, since } as Followed] : [];
    this.followed = [...added, ...others];
    return this.#ok(this.followed);
  }
  #userState(): Answer {
    return this.#ok({
      onboardingTasks: this.tasks,
      completion: completionOf(this.tasks),
      recentActivity: this.opened,
    });
  }
  #setTask({ id, action }: Body): Answer {
    const changes = {
      complete: { completed: true },
      undo: { completed: false },
      dismiss: { dismissed: true },
      restore: { dismissed: false },
    }[action as 'complete' | 'undo' | 'dismiss' | 'restore'];
    this.tasks = this.tasks.map((task) => (task.id === id ? { ...task, ...changes } : task));
    return this.#userState();
  }
  #found(body: Body, take: (link: DeepLink) => unknown): Answer {
    const link = this.links.find(({ id }) => id === body['id']);
    return link ? this.#ok(take(link)) : NOTHING;
  }
  #put(link: DeepLink): DeepLink {
    this.links = this.links.map((other) => (other.id === link.id ? link : other));
    return link;
  }
  #add(link: DeepLink): DeepLink {
    this.links = [link, ...this.links];
    return link;
  }
  #create(body: Body): Answer {
    const { org_id: _org, ...part } = body;
    return this.#ok(this.#add(aLink({ id: `saved-${this.links.length + 1}`, ...part })));
  }
  #update(body: Body): Answer {
    return this.#updateFound(body) ?? NOTHING;
  }
  #updateFound(body: Body): Answer | null {
    const link = this.links.find(({ id }) => id === body['id']);
    if (!link) return null;
    if (body['thumbnail'] !== undefined) return this.#ok(this.#put({ ...link, hasThumbnail: true }));
    if (body['version'] !== undefined && body['version'] !== link.version) {
      return { status: 409, body: { error: { code: 'conflict', message: 'It was changed meanwhile.' } } };
    }
    const { org_id: _org, version: _version, ...part } = body;
    return this.#ok(this.#put({ ...link, ...part, version: link.version + 1 }));
  }
}

const rows = {
  columns: [],
  meta: { limit: 1, total: 1, truncated: false, timezone: 'UTC', start: null, end: null, dataVersion: 1 },
};

let root: Root | null = null;

function Where() {
  const { pathname, search } = useLocation();
  return <output data-testid="address">{pathname + search}</output>;
}

/** Entries that only a test has. */
export interface Planted {
  types?: readonly SavedType[];
  pages?: readonly PageEntry[];
  find?: FindPage;
  /** Puts something around the app, such as a provider. */
  wrap?: (app: ReactNode) => ReactNode;
}

/** Draws the front-end at an address, over a fake org; `navigate` of the host moves its router. */
export function drawAt(
  address: string,
  org: FakeOrg,
  overrides: Partial<Host> = {},
  theme: 'light' | 'dark' = 'light',
  { types = savedTypes, pages = PAGES, find, wrap = (app) => app }: Planted = {},
) {
  vi.stubGlobal('fetch', async (address: string | URL, init?: { body?: string }) => {
    const url = String(address);
    await [...org.slow].find(([end]) => url.endsWith(end))?.[1];
    const { status, body } = org.answer(url, JSON.parse(init?.body ?? '{}') as Body);
    return new Response(JSON.stringify(body), { status });
  });
  const host = createFakeHost(overrides);
  const draw = (at: string) =>
    root?.render(
      <QueryClientProvider client={client}>
        <FakeHost host={host}>
          <UiProvider colorScheme={theme}>
            <MemoryRouter key={at} initialEntries={[at]}>
              <SavedTypesProvider value={types}>
                <PagesProvider value={pages}>{wrap(<App {...(find ? { find } : {})} />)}</PagesProvider>
              </SavedTypesProvider>
              <Where />
            </MemoryRouter>
          </UiProvider>
        </FakeHost>
      </QueryClientProvider>,
    );
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  if (!overrides.navigate) {
    const note = host.navigate;
    host.navigate = (to, options) => {
      note(to, options);
      draw(to);
    };
  }
  root = createRoot(document.body.appendChild(document.createElement('main')));
  draw(address);
  return Object.assign(host, { client });
}

/** Takes what was drawn away, and what a tab would keep. */
export function clearPage(keepTab = false): void {
  root?.unmount();
  root = null;
  document.body.replaceChildren();
  if (!keepTab) sessionStorage.clear();
}

/** What axe finds on the page, in short. */
export async function axeFindings(): Promise<string[]> {
  const ending = document
    .getAnimations()
    .filter((animation) => animation.effect?.getTiming().iterations !== Infinity);
  await Promise.all(ending.map((animation) => animation.finished.catch(() => undefined)));
  const { violations } = await axe.run(document.body, { rules: { region: { enabled: false } } });
  return violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
  );
}

import {
  AppError,
  type ChangedFile,
  entityContract,
  entityFileContract,
  entitySearchContract,
  type EntityDetail,
  ERRORS,
  pathOf,
  queryContract,
  type Route,
} from '@cairn/contracts';
import type { TimelineEvent } from '@cairn/contracts/story';
import { type FakeStory, storyHandlers } from './fake-story.ts';
import { ADA, BROKEN, COMMIT, ENTITIES, EVENTS, FILES, FORMERLY, ORG, WITHOUT_PATCHES } from './entities.ts';
import { CATALOGUE } from '@cairn/entities';
import { type Condition, leavesOf } from '@cairn/query';

/** The data of a fake graph; events and files are keyed by the uuid of their entity. */
export interface FakeGraphData {
  readonly entities: readonly EntityDetail[];
  readonly events: Readonly<Record<string, readonly TimelineEvent[]>>;
  readonly files: Readonly<Record<string, readonly ChangedFile[]>>;
  readonly stories?: Readonly<Record<string, FakeStory>>;
  /** The text in every cell of a list; without it lists are empty. */
  readonly cells?: string;
}

type Handler = (input: Record<string, unknown>) => unknown;
const fail = (code: keyof typeof ERRORS, message: string): never => {
  throw new AppError(code, message);
};

const META = { limit: 1_000, truncated: false, timezone: 'UTC', start: null, end: null, dataVersion: 1 };
const ROWS = 3;
const SHA = '8f3c2e1d0b4a59687786a5b4c3d2e1f00918273a';
/** A file before the changes of `entities.ts`, whose diffs begin at its first line. */
const OLD_TEXT = Array.from({ length: 40 }, (_, at) => `line ${String(at + 1)} of the old file\n`).join('');
const BLAME = [
  { from: 1, lines: 3, sha: SHA, author: 'Ada Lovelace', at: '2026-11-18T09:30:00.000Z' },
  { from: 4, lines: 37, sha: '0'.repeat(40), author: 'W'.repeat(400), at: '2026-11-19T09:30:00.000Z' },
];

/** Rows with a value in every column that is asked for: moments and numbers by the catalogue, else the given text. */
function rowsFor(
  { select, columns = [], filters = [], order = [] }: Record<string, unknown>,
  cells: string | undefined,
): unknown {
  const kind = String((select as string[])[0]);
  const named = (columns as string[]).map((name) => (name.includes('.') ? name : `${kind}.${name}`));
  const typeOf = (key: string) => {
    const end = key.lastIndexOf('.');
    const found = CATALOGUE.attributeAt(kind, key.slice(0, end), key.slice(end + 1));
    if (!found) throw new AppError('invalid_query', `From ${kind} the column ${key} is not known.`);
    return found.type;
  };
  for (const { target, attribute } of leavesOf(filters as Condition[]))
    if (!CATALOGUE.attributeAt(kind, target, attribute))
      throw new AppError('invalid_query', `From ${kind} ${target}.${attribute} is not known.`);
  for (const { by } of order as { by: string }[]) typeOf(by);
  const valueOf = (key: string) => {
    const type = typeOf(key);
    if (key.endsWith('.uuid')) return '00000000-0000-4000-8000-000000000004';
    if (type === 'datetime') return '2026-11-18T09:30:00Z';
    return type === 'number' ? 3 : type === 'boolean' ? true : cells;
  };
  const row = (at: number) => ({
    uuid: `00000000-0000-4000-8000-0000000009${String(at).padStart(2, '0')}`,
    ...Object.fromEntries(named.map((key) => [key, valueOf(key)])),
  });
  const data = cells === undefined ? [] : Array.from({ length: ROWS }, (_, at) => row(at));
  return { data, columns: [], meta: { ...META, total: data.length === 0 ? 0 : 40 } };
}

/** A source that knows everything; persons have an account of GitHub. */
function resolutionFor(uuid: string) {
  const source = {
    sourceId: 's1',
    name: 'cairn',
    type: 'git',
    externalId: `cairn@${uuid}`,
    firstSeen: '2026-11-20T09:30:00.000Z',
    lastSeen: '2026-11-21T09:30:00.000Z',
    deleted: false,
  };
  const account = {
    uuid,
    integration: 'github',
    externalId: '42',
    username: 'ada-l',
    name: 'Ada Lovelace',
    emails: ['ada@example.com'],
    isBot: false,
    method: 'login',
    confidence: 1,
    locked: false,
  };
  return {
    uuid,
    kind: uuid === ADA ? 'Person' : 'Commit',
    former: [],
    sources: [source],
    identities: uuid === ADA ? [account] : [],
  };
}

function handlersOf({
  entities,
  events,
  files,
  stories = {},
  cells,
}: FakeGraphData): readonly (readonly [Route, Handler])[] {
  return [
    [
      entityContract.entityDetail,
      ({ entityUuid }) => {
        if (entityUuid === BROKEN) return fail('internal', 'Something went wrong.');
        const present = entityUuid === FORMERLY ? COMMIT : String(entityUuid).toLowerCase();
        const data = entities.find(({ uuid }) => uuid === present);
        return { data: data ?? fail('not_found', 'There is no such entity.') };
      },
    ],
    [queryContract.entities, (query) => rowsFor(query, cells)],
    [queryContract.groupBys, () => ({ data: [], columns: [], meta: { ...META, total: 0 } })],
    [entityContract.resolution, ({ entityUuid }) => ({ data: resolutionFor(String(entityUuid)) })],
    [
      entityFileContract.entityFile,
      ({ path }) => ({
        data: {
          path: path ?? 'src/app.ts',
          sha: SHA,
          text: cells === '' ? null : OLD_TEXT,
          reason: cells === '' ? 'A binary file, so there is no text to show.' : null,
          blame: path === undefined ? BLAME : [],
        },
      }),
    ],
    [
      entitySearchContract.searchEntities,
      ({ page, pageSize }) => ({ data: [], meta: { page, pageSize, total: 0, counts: {} } }),
    ],
    [
      entityContract.entityDiff,
      ({ entityUuid }) => {
        const data = files[String(entityUuid)] ?? [];
        return { data, meta: { total: data.length, truncated: false } };
      },
    ],
    ...storyHandlers(events, stories),
  ];
}

/** What svc-workspace answers where nothing is saved. */
const NO_LINKS = { data: [], more: false, total: 0, counts: null, notice: null };

/** A fake of the graph service behind `fetch`; requests and answers are validated against the contract. */
export function createFakeGraph(data: FakeGraphData): typeof fetch {
  const handlers = handlersOf(data);
  return (url, init) => {
    if (String(url) === '/api/deep-links/list') return Promise.resolve(Response.json(NO_LINKS));
    const found = handlers.find(([route]) => pathOf(route, { orgId: ORG }) === String(url));
    if (!found || typeof init?.body !== 'string') return Promise.resolve(new Response('{}', { status: 404 }));
    const [route, handler] = found;
    const input = route.input?.parse(JSON.parse(init.body)) as Record<string, unknown>;
    try {
      return Promise.resolve(Response.json(route.output.parse(handler(input))));
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const { code, message, status } = error;
      return Promise.resolve(Response.json({ error: { code, message } }, { status }));
    }
  };
}

/** The graph of `entities.ts`. */
export const fakeFetch = createFakeGraph({
  entities: ENTITIES,
  events: { [COMMIT]: EVENTS },
  files: {
    [COMMIT]: FILES,
    [WITHOUT_PATCHES]: FILES.slice(0, 2).map((file) => ({
      ...file,
      patch: null,
      reason: 'No diff data available',
    })),
  },
});

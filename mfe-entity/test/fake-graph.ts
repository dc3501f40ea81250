import {
  AppError,
  type ChangedFile,
  entityContract,
  type EntityDetail,
  ERRORS,
  pathOf,
  type Route,
} from '@cairn/contracts';
import type { StoryEvent } from '@cairn/contracts/story';
import { type FakeStory, storyHandlers } from './fake-story.ts';
import { BROKEN, COMMIT, ENTITIES, EVENTS, FILES, FORMERLY, ORG, WITHOUT_PATCHES } from './entities.ts';

/** The data of a fake graph; events and files are keyed by the uuid of their entity. */
export interface FakeGraphData {
  readonly entities: readonly EntityDetail[];
  readonly events: Readonly<Record<string, readonly StoryEvent[]>>;
  readonly files: Readonly<Record<string, readonly ChangedFile[]>>;
  readonly stories?: Readonly<Record<string, FakeStory>>;
}

type Handler = (input: Record<string, unknown>) => unknown;
const fail = (code: keyof typeof ERRORS, message: string): never => {
  throw new AppError(code, message);
};

function handlersOf({
  entities,
  events,
  files,
  stories = {},
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

/** A fake of the graph service behind `fetch`; requests and answers are validated against the contract. */
export function createFakeGraph(data: FakeGraphData): typeof fetch {
  const handlers = handlersOf(data);
  return (url, init) => {
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

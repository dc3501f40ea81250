import type { OwnAttribute } from '@cairn/entities';
import { z } from 'zod';
import type { Row } from '../src/store/load.ts';
import { ownColumns } from '../src/store/own-attributes.ts';
import { entityUuid } from '../src/store/uuid.ts';
import type { Connector } from '../src/sources/connector.ts';
import { hasHmac } from '../src/sources/webhook.ts';
import type { SourcePage } from '../src/sources/payload.ts';
import { readInPages } from '../src/sources/read-in-pages.ts';

const TrackerSettings = z.strictObject({
  url: z.url({ protocol: /^https?$/ }),
  token: z.string().min(8),
});
const TrackerCursor = z.object({ issues: z.int(), comments: z.int() });
const TrackerPage = z.object({
  items: z.array(z.object({ id: z.int(), text: z.string() })),
  total: z.int(),
});
const TrackerMessage = z.looseObject({ kind: z.string(), issue: z.int().optional() });
type TrackerSettings = z.infer<typeof TrackerSettings>;

/** A field that only orgs with this tracker have. */
const OWN: readonly OwnAttribute[] = [
  {
    kind: 'Issue',
    integration: 'jira',
    name: 'customSeverity',
    label: 'Severity',
    type: 'string',
    externalId: 'severity',
  },
];
const LISTS = ['issues', 'comments'] as const;
const KINDS = { issues: 'Issue', comments: 'IssueComment' } as const;

/** How a page is asked for. */
interface Reading {
  readonly signal: AbortSignal;
  readonly fetch: typeof fetch;
}

async function fetchPage(
  { url, token }: TrackerSettings,
  list: string,
  after: number,
  { signal, fetch }: Reading,
): Promise<z.infer<typeof TrackerPage>> {
  const headers = { authorization: `Bearer ${token}` };
  const answer = await fetch(`${url}/${list}?after=${String(after)}`, { headers, signal });
  if (!answer.ok)
    throw new Error(`the tracker answered ${String(answer.status)} to ${headers.authorization}`);
  return TrackerPage.parse(await answer.json());
}

async function* read(from: {
  readonly settings: TrackerSettings;
  readonly cursor: unknown;
  readonly signal: AbortSignal;
  readonly fetch: typeof fetch;
}): AsyncGenerator<SourcePage> {
  const parsed = TrackerCursor.safeParse(from.cursor);
  let cursor = parsed.success ? parsed.data : { issues: 0, comments: 0 };
  for (const list of LISTS)
    for (;;) {
      const { items, total } = await fetchPage(from.settings, list, cursor[list], from);
      if (items.length === 0) break;
      cursor = { ...cursor, [list]: cursor[list] + items.length };
      yield { phase: list, payloads: [{ kind: list, body: items }], count: items.length, total, cursor };
    }
}

/** A tracker with a small REST API: a source that Cairn does not ship, to try the connector with. */
export const plantedConnector: Connector = {
  type: 'planted-tracker',
  words: {
    label: 'Planted tracker',
    icon: 'ticket',
    description: 'Add a planted tracker.',
    add: 'Add tracker',
    upToDate: 'Up to date',
    lastRead: 'Last read',
    neverRead: 'Not read yet',
    rebuild: 'Nothing is asked of the tracker.',
    removal: 'Its issues leave every page.',
    fixed: null,
  },
  settings: TrackerSettings,
  fields: [
    { name: 'url', label: 'Address', description: 'Where it is.', placeholder: 'https://…', secret: false },
    { name: 'token', label: 'Token', description: 'May read issues.', placeholder: '', secret: true },
  ],
  phases: [
    {
      id: 'issues',
      label: 'Reading issues',
      activity: 'Reading issues of',
      unit: 'issues',
      background: false,
      incomplete: null,
    },
    {
      id: 'comments',
      label: 'Reading comments',
      activity: 'Reading comments of',
      unit: 'comments',
      background: true,
      incomplete: 'comments',
    },
  ],
  provides: ['jira'],
  create: async ({ orgId, settings }) => {
    const { url } = TrackerSettings.parse(settings);
    return { id: entityUuid(orgId, 'jira', `source:${url}`), name: new URL(url).host, settings: { url } };
  },
  webhook: {
    isSigned: ({ headers, body }, secret) => hasHmac(secret, body, headers.get('x-signature') ?? ''),
    read: ({ headers, body }) => {
      const payload = TrackerMessage.parse(JSON.parse(Buffer.from(body).toString()));
      return { id: headers.get('x-delivery'), kind: payload.kind, payload };
    },
    meaning: (kind) =>
      kind === 'hello' ? 'greeting' : ['changed', 'deleted'].includes(kind) ? 'reading' : 'nothing',
    removed: ({ kind, payload }, { orgId, source }) => {
      const { issue } = TrackerMessage.parse(payload);
      if (kind !== 'deleted' || issue === undefined) return [];
      const id = String(issue);
      const uuid = entityUuid(orgId, 'jira', `issues:${source.id}:${id}`);
      return [{ kind: 'Issue', uuid, id, places: [{ payload: 'issues', list: '', key: 'id' }] }];
    },
    steps: ['Open the tracker.', 'Paste the address.'],
  },
  ...readInPages({
    settings: TrackerSettings,
    read,
    version: 1,
    normalise: ({ kind, body }, { orgId, sourceId }) => {
      const list = z.enum(LISTS).parse(kind);
      const severity: Row = list === 'issues' ? { customSeverity: 'high' } : {};
      const rows = TrackerPage.shape.items.parse(body).map(({ id, text }) => ({
        uuid: entityUuid(orgId, 'jira', `${list}:${sourceId}:${String(id)}`),
        integration: 'jira',
        externalId: `${sourceId}:${String(id)}`,
        name: text,
        ...severity,
      }));
      const table = KINDS[list];
      const load = { table, rows, match: { name: 'replace' }, own: ownColumns(OWN, table) } as const;
      const ignored = rows.flatMap(({ name }) => (name.endsWith(' 13') ? [`thirteenth of ${list}`] : []));
      return { loads: [load], own: OWN, ignored };
    },
  }),
};

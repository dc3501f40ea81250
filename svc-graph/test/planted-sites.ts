import { z } from 'zod';
import type { Connector } from '../src/sources/connector.ts';
import type { NormalisedPayload, RowsOf } from '../src/sources/payload.ts';
import { readInPages } from '../src/sources/read-in-pages.ts';
import type { Row } from '../src/store/load.ts';
import { naturalKey, remoteAddress } from '../src/store/natural-key.ts';
import { keyUuid } from '../src/store/uuid.ts';

const Settings = z.strictObject({ at: z.string() });

/** What a site of a tracker has: projects by id, and their issues by an id that never changes. */
const TrackerSite = z.object({
  project: z.object({ id: z.string(), key: z.string() }),
  issues: z.array(z.object({ id: z.string(), key: z.string(), title: z.string() })),
});
/** What a forge has of one repository: its commits and its pull requests. */
const ForgeSite = z.object({
  remote: z.string(),
  commits: z.array(z.object({ sha: z.string(), message: z.string() })),
  pulls: z.array(z.object({ id: z.string(), number: z.int(), title: z.string() })),
});
type Site = z.infer<typeof TrackerSite> | z.infer<typeof ForgeSite>;

/** The sites that the planted sources read, by host or by owner; a test fills them. */
export const SITES = new Map<string, Site>();

const WORDS: Connector['words'] = {
  label: 'Planted site',
  icon: 'ticket',
  description: 'Add a planted site.',
  add: 'Add site',
  upToDate: 'Up to date',
  lastRead: 'Last read',
  neverRead: 'Not read yet',
  rebuild: 'Nothing is asked.',
  removal: 'What it knows leaves every page.',
  fixed: null,
};
const READ = {
  id: 'all',
  label: 'Reading',
  activity: 'Reading',
  unit: 'things',
  background: false,
  incomplete: null,
};

/** A source whose site is one payload, read whole each time. */
const siteConnector = (
  type: string,
  integration: 'jira' | 'github',
  normalise: (body: unknown, of: RowsOf) => NormalisedPayload,
): Connector => ({
  type,
  words: WORDS,
  settings: Settings,
  fields: [],
  phases: [READ],
  provides: [integration],
  create: async ({ settings }) => {
    const { at } = Settings.parse(settings);
    return { id: at, name: at, settings: { at } };
  },
  ...readInPages({
    settings: Settings,
    async *read({ settings: { at }, cursor }) {
      const body = { at, site: SITES.get(at) };
      yield {
        phase: READ.id,
        payloads: [{ kind: 'site', body }],
        count: 1,
        cursor: typeof cursor === 'number' ? cursor + 1 : 1,
      };
    },
    version: 1,
    normalise: ({ body }, of) => normalise(body, of),
  }),
});

const REPLACE = { name: 'replace' } as const;

/** A site of Jira: things are told apart by the host and the id, never by the key. */
export const plantedJira = siteConnector('planted-jira', 'jira', (body, { orgId }) => {
  const { at, site } = z.object({ at: z.string(), site: TrackerSite }).parse(body);
  const uuidOf = (id: string) =>
    keyUuid(orgId, naturalKey.other({ integration: 'jira', host: new URL(at).host, id }));
  const project = uuidOf(`project:${site.project.id}`);
  const common = { integration: 'jira', deleted: false };
  const issues = site.issues.map(({ id, key, title }): Row => ({
    ...common,
    uuid: uuidOf(`issue:${id}`),
    externalId: id,
    name: title,
    issueKey: key,
    projectUuid: project,
  }));
  const events = issues.map(({ uuid = null, name = null }): Row => ({
    uuid: uuidOf(`created:${String(uuid)}`),
    integration: 'jira',
    action: 'created',
    entityType: 'Issue',
    entityUuid: uuid,
    issueUuid: uuid,
    name,
    occurredAt: 1_700_000_000,
  }));
  const named = { ...common, uuid: project, externalId: site.project.id, name: site.project.key };
  return {
    loads: [
      { table: 'Project', rows: [named], match: REPLACE },
      { table: 'Issue', rows: issues, match: REPLACE },
      { table: 'Event', rows: events, match: REPLACE },
    ],
  };
});

/** A repository of a forge, which is the one that git reads where the address is the same. */
export const plantedForge = siteConnector('planted-forge', 'github', (body, { orgId }) => {
  const { site } = z.object({ site: ForgeSite }).parse(body);
  const address = remoteAddress(site.remote) ?? site.remote;
  const repository = keyUuid(orgId, naturalKey.Repository({ repository: address }));
  const common = { integration: 'github', deleted: false };
  const fullName = address.split('/').slice(1).join('/');
  const of = { ...common, repositoryUuid: repository };
  return {
    loads: [
      {
        table: 'Repository',
        rows: [
          {
            ...common,
            uuid: repository,
            externalId: address,
            name: fullName.split('/').at(-1) ?? '',
            fullName,
          },
        ],
        match: {},
      },
      {
        table: 'Commit',
        rows: site.commits.map(({ sha, message }): Row => ({
          ...of,
          uuid: keyUuid(orgId, naturalKey.Commit({ sha })),
          externalId: sha,
          sha,
          name: message,
        })),
        match: {},
      },
      {
        table: 'PullRequest',
        rows: site.pulls.map(({ id, number, title }): Row => ({
          ...of,
          uuid: keyUuid(orgId, naturalKey.other({ integration: 'github', host: 'github.com', id })),
          externalId: id,
          number,
          name: title,
        })),
        match: REPLACE,
      },
    ],
  };
});

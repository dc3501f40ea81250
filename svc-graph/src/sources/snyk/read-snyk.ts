import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { SourcePart } from '@cairn/contracts/source-preview';
import { z } from 'zod';
import type { SourcePage } from '../payload.ts';
import { type SnykScope, firstPage, readAll, readPage } from './read-list.ts';
import { SnykOrganization } from './shapes.ts';

/** Issues that changed while a list of them was read are read again. */
const OVERLAP = 5 * 60_000;

const OrganizationPlace = z.object({
  /** When the reading that is under way began, and the one before it; milliseconds since 1970. */
  begun: z.number().nullable().catch(null),
  before: z.number().nullable().catch(null),
  /** The page at which the reading goes on. */
  next: z.string().nullable().catch(null),
  /** Projects by id, each with a digest of what rows have of it. */
  projects: z.record(z.string(), z.string()).catch({}),
  /** Projects that changed, whose issues are still to be read again. */
  renamed: z.array(z.string()).catch([]),
  /** Issues of the last reading that the next one meets again, by digest. */
  recent: z.array(z.string()).catch([]),
});
type OrganizationPlace = z.infer<typeof OrganizationPlace>;

const Cursor = z.object({
  organizations: z.record(z.string(), OrganizationPlace).catch({}),
  notes: z.array(z.string()).catch([]),
});
type Cursor = z.infer<typeof Cursor>;

const Organizations = z.array(SnykOrganization);
type Organization = z.infer<typeof SnykOrganization>;
const Item = z.looseObject({ id: z.string() });
const Changed = z.looseObject({
  attributes: z.looseObject({ updated_at: z.string().optional().catch(undefined) }),
  relationships: z.looseObject({
    scan_item: z
      .looseObject({ data: z.looseObject({ id: z.string() }) })
      .nullish()
      .catch(null),
  }),
});

const digestFor = (value: unknown) =>
  createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 32);

/** The organizations that the token sees. */
export const listOrganizations = async (scope: SnykScope): Promise<Organization[]> =>
  Organizations.parse(await readAll(scope, firstPage('/orgs')));

const isRead = ({ id }: Organization, { organizations }: SnykScope) =>
  organizations.length === 0 || organizations.includes(id);

/** The organizations as parts to choose from. */
export async function listParts(scope: SnykScope): Promise<SourcePart[]> {
  return (await listOrganizations(scope)).map((organization) => ({
    key: organization.id,
    name: organization.attributes.name,
    isPrivate: false,
    isArchived: false,
    isChosen: isRead(organization, scope),
    counts: [],
  }));
}

interface Reading {
  readonly scope: SnykScope;
  readonly organization: Organization;
  readonly projects: ReadonlyMap<string, unknown>;
  cursor: Cursor;
}

const placeIn = ({ cursor, organization }: Pick<Reading, 'cursor' | 'organization'>): OrganizationPlace =>
  cursor.organizations[organization.id] ?? OrganizationPlace.parse({});

function move(reading: Reading, place: OrganizationPlace): void {
  const organizations = { ...reading.cursor.organizations, [reading.organization.id]: place };
  reading.cursor = { ...reading.cursor, organizations };
}

const pathTo = ({ organization }: Reading, list: 'issues' | 'projects', query = {}) =>
  firstPage(`/orgs/${encodeURIComponent(organization.id)}/${list}`, query);

/** Issues as a page, with the projects that they are of. */
function pageOf(reading: Reading, items: readonly unknown[]): SourcePage {
  const { scope, organization, projects, cursor } = reading;
  const named = items.flatMap((item) => Changed.safeParse(item).data?.relationships.scan_item?.data.id ?? []);
  const scanned = [...new Set(named)].flatMap((id) => projects.get(id) ?? []);
  const body = { host: scope.address, organization, projects: scanned, items };
  const payloads = items.length === 0 ? [] : [{ kind: 'issues', body }];
  return { phase: 'issues', payloads, count: items.length, cursor };
}

/** Reads the issues of an organization that changed since the reading before. */
async function* readIssues(reading: Reading): AsyncGenerator<SourcePage> {
  const { scope } = reading;
  const { before, begun, next, recent: known } = placeIn(reading);
  const since = before === null ? {} : { updated_after: new Date(before - OVERLAP).toISOString() };
  let recent: string[] = [];
  for (let path: string | null = next ?? pathTo(reading, 'issues', since); path !== null;) {
    const page = await readPage(scope, path);
    const latest = page.items.filter((item) => {
      const at = Changed.safeParse(item).data?.attributes.updated_at;
      return at !== undefined && Date.parse(at) >= (begun ?? 0) - OVERLAP;
    });
    recent = [...recent, ...latest.map(digestFor)];
    const fresh = page.items.filter((item) => !known.includes(digestFor(item)));
    path = page.next === path ? null : page.next;
    move(reading, { ...placeIn(reading), next: path });
    if (fresh.length > 0) yield pageOf(reading, fresh);
  }
  move(reading, { ...placeIn(reading), before: begun, begun: null, next: null, recent });
}

/** Reads the issues of projects again that are called otherwise, or lie elsewhere, than rows say. */
async function* readRenamed(reading: Reading): AsyncGenerator<SourcePage> {
  for (const id of placeIn(reading).renamed) {
    const query = { 'scan_item.id': id, 'scan_item.type': 'project' };
    const items = await readAll(reading.scope, pathTo(reading, 'issues', query));
    const place = placeIn(reading);
    move(reading, { ...place, renamed: place.renamed.filter((each) => each !== id) });
    yield pageOf(reading, items);
  }
}

/** What rows have of a project. */
const Shown = z.looseObject({
  attributes: z.object({ name: z.unknown(), type: z.unknown(), origin: z.unknown() }).partial(),
  relationships: z.unknown(),
});

/** The projects of an organization by id, and those of them that changed since rows were made. */
async function readProjects(reading: Reading): Promise<ReadonlyMap<string, unknown>> {
  const items = await readAll(reading.scope, pathTo(reading, 'projects', { expand: 'target' }));
  const projects = new Map(
    items.flatMap((item) => (Item.safeParse(item).success ? [[Item.parse(item).id, item] as const] : [])),
  );
  const place = placeIn(reading);
  const digests = Object.fromEntries(
    [...projects].map(([id, item]) => [id, digestFor(Shown.safeParse(item).data ?? null)]),
  );
  const changed = Object.keys(digests).filter((id) => (place.projects[id] ?? digests[id]) !== digests[id]);
  const renamed = [...new Set([...place.renamed, ...changed])];
  move(reading, { ...place, projects: digests, renamed });
  return projects;
}

/** Reads what changed of organizations after a cursor: their projects, and the issues of these. */
export async function* readSnyk(scope: SnykScope, from: unknown): AsyncGenerator<SourcePage> {
  let cursor = Cursor.safeParse(from).data ?? Cursor.parse({});
  const begun = scope.access.now();
  const all = await listOrganizations(scope);
  for (const organization of all.filter((each) => isRead(each, scope))) {
    const none = { scope, organization, projects: new Map<string, unknown>(), cursor };
    const place = placeIn(none);
    move(none, { ...place, begun: place.begun ?? begun });
    const reading: Reading = { ...none, projects: await readProjects(none), cursor: none.cursor };
    yield* readIssues(reading);
    yield* readRenamed(reading);
    yield pageOf(reading, []);
    cursor = reading.cursor;
  }
  const missing = scope.organizations.filter((id) => !all.some((each) => each.id === id));
  const notes = missing.map(
    (id) => `Snyk does not show the organization ${id}: it was removed, or the token may not see it.`,
  );
  if (isDeepStrictEqual(notes, cursor.notes)) return;
  yield { phase: 'issues', payloads: [], count: 0, notes, cursor: { ...cursor, notes } };
}

import { z } from 'zod';
import { OrgId } from './identity.ts';
import { ORG_RIGHTS } from './org-access.ts';
import { defineContract } from './route.ts';

const params = z.object({ orgId: OrgId });

/** A phase of reading a source: its name, its unit, and its progress. */
export const SourcePhase = z.object({
  id: z.string(),
  /** Stands alone, such as `Reading history`. */
  label: z.string(),
  /** Stands before the name of the source, such as `Reading history of`. */
  activity: z.string(),
  /** The unit of its numbers, in the plural. */
  unit: z.string(),
  /** Whether the source can be explored while this phase runs. */
  background: z.boolean(),
  /** The part that is incomplete before this phase ends; null when nothing needs to be said. */
  incomplete: z.string().nullable(),
  done: z.int(),
  total: z.int().nullable(),
  perSecond: z.number().nullable(),
});
export type SourcePhase = z.infer<typeof SourcePhase>;

/** How far a source has been read: all its phases in order, and the id of the one it is in. */
export const SourceProgress = z.object({
  state: z.enum(['waiting', 'running', 'done', 'failed', 'paused']),
  phases: z.array(SourcePhase),
  current: z.string().nullable(),
});
export type SourceProgress = z.infer<typeof SourceProgress>;

/** When a source is read by itself: every so many minutes, daily at a time in the zone of the org, or never. */
export const SourceSchedule = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('interval'), minutes: z.int().min(5).max(10_080) }),
  z.strictObject({ kind: z.literal('daily'), at: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/) }),
  z.strictObject({ kind: z.literal('manual') }),
]);
export type SourceSchedule = z.infer<typeof SourceSchedule>;

/** A source of an org with its state. */
export const Source = z.object({
  id: z.string(),
  type: z.string(),
  name: z.string(),
  /** `limited`: its tool has a limit, and it is read on at `nextRunAt` without anybody doing anything. */
  status: z.enum(['new', 'ingesting', 'active', 'error', 'paused', 'limited']),
  progress: SourceProgress,
  /** Sentences a person should know, e.g. that the clone is shallow. */
  notes: z.array(z.string()),
  /** The part of it that was read, in a sentence; absent where there is nothing to say. */
  coverage: z.string().optional(),
  error: z.object({ code: z.string(), message: z.string() }).nullable(),
  erroredAt: z.string().nullable(),
  lastIngestedAt: z.string().nullable(),
  /** An earlier version made its rows of its payloads, so that building it again brings more; absent where this one did. */
  isOlder: z.literal(true).optional(),
  /** When it is read by itself; absent where it is read once and for all. */
  schedule: SourceSchedule.optional(),
  /** The schedule in words, such as `every hour`. */
  scheduleWords: z.string().optional(),
  /** The moment of the next reading; absent while it is paused, or where it is read by hand only. */
  nextRunAt: z.string().optional(),
  /** Its token was forgotten, so nothing is read until it gets another one. */
  disconnected: z.literal(true).optional(),
  /** Its app is installed, and nothing is read before an admin chose which of its parts; the choice begins that. */
  awaitsChoice: z.literal(true).optional(),
  /** The path for its signed messages, below the address of Cairn; absent where it sends none. */
  webhook: z.string().optional(),
});
export type Source = z.infer<typeof Source>;

/** The phase that a source is in, or that it ended in; undefined while it waits. */
export function phaseOf({ progress }: Pick<Source, 'progress'>): SourcePhase | undefined {
  return progress.phases.find(({ id }) => id === progress.current);
}

/** Whether a source is being read, or waits to be. */
export function isBeingRead({ progress }: Pick<Source, 'progress'>): boolean {
  return progress.state === 'waiting' || progress.state === 'running';
}

/** Whether a source is in a phase that may run on while it is explored. */
export function isInBackground(source: Pick<Source, 'progress'>): boolean {
  return source.progress.state === 'running' && phaseOf(source)?.background === true;
}

/** A setting that a person fills in to add a source. */
export const SourceSetting = z.object({
  name: z.string(),
  label: z.string(),
  description: z.string(),
  placeholder: z.string(),
  /** Whether the value is kept apart and encrypted; it is never shown again. */
  secret: z.boolean(),
  /** The field that a person fills in; a line of text where nothing is said. */
  kind: z.enum(['date']).optional(),
  /** Whether it may stay empty. */
  optional: z.boolean().optional(),
  /** A text that people paste elsewhere to get it, with the words of the button. */
  copy: z.object({ label: z.string(), text: z.string() }).optional(),
  /** The page where it is found. `{host}` stands for the setting of that name, or for its placeholder. */
  link: z.object({ label: z.string(), address: z.string().startsWith('https://') }).optional(),
});
export type SourceSetting = z.infer<typeof SourceSetting>;

/** The texts of pages about the sources of a type. */
export const SourceWords = z.object({
  label: z.string(),
  /** The name of a Lucide icon. */
  icon: z.string(),
  /** Invites to add one. */
  description: z.string(),
  /** The button that adds one, such as `Add repository`. */
  add: z.string(),
  /** The state of one that has been read. */
  upToDate: z.string(),
  /** Stands before the moment of the last reading, such as `Last read`. */
  lastRead: z.string(),
  neverRead: z.string(),
  /** The effects that building again from the kept payloads does not have. */
  rebuild: z.string(),
  /** The data that goes when a source is removed, and the data that stays. */
  removal: z.string(),
  /** The reason why one cannot be synced, built again or removed; null when it can. */
  fixed: z.string().nullable(),
});
export type SourceWords = z.infer<typeof SourceWords>;

/** The setting of a type that names the parts to read, and what one and several are called. */
export const SourceChoice = z.object({
  setting: z.string(),
  one: z.string(),
  many: z.string(),
  /** What is seen of a private one, and by whom, where that is not all that is read of it by every member. */
  private: z.string().optional(),
});
export type SourceChoice = z.infer<typeof SourceChoice>;

/** A type of source: its words, its settings, and how it is read. */
export const SourceType = z.object({
  type: z.string(),
  words: SourceWords,
  settings: z.array(SourceSetting),
  /** Which parts are chosen from a preview; absent where a source is read whole. */
  choice: SourceChoice.optional(),
  phases: z.array(SourcePhase.pick({ id: true, label: true, unit: true })),
  /** The integrations that its rows name. */
  provides: z.array(z.string()),
  /** How its tool sends messages: the steps there, and whether one without a secret is taken; absent where it sends none. */
  webhook: z.object({ steps: z.array(z.string()), takesUnsigned: z.boolean() }).optional(),
  /** Set where tools send everything by themselves, so that nothing is read. */
  receives: z.literal(true).optional(),
  /** The button that installs an app of its tool in the place of a token; absent where this Cairn has none. */
  install: z.object({ label: z.string() }).optional(),
  /** Whether admins may add one; the others are added by Cairn itself. */
  addable: z.boolean(),
});
export type SourceType = z.infer<typeof SourceType>;

/** A folder of the machine that an org may read, with the sources that lie in it. */
export const AllowedFolder = z.object({
  path: z.string(),
  sources: z.array(Source.pick({ id: true, name: true })),
});
export type AllowedFolder = z.infer<typeof AllowedFolder>;

/** When the data of an org began anew because its file was gone, and what that means in words. */
export const DataLoss = z.object({ at: z.string(), words: z.string() });
export type DataLoss = z.infer<typeof DataLoss>;

const Folders = z.object({ data: z.array(AllowedFolder) });
const folder = z.strictObject({ path: z.string().min(1).max(4_096) });

/** The routes of allowed folders, which the sources of an org may read. */
const folderRoutes = defineContract({
  listFolders: {
    method: 'GET',
    path: '/api/{orgId}/sources/list-folders',
    access: ORG_RIGHTS.manageSources,
    summary: 'The folders of the machine that sources of the org may read.',
    params,
    output: Folders,
  },
  allowFolder: {
    method: 'POST',
    path: '/api/{orgId}/sources/allow-folder',
    access: ORG_RIGHTS.manageSources,
    summary:
      'Lets sources of the org read a folder, and reads those in it that were outside before; for superusers of this Cairn.',
    params,
    input: folder,
    output: Folders,
    errors: ['read_only'],
  },
  forbidFolder: {
    method: 'POST',
    path: '/api/{orgId}/sources/forbid-folder',
    access: ORG_RIGHTS.manageSources,
    summary:
      'Takes a folder from the org. Sources that lie outside then are not read, and what was read of them stays; for superusers of this Cairn.',
    params,
    input: folder,
    output: Folders,
    errors: ['read_only'],
  },
});

/** A server as `host:port`. */
const SourceHost = z
  .string()
  .max(300)
  .toLowerCase()
  .regex(/^[a-z0-9][a-z0-9._-]*:\d{1,5}$/, 'must be a name and a port, such as git.example.com:443');
const Hosts = z.object({ data: z.array(z.string()) });

/** The routes of servers of the inside, which the sources of an org may read. */
const hostRoutes = defineContract({
  listHosts: {
    method: 'GET',
    path: '/api/{orgId}/sources/list-hosts',
    access: ORG_RIGHTS.manageSources,
    summary: 'The servers of internal networks that sources of the org may read.',
    params,
    output: Hosts,
  },
  allowHost: {
    method: 'POST',
    path: '/api/{orgId}/sources/allow-host',
    access: ORG_RIGHTS.manageSources,
    summary:
      'Lets sources of the org read a server of an internal network; for superusers of this Cairn. Addresses at which clouds tell secrets stay closed.',
    params,
    input: z.strictObject({ host: SourceHost }),
    output: Hosts,
    errors: ['read_only', 'invalid_input'],
  },
  forbidHost: {
    method: 'POST',
    path: '/api/{orgId}/sources/forbid-host',
    access: ORG_RIGHTS.manageSources,
    summary: 'Takes a server from the org, from the next reading on; for superusers of this Cairn.',
    params,
    input: z.strictObject({ host: z.string().max(300) }),
    output: Hosts,
    errors: ['read_only'],
  },
});

export const sourceContract = defineContract({
  ...folderRoutes,
  ...hostRoutes,
  listConnectors: {
    method: 'GET',
    path: '/api/{orgId}/sources/list-connectors',
    batched: true,
    access: 'viewer',
    summary: 'The types of sources there are: their words, and the settings that adding one takes.',
    params,
    output: z.object({ data: z.array(SourceType) }),
  },
  listSources: {
    method: 'GET',
    path: '/api/{orgId}/sources/list-sources',
    batched: true,
    access: 'viewer',
    summary: 'The sources of the org with their state and progress.',
    params,
    output: z.object({ data: z.array(Source) }),
  },
  readDataLoss: {
    method: 'GET',
    path: '/api/{orgId}/sources/data-loss',
    batched: true,
    access: ORG_RIGHTS.manageSources,
    summary:
      'Whether the file with the data of the org was lost, since when it has a new one; null where not.',
    params,
    output: z.object({ data: DataLoss.nullable() }),
  },
  createSource: {
    method: 'POST',
    path: '/api/{orgId}/sources/create-source',
    access: ORG_RIGHTS.manageSources,
    summary:
      'Adds a source and starts to ingest it. The type decides which settings it takes: list-connectors tells them. The same settings twice are the same source.',
    params,
    input: z.strictObject({
      type: z.string().min(1).max(100),
      settings: z.record(z.string().max(100), z.unknown()),
    }),
    output: z.object({ data: Source }),
    errors: ['invalid_input', 'conflict', 'read_only'],
  },
  simulateCompany: {
    method: 'POST',
    path: '/api/{orgId}/sources/simulate-company',
    access: ORG_RIGHTS.manageSources,
    summary: 'Makes up the simulated company, in an org for simulated data alone. One that is there stays.',
    params,
    output: z.object({ data: Source }),
    errors: ['conflict', 'read_only'],
  },
  syncSource: {
    method: 'POST',
    path: '/api/{orgId}/sources/sync-source',
    access: ORG_RIGHTS.manageSources,
    summary: 'Reads what is new in a source; one that is paused is resumed first.',
    params,
    input: z.strictObject({ id: z.string().max(100) }),
    output: z.object({ data: Source }),
    errors: ['conflict', 'read_only'],
  },
  removeSource: {
    method: 'POST',
    path: '/api/{orgId}/sources/remove-source',
    access: ORG_RIGHTS.manageSources,
    summary:
      'Removes a source with all that was read from it, and with people who have nothing else in the org. A reading that runs is stopped first. Simulated data is not removed.',
    params,
    input: z.strictObject({ id: z.string().max(100) }),
    output: z.object({ data: z.object({ id: z.string() }) }),
    errors: ['invalid_input', 'read_only'],
  },
  renormaliseSource: {
    method: 'POST',
    path: '/api/{orgId}/sources/renormalise',
    access: ORG_RIGHTS.manageSources,
    summary: 'Builds the entities of a source again from the raw payloads that were kept.',
    params,
    input: z.strictObject({ id: z.string().max(100) }),
    output: z.object({ data: Source }),
    errors: ['read_only'],
  },
});

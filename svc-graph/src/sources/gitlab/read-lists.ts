import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { SourcePage } from '../payload.ts';
import { type GitlabAnswer, askGitlab } from './ask-gitlab.ts';
import { type GitlabReading, noteRefused } from './cursor.ts';
import { type KnownProject, tellProject } from './known-projects.ts';
import { siteName } from './settings.ts';

/** A list that is read whole, since GitLab does not tell what of it changed. */
interface GitlabList {
  readonly kind: 'members' | 'milestones' | 'iterations' | 'releases' | 'tags' | 'branches' | 'environments';
  readonly phase: string;
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
}

const PAGE_SIZE = 100;
const Thing = z.looseObject({});
type Thing = z.infer<typeof Thing>;

/** What a list has now; undefined where it is as it was, or not to be had. */
async function readAnew(
  reading: GitlabReading,
  list: GitlabList,
  project: KnownProject,
): Promise<readonly Thing[] | undefined> {
  const key = `${list.kind}:${String(project.id)}`;
  const known = reading.cursor.lists[key] ?? { etag: '', digest: '' };
  const query = new URLSearchParams({ ...list.query, per_page: String(PAGE_SIZE) });
  const items: Thing[] = [];
  let etag = '';
  for (let next: string | null = `?${query.toString()}`; next !== null;) {
    const isFirst = items.length === 0;
    const path: string = `projects/${String(project.id)}/${list.path}${next}`;
    const answer: GitlabAnswer<Thing[]> = await askGitlab(
      reading.access,
      path,
      z.array(Thing),
      isFirst ? known.etag : '',
    );
    if (answer.kind === 'refused') noteRefused(reading, list.kind, project.path);
    if (answer.kind !== 'page') return undefined;
    items.push(...answer.page);
    // The mark of a first page says nothing of a second one.
    etag = isFirst && answer.next === null ? answer.etag : '';
    next = answer.next === next ? null : answer.next;
  }
  const digest = createHash('sha256').update(JSON.stringify(items)).digest('hex');
  const isKnown = digest === known.digest || (items.length === 0 && known.digest === '');
  if (isKnown && etag === known.etag) return undefined;
  reading.cursor = { ...reading.cursor, lists: { ...reading.cursor.lists, [key]: { etag, digest } } };
  return isKnown ? undefined : items;
}

/** A list of a project as a page, where anything of it changed. */
export async function* readList(
  reading: GitlabReading,
  list: GitlabList,
  project: KnownProject,
): AsyncGenerator<SourcePage> {
  const items = await readAnew(reading, list, project);
  if (!items) return;
  const body = { host: siteName(reading.settings.host), project: tellProject(project), items };
  const count = list.kind === 'members' ? 0 : items.length;
  yield { phase: list.phase, payloads: [{ kind: list.kind, body }], count, cursor: reading.cursor };
}

const Named = z.object({ name: z.string() });
/** Of more branches than these it is not kept which were there, so that none is missed when it goes. */
const MOST_NAMES = 1_000;

/** All branches of a project where any changed, and those that are gone. */
export async function* readBranches(
  reading: GitlabReading,
  project: KnownProject,
): AsyncGenerator<SourcePage> {
  const list = { kind: 'branches', phase: 'branches', path: 'repository/branches' } as const;
  const items = await readAnew(reading, list, project);
  if (!items) return;
  const names = items.map((item) => Named.parse(item).name);
  const before = reading.cursor.branches[project.id] ?? [];
  const kept = names.length > MOST_NAMES ? [] : names;
  reading.cursor = { ...reading.cursor, branches: { ...reading.cursor.branches, [project.id]: kept } };
  const body = {
    host: siteName(reading.settings.host),
    project: tellProject(project),
    items,
    defaultBranch: project.listed.default_branch ?? null,
    gone: before.filter((name) => !names.includes(name)),
  };
  const payloads = [{ kind: 'branches', body }];
  yield { phase: 'branches', payloads, count: items.length, total: items.length, cursor: reading.cursor };
}

const Environment = z.object({ name: z.string(), tier: z.string().nullish() });

/** The tiers of the environments of a project, by name; none where they are not to be had. */
export async function readTiers(
  reading: GitlabReading,
  { id, path }: KnownProject,
): Promise<Readonly<Record<string, string>>> {
  const tiers: Record<string, string> = {};
  for (let next: string | null = `?per_page=${String(PAGE_SIZE)}`; next !== null;) {
    const at: string = `projects/${String(id)}/environments${next}`;
    const answer: GitlabAnswer<z.infer<typeof Environment>[]> = await askGitlab(
      reading.access,
      at,
      z.array(Environment),
    );
    if (answer.kind === 'refused') noteRefused(reading, 'environments', path);
    if (answer.kind !== 'page') return tiers;
    for (const { name, tier } of answer.page) if (tier) tiers[name] = tier;
    next = answer.next === next ? null : answer.next;
  }
  return tiers;
}

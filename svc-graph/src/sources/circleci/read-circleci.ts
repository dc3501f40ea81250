import { isDeepStrictEqual } from 'node:util';
import type { SourcePage } from '../payload.ts';
import { findProjects, readProject } from './circleci-projects.ts';
import { type CircleciCursor, type CircleciProjectPlace, cursorFrom } from './cursor.ts';
import { type ListedPipeline, readListPage, readListed, readPipeline } from './read-pipelines.ts';
import type { CircleciScope } from './scope.ts';

/** How many pipelines are one page, since each takes a request for itself and for each workflow. */
const TOGETHER = 5;

interface Reading {
  readonly scope: CircleciScope;
  cursor: CircleciCursor;
}

type ReadPipeline = Awaited<ReturnType<typeof readPipeline>>;

/** Pipelines of a project as a page, after which its place is another. */
function pageFor(
  reading: Reading,
  slug: string,
  read: readonly ReadPipeline[],
  place: CircleciProjectPlace,
): SourcePage {
  const { access } = reading.scope;
  const { name, url } = place;
  reading.cursor = { ...reading.cursor, projects: { ...reading.cursor.projects, [slug]: place } };
  const project = { slug, name, url };
  const items = read.map(({ item }) => item);
  const body = { host: new URL(access.base).origin, project, items };
  const payloads = items.length === 0 ? [] : [{ kind: 'pipelines', body }];
  return { phase: 'pipelines', payloads, count: items.length, cursor: reading.cursor };
}

/** What may still change of pipelines, after these were read. */
function openAfter(
  open: CircleciProjectPlace['open'],
  read: readonly (ReadPipeline & { readonly id: string })[],
): CircleciProjectPlace['open'] {
  const others = Object.entries(open).filter(([id]) => !read.some((each) => each.id === id));
  const still = read.filter(({ isOpen }) => isOpen).map(({ id, digest }) => [id, digest] as const);
  return Object.fromEntries([...others, ...still]);
}

/** Reads the pipelines again that were not over, or may have been run again. */
async function* readOpen(reading: Reading, slug: string): AsyncGenerator<SourcePage> {
  const { scope } = reading;
  const ids = Object.keys(reading.cursor.projects[slug]?.open ?? {});
  for (const id of ids) {
    const place = reading.cursor.projects[slug];
    if (!place) return;
    const listed = await readListed(scope, id);
    const read = listed ? [{ ...(await readPipeline(scope, slug, listed)), id }] : [];
    const changed = read.filter(({ digest }) => digest !== place.open[id]);
    const { [id]: _former, ...others } = place.open;
    const open = openAfter(others, read);
    if (changed.length > 0 || !isDeepStrictEqual(open, place.open))
      yield pageFor(reading, slug, changed, { ...place, open });
  }
}

/** Reads pipelines of a project in their order, a few at a time; each page says how far it came. */
async function* readFresh(
  reading: Reading,
  slug: string,
  fresh: readonly ListedPipeline[],
  at: { readonly token: string | null; readonly top: number },
): AsyncGenerator<SourcePage> {
  for (let from = 0; from < fresh.length; from += TOGETHER) {
    const listed = fresh.slice(from, from + TOGETHER);
    const read: (ReadPipeline & { readonly id: string })[] = [];
    for (const each of listed) read.push({ ...(await readPipeline(reading.scope, slug, each)), id: each.id });
    const place = reading.cursor.projects[slug];
    const below = listed.at(-1)?.number;
    if (!place || below === undefined) return;
    const open = openAfter(place.open, read);
    yield pageFor(reading, slug, read, { ...place, open, next: { ...at, below } });
  }
}

/** Reads the pipelines of a project that are new, the latest first; false where CircleCI does not show them. */
async function* readNew(reading: Reading, slug: string): AsyncGenerator<SourcePage, boolean> {
  const { scope } = reading;
  const begun = reading.cursor.projects[slug]?.next;
  const until = reading.cursor.projects[slug]?.until ?? 0;
  const isWanted = ({ number, created_at: at }: ListedPipeline) =>
    number > until && (scope.since === '' || at.slice(0, 10) >= scope.since);
  let token = begun?.token ?? null;
  let top = begun?.top;
  for (;;) {
    const page = await readListPage(scope, slug, token);
    if (!page) return false;
    // What came since a reading began that was cut is for the next one.
    top ??= Math.max(until, ...page.pipelines.map(({ number }) => number));
    const below = reading.cursor.projects[slug]?.next?.below ?? Infinity;
    const left = page.pipelines.filter(({ number }) => number < below);
    const fresh = left.filter(isWanted);
    yield* readFresh(reading, slug, fresh, { token, top });
    if (page.next === null || fresh.length < left.length) break;
    token = page.next;
  }
  const place = reading.cursor.projects[slug];
  if (place && (place.next !== null || top > until))
    yield pageFor(reading, slug, [], { ...place, until: top, next: null });
  return true;
}

/** Notes a project that is read from now on; answers false where CircleCI does not show it. */
async function takeUp(reading: Reading, slug: string): Promise<boolean> {
  if (reading.cursor.projects[slug]) return true;
  const found = await readProject(reading.scope, slug);
  if (!found) return false;
  const place = { ...found, until: 0, open: {}, next: null };
  reading.cursor = { ...reading.cursor, projects: { ...reading.cursor.projects, [slug]: place } };
  return true;
}

const gone = (slug: string) =>
  `CircleCI does not show ${slug}: it was removed, or the owner of the token may not see it.`;

/** Reads the projects of organizations after a cursor: of each what changed, and what is new from the latest on. */
export async function* readCircleci(scope: CircleciScope, from: unknown): AsyncGenerator<SourcePage> {
  const read = JSON.stringify([scope.organizations, scope.projects.toSorted(), scope.since]);
  const reading: Reading = { scope, cursor: cursorFrom(from, read) };
  const before = reading.cursor;
  const isNamed = scope.projects.length > 0;
  const { slugs, newest } = isNamed
    ? { slugs: scope.projects, newest: {} }
    : await findProjects(scope, before.shown);
  const notes: string[] = [];
  for (const slug of new Set([...slugs, ...Object.keys(before.projects)])) {
    if (!(await takeUp(reading, slug))) {
      notes.push(gone(slug));
      continue;
    }
    yield* readOpen(reading, slug);
    if (!(yield* readNew(reading, slug))) notes.push(gone(slug));
  }
  reading.cursor = { ...reading.cursor, shown: newest, notes };
  if (!isDeepStrictEqual(reading.cursor, from))
    yield { phase: 'pipelines', payloads: [], count: 0, notes, cursor: reading.cursor };
}

import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import type { SourcePage } from '../payload.ts';
import { type GitlabAnswer, askGitlab } from './ask-gitlab.ts';
import { type GitlabPlace, type GitlabReading, noteRefused } from './cursor.ts';
import { type KnownProject, tellProject } from './known-projects.ts';
import { siteName } from './settings.ts';

/** A thing of a list as far as reading goes. */
export const ChangedThing = z.looseObject({ id: z.number(), updated_at: z.string() });
export type ChangedThing = z.infer<typeof ChangedThing>;

/** A list of things that tells which changed since a moment. */
export interface ChangedList {
  /** The phase and the kind of the payload. */
  readonly kind: 'mergeRequests' | 'issues' | 'deployments' | 'pipelines';
  /** The path below a project. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  /** What payloads tell beside the things. */
  readonly more?: Readonly<Record<string, unknown>>;
  /** What belongs to all things of a page together. */
  together?(project: KnownProject, things: readonly ChangedThing[]): Promise<(thing: ChangedThing) => object>;
  /** Whether only some may see a thing, so that nothing of it is kept. */
  hides?(thing: ChangedThing): boolean;
  /** Everything that belongs to a thing. */
  whole(project: KnownProject, thing: ChangedThing): Promise<object>;
}

const PAGE_SIZE = 50;
/** A change may be told this much later than others of the same moment. */
const SETTLES = 120_000;

const shift = (moment: string, ms: number) => new Date(Date.parse(moment) + ms).toISOString();
const markThing = ({ id, updated_at: at }: ChangedThing) => `${String(id)}@${at}`;
const EMPTY: GitlabPlace = { until: '', recent: [], etag: '', open: null };

type Open = NonNullable<GitlabPlace['open']>;

/** Where the reading goes on after a thing: what changed later is known, and so are those of the same moment. */
function afterThing(next: Open['next'], { id, updated_at: at }: ChangedThing): Open['next'] {
  if (next.before === at) return { ...next, edge: [...next.edge, id] };
  return { before: at, page: 1, edge: [id] };
}

/** The first moment from which a list is asked for; GitLab keeps more digits of a moment than it tells. */
function queryFor(list: ChangedList, place: GitlabPlace, since: string): string {
  const { before = '', page = 1 } = place.open?.next ?? {};
  const after =
    place.until === '' ? (since === '' ? '' : `${since}T00:00:00.000Z`) : shift(place.until, -SETTLES);
  const query = new URLSearchParams({
    ...list.query,
    order_by: 'updated_at',
    sort: 'desc',
    per_page: String(PAGE_SIZE),
    ...(after === '' ? {} : { updated_after: after }),
    ...(before === '' ? {} : { updated_before: shift(before, 1) }),
    ...(page === 1 ? {} : { page: String(page) }),
  });
  return query.toString();
}

/** The things of a page that are new: neither read before, nor in this reading. */
function freshIn(things: readonly ChangedThing[], { recent, open }: GitlabPlace): ChangedThing[] {
  const { before = '', edge = [] } = open?.next ?? {};
  return things.filter((thing) => {
    const isPast = before !== '' && Date.parse(thing.updated_at) > Date.parse(before);
    const isEdge = thing.updated_at === before && edge.includes(thing.id);
    return !isPast && !isEdge && !recent.includes(markThing(thing));
  });
}

/** A place after a thing was met, whether it was read or known. */
function meet(place: GitlabPlace, thing: ChangedThing): GitlabPlace {
  const open: Open = place.open ?? {
    newest: thing.updated_at,
    recent: [],
    next: { before: '', page: 1, edge: [] },
  };
  const isRecent = Date.parse(thing.updated_at) >= Date.parse(open.newest) - SETTLES;
  const recent = isRecent ? [...new Set([...open.recent, markThing(thing)])] : open.recent;
  return { ...place, open: { ...open, recent, next: afterThing(open.next, thing) } };
}

/** The place once its last page is read. */
function close({ open, ...place }: GitlabPlace, etag: string): GitlabPlace {
  if (!open) return { ...place, etag, open };
  const isLater = place.until === '' || Date.parse(open.newest) >= Date.parse(place.until);
  return { until: isLater ? open.newest : place.until, recent: open.recent, etag, open: null };
}

const placeKey = (list: ChangedList, project: KnownProject, since: string) =>
  `${list.kind}:${String(project.id)}:${since}`;

/** A page as it is asked for: its things, those that are new, and where the list goes on. */
interface ChangedPage {
  readonly things: readonly ChangedThing[];
  readonly fresh: readonly ChangedThing[];
  readonly hasNext: boolean;
  readonly etag: string;
  readonly total: number | undefined;
}

/** Asks for the page at a place; undefined where nothing changed, or the list is not to be had. */
async function askPage(
  reading: GitlabReading,
  list: ChangedList,
  project: KnownProject,
  place: GitlabPlace,
): Promise<ChangedPage | undefined> {
  const path = `projects/${String(project.id)}/${list.path}?${queryFor(list, place, reading.settings.since)}`;
  const etag = place.open === null ? place.etag : '';
  const answer: GitlabAnswer<ChangedThing[]> = await askGitlab(
    reading.access,
    path,
    z.array(ChangedThing),
    etag,
  );
  if (answer.kind === 'refused') noteRefused(reading, list.kind, project.path);
  if (answer.kind !== 'page') return undefined;
  const { page: things, next, total } = answer;
  return { things, fresh: freshIn(things, place), hasNext: next !== null, etag: answer.etag, total };
}

/** The new things of a page, each with the place after it. */
async function* readThings(
  { list, project, place: begun }: { list: ChangedList; project: KnownProject; place: GitlabPlace },
  { things, fresh }: ChangedPage,
): AsyncGenerator<{ readonly item: object; readonly place: GitlabPlace }, GitlabPlace> {
  let place = begun;
  const open = fresh.filter((thing) => list.hides?.(thing) !== true);
  const more = open.length > 0 ? await list.together?.(project, open) : undefined;
  for (const thing of things) {
    const isKnown = !fresh.includes(thing);
    if (isKnown && !place.recent.includes(markThing(thing))) continue;
    const item = open.includes(thing)
      ? { ...thing, ...more?.(thing), ...(isKnown ? {} : await list.whole(project, thing)) }
      : { id: thing.id, withheld: true };
    place = meet(place, thing);
    if (!isKnown) yield { item, place };
  }
  return place;
}

/** The place of the next page: a page full of one moment has a second one, any other goes on with what changed before. */
function turnPage(place: GitlabPlace, before: string | undefined): GitlabPlace {
  const { open } = place;
  if (!open || open.next.before !== before) return place;
  return { ...place, open: { ...open, next: { ...open.next, page: open.next.page + 1 } } };
}

/** The things of a list that changed since it was last read, the latest first; each is a page of its own. */
export async function* readChanged(
  reading: GitlabReading,
  list: ChangedList,
  project: KnownProject,
): AsyncGenerator<SourcePage> {
  const { since, host } = reading.settings;
  const key = placeKey(list, project, since);
  const keep = (place: GitlabPlace) =>
    (reading.cursor = { ...reading.cursor, places: { ...reading.cursor.places, [key]: place } });
  let place = reading.cursor.places[key] ?? EMPTY;
  let [etag, total]: [string, number | undefined] = ['', undefined];
  for (;;) {
    const page = await askPage(reading, list, project, place);
    if (!page) return;
    if (place.open === null) [etag, total] = [page.etag, place.until === '' ? page.total : undefined];
    const before = place.open?.next.before;
    const things = readThings({ list, project, place }, page);
    for (let each = await things.next(); ; each = await things.next()) {
      if (each.done === true) {
        place = each.value;
        break;
      }
      const body = {
        host: siteName(host),
        project: tellProject(project),
        ...list.more,
        items: [each.value.item],
      };
      const told = {
        phase: list.kind,
        payloads: [{ kind: list.kind, body }],
        count: 1,
        cursor: keep(each.value.place),
      };
      yield total === undefined ? told : { ...told, total };
    }
    if (!page.hasNext || place.open === null) {
      const ended = close(place, etag);
      const isKnown = isDeepStrictEqual(ended, reading.cursor.places[key] ?? EMPTY);
      if (!isKnown) yield { phase: list.kind, payloads: [], count: 0, cursor: keep(ended) };
      return;
    }
    place = turnPage(place, before);
  }
}

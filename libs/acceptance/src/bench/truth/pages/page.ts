import type { EntityDetail } from '@cairn/contracts';
import type { TimelineEvent } from '@cairn/contracts/story';
import type { Random } from '../../../fixture-cast.ts';
import type { Compared } from '../compare.ts';
import type { ServedHistory } from '../served-history.ts';
import type { HistoryFacts } from './history-facts.ts';

type Value = string | number | boolean | null;

/** The figures of one page by name; a list or a chart has one value for each of its lines. */
export type Said = Readonly<Record<string, Value | Readonly<Record<string, Value>>>>;

/** One page that was opened: of what, what git says of it, and what the page is answered. */
export interface OpenedPage {
  readonly key: string;
  readonly git: Said;
  readonly cairn: Said;
}

/** What pages are compared with, and whom they ask. */
export interface OpenPages {
  readonly facts: HistoryFacts;
  readonly served: Pick<ServedHistory, 'ask' | 'call'>;
  readonly random: Random;
  /** How many pages of each sort are opened. */
  readonly most: number;
}

/** A list whose order counts: its lines by their places. */
export const inOrder = (lines: readonly Value[]): Record<string, Value> =>
  Object.fromEntries(lines.map((line, place) => [String(place + 1), line]));

/** A list whose order says nothing: how often each line is in it. */
export function inAnyOrder(lines: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const line of lines) counts[line] = (counts[line] ?? 0) + 1;
  return counts;
}

/** The figures of pages of one sort, each compared over all pages that were opened. */
export function comparedPages(page: string, opened: readonly OpenedPage[]): Compared[] {
  const names = [
    ...new Set(opened.flatMap(({ git, cairn }) => [...Object.keys(git), ...Object.keys(cairn)])),
  ];
  return names.map((name) => {
    const cells = (of: (each: OpenedPage) => Said) =>
      opened.flatMap((each): [string, Value][] => {
        const said = of(each)[name];
        if (said === undefined) return [];
        if (said === null || typeof said !== 'object') return [[each.key, said]];
        return Object.entries(said).map(([line, value]) => [`${each.key} · ${line}`, value]);
      });
    return {
      name: `${page} page: ${name}`,
      expected: new Map(cells(({ git }) => git)),
      actual: cells(({ cairn }) => cairn),
    };
  });
}

/** What a page asks of an entity before all else: its properties and how much it is related to. */
export async function detailOf({ served }: OpenPages, entityUuid: string): Promise<EntityDetail> {
  return ((await served.call('entity-detail', { entityUuid })) as { data: EntityDetail }).data;
}

/** How many entities a relation leads to; 0 where the page shows none. */
export const readTotal = ({ relations }: EntityDetail, name: string): number =>
  relations.find((each) => each.name === name)?.total ?? 0;

/** A property as the page gets it, a moment to the second; null where it gets none. */
export function readProperty({ properties }: EntityDetail, name: string): Value {
  const value = (properties[name] ?? null) as Value;
  return typeof value === 'string' ? value.replace(/(?<=\d)\.000Z$/, 'Z') : value;
}

/** The most events that a timeline gives at once. */
const MOST_EVENTS = 1_000;

const lineOf = ({ occurredat, action, name }: TimelineEvent) =>
  `${occurredat.replace('.000Z', 'Z')} ${action} ${name ?? ''}`;

/** What Cairn saw happen to branches between two readings is in no history. */
const OF_HISTORY = [{ field: 'entityType', mode: 'exclude', values: ['Branch'] }];

/** A timeline: how many events it has, and each of them where one call gives all. */
export async function timelineOf({ served }: OpenPages, entityUuid: string): Promise<Said> {
  const pagination = { pageSize: MOST_EVENTS };
  const { data, meta } = (await served.call('entity-history', {
    entityUuid,
    pagination,
    filters: OF_HISTORY,
  })) as {
    data: TimelineEvent[];
    meta: { total: number };
  };
  return toldEvents(data.map(lineOf), meta.total);
}

/** The figures of a timeline by its lines; a long one is only counted. */
export function toldEvents(lines: readonly string[], total: number): Said {
  const all = total <= MOST_EVENTS ? inAnyOrder(lines) : {};
  return { 'events of the timeline': total, 'each event of the timeline': all };
}

interface Contributor {
  readonly actor: { readonly uuid: string };
  readonly relations: readonly string[];
}

/** The humans of an entity whose role is author. */
export async function authorsOf(
  { served, facts }: OpenPages,
  entityUuid: string,
  onDefaultBranch: boolean,
): Promise<Record<string, number>> {
  const found: Contributor[] = [];
  for (let page = 1; ; page += 1) {
    const pagination = { page, pageSize: 100 };
    const body = { entityUuid, onDefaultBranch, pagination };
    const { data } = (await served.call('entity-contributors', body)) as { data: Contributor[] };
    found.push(...data);
    if (data.length < pagination.pageSize) break;
  }
  const authors = found.filter(({ relations }) => relations.includes('Author'));
  return inAnyOrder(authors.map(({ actor }) => facts.humanOf(actor.uuid)));
}

/** How many commits the Work tab of a page lists. */
export async function workOf({ served }: OpenPages, entityUuid: string): Promise<number> {
  const { meta } = (await served.call('entity-work', { entityUuid })) as {
    meta: { types: { kind: string; total: number }[] };
  };
  return meta.types.find(({ kind }) => kind === 'Commit')?.total ?? 0;
}

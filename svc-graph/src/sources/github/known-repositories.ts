import type { GithubCursor, GithubReading } from './cursor.ts';
import type { ListedRepository } from './payloads.ts';

type Known = GithubCursor['addresses'];

const lastPart = (address: string) => address.split('/').at(-1)?.toLowerCase() ?? '';

/**
 * Whether a repository is read: where it is named, or where it is public and none is named. A name stays that of the
 * repository which was read under it first, however that is called since.
 */
export function isRead(
  { id, name, isPrivate }: Pick<ListedRepository, 'id' | 'name' | 'isPrivate'>,
  named: readonly string[],
  known: Known = {},
): boolean {
  if (named.length === 0) return isPrivate !== true;
  const names = named.map((each) => each.toLowerCase());
  const first = known[id]?.key;
  if (first !== undefined && names.includes(lastPart(first))) return true;
  const isTaken = Object.entries(known).some(
    ([other, { key }]) => other !== id && lastPart(key) === name.toLowerCase(),
  );
  return names.includes(name.toLowerCase()) && !isTaken;
}

/** The address that stands in the keys of a new repository; its id tells it from one that had its address before. */
function newKey({ id, url }: ListedRepository, known: Known): string {
  const isTaken = Object.values(known).some(({ key }) => key.toLowerCase() === url.toLowerCase());
  return isTaken ? `${url}/${id}` : url;
}

/** Has everything of a repository read again, since the addresses of all of it are others now. */
function forgetLists(
  { lists, branches, histories, runs, ...cursor }: GithubCursor,
  id: string,
): GithubCursor {
  const others = <T>(marks: Readonly<Record<string, T>>, isOf: (key: string) => boolean) =>
    Object.fromEntries(Object.entries(marks).filter(([key]) => !isOf(key)));
  const isOf = (key: string) => key === id;
  const withoutDay = (key: string) => key.replace(/\d{4}-\d\d-\d\d$/, '');
  return {
    ...cursor,
    lists: others(lists, (key) => withoutDay(key.slice(key.indexOf(':') + 1)) === id),
    branches: others(branches, isOf),
    histories: others(histories, (key) => withoutDay(key) === id),
    runs: others(runs, isOf),
  };
}

/** The repositories that are read. One that was renamed also tells the address that stands in its keys. */
export function knownRepositories(
  reading: GithubReading,
  all: readonly ListedRepository[],
): ListedRepository[] {
  const { repositories: named } = reading.from.settings;
  const before = reading.cursor.addresses;
  return all
    .filter((each) => isRead(each, named, before))
    .map((each) => {
      const { id, url } = each;
      const { addresses } = reading.cursor;
      const known = addresses[id] ?? { key: newKey(each, addresses), url };
      if (known.url !== url) reading.cursor = forgetLists(reading.cursor, id);
      reading.cursor = {
        ...reading.cursor,
        addresses: { ...addresses, [id]: { ...known, url, ...wasRenamed(known, url) } },
      };
      const { isRenamed } = reading.cursor.addresses[id] ?? {};
      return isRenamed || known.key !== url ? { ...each, known: known.key } : each;
    });
}

/** Once renamed, its names are told each time, so that they follow when it is renamed back. */
const wasRenamed = ({ url, isRenamed }: Known[string], now: string) =>
  isRenamed || url !== now ? { isRenamed: true as const } : {};

/** The repositories that were read before and that GitHub no longer lists. */
export const goneRepositories = ({ cursor }: GithubReading, all: readonly ListedRepository[]) =>
  Object.entries(cursor.addresses)
    .filter(([id]) => !all.some((each) => each.id === id))
    .map(([id, { key, url }]) => ({ id, key, name: url.split('/').at(-1) ?? url }));

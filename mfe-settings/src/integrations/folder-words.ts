import type { AllowedFolder } from '@cairn/contracts';

type Named = AllowedFolder['sources'];

const list = new Intl.ListFormat('en', { type: 'conjunction' });
const namesOf = (sources: Named) => list.format(sources.map(({ name }) => name));

/** The sources in a folder, in words. */
export function readersInWords({ sources }: AllowedFolder): string {
  return sources.length === 0 ? 'No source reads it' : `Read by ${namesOf(sources)}`;
}

/** The sources that lie in a folder and in no other. */
function onlyIn({ path, sources }: AllowedFolder, folders: readonly AllowedFolder[]): Named {
  const others = folders.filter((folder) => folder.path !== path);
  const elsewhere = new Set(others.flatMap((folder) => folder.sources.map(({ id }) => id)));
  return sources.filter(({ id }) => !elsewhere.has(id));
}

/** The effect of forbidding a folder on the sources in it, in words. */
export function forbiddingInWords(folder: AllowedFolder, folders: readonly AllowedFolder[]): string {
  const { sources } = folder;
  const stopped = onlyIn(folder, folders);
  if (sources.length === 0) return 'No source reads it, so nothing stops.';
  if (stopped.length === 0)
    return `It is read by ${namesOf(sources)}, and nothing stops: another folder here holds the same.`;
  return `Nothing new is read of ${namesOf(stopped)} until it is allowed again. What was read stays.`;
}

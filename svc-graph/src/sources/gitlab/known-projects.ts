import type { GitlabCursor, GitlabReading } from './cursor.ts';
import { type ListedProject, isProjectRead } from './list-projects.ts';

/** A project that is read, with the address that stands in its keys where that is another. */
export interface KnownProject {
  readonly id: number;
  readonly name: string;
  readonly path: string;
  readonly url: string;
  readonly known?: string;
  readonly listed: ListedProject;
}

/** How payloads name a project. */
export const tellProject = ({ id, name, path, url, known }: KnownProject) => ({
  id,
  name,
  path,
  url,
  ...(known === undefined ? {} : { known }),
});

/** Has everything of a project read again, since the addresses of all of it are others now. */
function forgetProject(cursor: GitlabCursor, id: number): GitlabCursor {
  const others = <T>(marks: Readonly<Record<string, T>>) =>
    Object.fromEntries(Object.entries(marks).filter(([key]) => key.split(':')[1] !== String(id)));
  return { ...cursor, places: others(cursor.places), lists: others(cursor.lists) };
}

/** The address that stands in the keys of a new project; its number tells it from one that had its address before. */
function newKey({ id, web_url: url }: ListedProject, known: GitlabCursor['known']): string {
  const isTaken = Object.values(known).some(({ key }) => key.toLowerCase() === url.toLowerCase());
  return isTaken ? `${url}/${String(id)}` : url;
}

/** The projects that are read. One that was renamed or moved also tells the address that stands in its keys. */
export function knownProjects(reading: GitlabReading, all: readonly ListedProject[]): KnownProject[] {
  return all
    .filter((each) => isProjectRead(withFirstPath(each, reading.cursor), reading.settings))
    .map((listed) => {
      const { id, web_url: url, path_with_namespace: path } = listed;
      const { known } = reading.cursor;
      const before = known[id] ?? { key: newKey(listed, known), url, path };
      if (before.url !== url) reading.cursor = forgetProject(reading.cursor, id);
      reading.cursor = { ...reading.cursor, known: { ...known, [id]: { ...before, url } } };
      const name = path.split('/').at(-1) ?? listed.name;
      const place = { id, name, path, url, listed };
      return before.key === url ? place : { ...place, known: before.key };
    });
}

/** A path that was chosen stays that of the project which was read under it first, however that is called since. */
const withFirstPath = (project: ListedProject, { known }: GitlabCursor): ListedProject => {
  const first = known[project.id];
  return first ? { ...project, path_with_namespace: first.path } : project;
};

/** The projects that were read before and that GitLab no longer lists. */
export const goneProjects = ({ cursor }: GitlabReading, all: readonly ListedProject[]) =>
  Object.entries(cursor.known)
    .filter(([id]) => !all.some((each) => String(each.id) === id))
    .map(([id, { key, url }]) => ({ id: Number(id), key, name: url.split('/').at(-1) ?? url }));

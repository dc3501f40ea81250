import { AppError } from '@cairn/contracts';
import { z } from 'zod';
import { type GitlabAccess, askGitlab, readWhole } from './ask-gitlab.ts';
import { type GitlabSettings, isAmong, siteName } from './settings.ts';

/** A project as GitLab lists it; fields that are not named here stay. */
export const ListedProject = z.looseObject({
  id: z.number(),
  name: z.string(),
  web_url: z.string(),
  path_with_namespace: z.string(),
  visibility: z.string().nullish(),
  archived: z.boolean().nullish(),
  default_branch: z.string().nullish(),
  namespace: z.looseObject({ kind: z.string().nullish(), full_path: z.string().nullish() }).nullish(),
});
export type ListedProject = z.infer<typeof ListedProject>;

const encode = (path: string) => encodeURIComponent(path);
const ORDER = { order_by: 'id', sort: 'asc', simple: 'false' };

/** The projects of a group with its subgroups, or of a user. */
async function readNamespace(access: GitlabAccess, namespace: string): Promise<ListedProject[]> {
  const ofGroup = await readWhole(access, {
    path: `groups/${encode(namespace)}/projects`,
    item: ListedProject,
    query: { ...ORDER, include_subgroups: 'true', with_shared: 'false' },
  });
  if (ofGroup) return ofGroup;
  const ofUser = await readWhole(access, {
    path: `users/${encode(namespace)}/projects`,
    item: ListedProject,
    query: ORDER,
  });
  if (ofUser) return ofUser;
  const host = siteName(access.settings.host);
  throw new AppError(
    'source_unavailable',
    `${host} has no group or user ${namespace} that the token may see.`,
  );
}

/** All projects that the settings name, each once, whether they are read or not. */
export async function listProjects(
  access: GitlabAccess,
  { namespaces }: GitlabSettings,
): Promise<ListedProject[]> {
  const found = new Map<number, ListedProject>();
  const mine = {
    path: 'projects',
    item: ListedProject,
    query: { ...ORDER, membership: 'true', pagination: 'keyset' },
  };
  if (namespaces.length === 0)
    for (const project of (await readWhole(access, mine)) ?? []) found.set(project.id, project);
  for (const namespace of namespaces)
    for (const project of await readNamespace(access, namespace)) found.set(project.id, project);
  return [...found.values()];
}

/** Whether a project is read: where it is named, or where it is public and none is named; never where it is excluded. */
export function isProjectRead(
  { path_with_namespace: path, visibility }: Pick<ListedProject, 'path_with_namespace' | 'visibility'>,
  { projects, excluded }: GitlabSettings,
): boolean {
  if (isAmong(path, excluded)) return false;
  return projects.length === 0 ? visibility === 'public' : isAmong(path, projects);
}

const Account = z.looseObject({ id: z.number(), username: z.string() });

/** The account of a token; throws where GitLab does not accept it. */
export async function readAccount(access: GitlabAccess): Promise<z.infer<typeof Account>> {
  const answer = await askGitlab(access, 'user', Account);
  if (answer.kind === 'page') return answer.page;
  throw new AppError(
    'source_unavailable',
    'The token may not say whose it is. Give it the scopes that the form names.',
  );
}

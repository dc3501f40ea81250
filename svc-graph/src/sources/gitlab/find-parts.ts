import type { SourcePart } from '@cairn/contracts/source-preview';
import { z } from 'zod';
import type { NewSourceRequest } from '../connector.ts';
import { askGitlabGraph } from './ask-gitlab.ts';
import { isProjectRead, listProjects } from './list-projects.ts';
import { GitlabSettings, isAmong } from './settings.ts';

const LONGEST_CHECK = 15_000;
const AT_ONCE = 50;

const COUNTS = `query counts($ids: [ID!]) {
  projects(ids: $ids, first: 50) { nodes { id mergeRequests { count } issues { count } } }
}`;
const Count = z.object({ count: z.int() }).nullish();
const Counts = z.object({
  projects: z.object({
    nodes: z.array(z.object({ id: z.string(), mergeRequests: Count, issues: Count })),
  }),
});

const globalId = (id: number) => `gid://gitlab/Project/${String(id)}`;

/** The projects of groups and users as parts to choose from; what cannot be counted has no counts. */
export async function listParts({ settings: given, fetch }: NewSourceRequest): Promise<SourcePart[]> {
  const settings = GitlabSettings.parse(given);
  const access = { settings, fetch, signal: AbortSignal.timeout(LONGEST_CHECK) };
  const projects = (await listProjects(access, settings)).filter(
    ({ path_with_namespace: path }) => !isAmong(path, settings.excluded),
  );
  const counts = new Map<string, z.infer<typeof Counts>['projects']['nodes'][number]>();
  for (let from = 0; from < projects.length; from += AT_ONCE) {
    const ids = projects.slice(from, from + AT_ONCE).map(({ id }) => globalId(id));
    const answer = await askGitlabGraph(access, COUNTS, { ids }, Counts);
    if (!answer) break;
    for (const node of answer.projects.nodes) counts.set(node.id, node);
  }
  return projects.map((project) => {
    const { mergeRequests, issues } = counts.get(globalId(project.id)) ?? {};
    return {
      key: project.path_with_namespace,
      name: project.path_with_namespace,
      isPrivate: project.visibility !== 'public',
      isArchived: project.archived === true,
      isChosen: isProjectRead(project, settings),
      counts: [
        ...(mergeRequests ? [{ unit: 'merge request', count: mergeRequests.count }] : []),
        ...(issues ? [{ unit: 'issue', count: issues.count }] : []),
      ],
    };
  });
}

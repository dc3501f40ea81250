import { z } from 'zod';
import type { GitlabArchive } from './gitlab-archive.ts';

const Asked = z.object({
  query: z.string(),
  variables: z.object({
    path: z.string().optional(),
    iids: z.array(z.string()).optional(),
    ids: z.array(z.string()).optional(),
    after: z.string().nullish(),
  }),
});

type Answer = { readonly data: unknown } | { readonly errors: readonly { readonly message: string }[] };

/** The name of a question, such as `stats`. */
export const nameOfQuestion = (body: string): string => /query (\w+)/.exec(body)?.[1] ?? 'graphql';

function findEpics({ epics, groups }: GitlabArchive, path: string, from: number, size: number) {
  const within = epics.filter(({ group }) => `${group}/`.startsWith(`${path}/`));
  const nodes = within
    .slice(from, from + size)
    .map(({ group, ...epic }) => ({ namespace: { fullPath: group }, ...epic }));
  const hasNextPage = from + size < within.length;
  const pageInfo = { hasNextPage, endCursor: hasNextPage ? String(from + size) : null };
  const visibility = groups.find((group) => group.full_path === path)?.visibility ?? 'public';
  return { group: { visibility, workItems: { nodes, pageInfo } } };
}

/** Answers a question of the GraphQL interface as GitLab does. */
export function answerGraph(archive: GitlabArchive, body: string, pageSize: number): Answer {
  const { query, variables } = Asked.parse(JSON.parse(body));
  const { path = '', iids = [], ids = [], after } = variables;
  const project = archive.projects.find((each) => each.path_with_namespace === path);
  const isAsked = ({ iid }: { readonly iid: number }) => iids.includes(String(iid));
  switch (nameOfQuestion(query)) {
    case 'stats': {
      const nodes = (project?.merge_requests ?? []).filter(isAsked).map((merge) => ({
        iid: String(merge.iid),
        sourceBranchExists: merge.sourceBranchExists ?? null,
        diffStatsSummary: merge.diffStatsSummary ?? null,
      }));
      return { data: { project: project ? { mergeRequests: { nodes } } : null } };
    }
    case 'parents': {
      const nodes = (project?.issues ?? []).filter(isAsked).map(({ iid, parent }) => ({
        iid: String(iid),
        widgets: [{ type: 'HIERARCHY', parent: parent ?? null }, { type: 'LABELS' }],
      }));
      return { data: { project: project ? { workItems: { nodes } } : null } };
    }
    case 'counts': {
      const nodes = archive.projects
        .map((each) => ({
          id: `gid://gitlab/Project/${String(each.id)}`,
          mergeRequests: { count: each.merge_requests.length },
          issues: { count: each.issues.length },
        }))
        .filter(({ id }) => ids.includes(id));
      return { data: { projects: { nodes } } };
    }
    case 'epics':
      return { data: findEpics(archive, path, Number(after ?? 0), pageSize) };
    default:
      return { errors: [{ message: 'the question is not known' }] };
  }
}

import type { GitlabMergeRequest, GitlabNote } from './shapes.ts';
import type { GitlabStep } from './system-notes.ts';

/** The key of a merge request, which pipelines know too. */
export const mergeRequestKey = (projectId: number, iid: number | string): string =>
  `mergeRequest:${String(projectId)}!${String(iid)}`;

/** A merge request, what its notes tell, and what its events have in common. */
export interface ToldMergeRequest {
  readonly merge: GitlabMergeRequest;
  readonly uuid: string;
  /** Null where its discussions were not to be had. */
  readonly notes: readonly GitlabNote[] | null;
  readonly steps: readonly GitlabStep[];
  readonly subject: { readonly name: string; readonly reference: string; readonly pullRequest: string };
}

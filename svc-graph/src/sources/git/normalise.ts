import { entityUuid } from '../../store/uuid.ts';

/** What normalising depends on beside the payload. */
export interface Context {
  readonly orgId: string;
  /** Names the repository within the org. */
  readonly repositoryId: string;
  readonly repositoryUuid: string;
  /** Where commits can be seen, such as https://github.com/owner/name. */
  readonly webUrl: string | null;
  /** Seconds since 1970 at which the payload was read. */
  readonly observedAt: number;
}

/** The name of a commit outside of its repository. */
export function commitName({ repositoryId }: Context, sha: string): string {
  return `commit:${repositoryId}:${sha}`;
}

/** The uuid of a commit of the repository. */
export function commitUuid(context: Context, sha: string): string {
  return entityUuid(context.orgId, 'git', commitName(context, sha));
}

/** The uuid of a file of the repository. */
export function fileUuid(context: Context, path: string): string {
  return entityUuid(context.orgId, 'git', `file:${context.repositoryId}:${path}`);
}

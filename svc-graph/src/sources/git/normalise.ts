import { naturalKey } from '../../store/natural-key.ts';
import { entityUuid, keyUuid } from '../../store/uuid.ts';
import type { IngestContext } from '../connector.ts';

/** What normalising depends on beside the payload. */
export interface Context {
  readonly orgId: string;
  readonly sourceId: string;
  /** What tells the repository from others: its address, or its first commit and folder. */
  readonly repository: string;
  readonly repositoryUuid: string;
  /** Where commits can be seen, such as https://github.com/owner/name. */
  readonly webUrl: string | null;
  /** A shallow clone lacks the beginning, so when anything began is known only where it tells so. */
  readonly isShallow: boolean;
  /** Seconds since 1970 at which the payload was read, with milliseconds. */
  readonly observedAt: number;
}

/** The uuid of a repository of an org. */
export function repositoryUuid(orgId: string, repository: string): string {
  return keyUuid(orgId, naturalKey.Repository({ repository }));
}

/** The uuid of a commit, the same in every repository that holds it. */
export function commitUuid({ orgId }: Pick<Context, 'orgId'>, sha: string): string {
  return keyUuid(orgId, naturalKey.Commit({ sha }));
}

/** The uuid of a file of the repository. */
export function fileUuid({ orgId, repository }: Context, path: string): string {
  return keyUuid(orgId, naturalKey.SourceFile({ repository, path }));
}

/** The uuid of a branch of the repository. */
export function branchUuid({ orgId, repository }: Context, name: string): string {
  return keyUuid(orgId, naturalKey.Branch({ repository, name }));
}

/** The uuid of the release that a tag stands for. */
export function releaseUuid({ orgId, repository }: Context, tag: string): string {
  return keyUuid(orgId, naturalKey.Release({ repository, tag }));
}

/** The name of a commit's event; it happened once, whichever repositories hold the commit. */
export const commitEvent = (sha: string) => `commit:${sha}`;

/** The name of the event that a commit was written, where it was committed by somebody else or later. */
export const writingEvent = (sha: string) => `written:${sha}`;

/** The uuid of an event by its name. */
export function eventUuid({ orgId }: Pick<Context, 'orgId'>, sourceEventId: string): string {
  return entityUuid(orgId, 'git', `event:${sourceEventId}`);
}

/** What normalising the payloads of a source depends on; `repository` tells its repository from others. */
export function contextOf(
  { orgId, source }: Pick<IngestContext, 'orgId' | 'source'>,
  repository: string,
): Context {
  return {
    orgId,
    sourceId: source.id,
    repository,
    repositoryUuid: repositoryUuid(orgId, repository),
    webUrl: null,
    isShallow: false,
    observedAt: Date.now() / 1_000,
  };
}

import type { Load, Row } from '../../store/load.ts';
import { naturalKey } from '../../store/natural-key.ts';
import { entityUuid, keyUuid } from '../../store/uuid.ts';

/** The moment of a time, in seconds. */
export const toSeconds = (time: string): number => Date.parse(time) / 1_000;

/** The uuid of what only a sender knows, by its list and its id there. */
export const pushedUuid = (orgId: string, list: string, id: string): string =>
  entityUuid(orgId, 'push', `${list}:${id}`);

export const commitUuid = (orgId: string, sha: string): string => keyUuid(orgId, naturalKey.Commit({ sha }));

interface PushedFacts {
  readonly uuid: string;
  readonly id: string;
  readonly name: string;
  readonly url: string | undefined;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** The columns that every row has. */
export const commonCells = ({ uuid, id, name, url, createdAt, updatedAt }: PushedFacts): Row => ({
  uuid,
  name,
  integration: 'push',
  externalId: id,
  sourceUrl: url ?? null,
  createdAt,
  updatedAt,
  firstObservedAt: createdAt,
  observedAt: updatedAt,
  deleted: false,
});

/** Something that happened to a thing. */
export interface Happening {
  /** Unique among what is pushed. */
  readonly id: string;
  readonly at: number;
  readonly action: string;
  readonly type: string;
  readonly uuid: string;
  readonly name: string;
  readonly reference: string;
  readonly newStatus?: string;
  readonly comment?: string;
  readonly delta?: object;
  readonly repository: string | null;
}

/** The columns of an event that name what it is about, by its kind. */
const NAMING: Readonly<Record<string, string>> = {
  Issue: 'issueUuid',
  PullRequest: 'pullRequestUuid',
  Sprint: 'sprintUuid',
  Project: 'projectUuid',
  Repository: 'repositoryUuid',
};

/** The rows of events. */
export function eventLoad(orgId: string, happenings: readonly Happening[]): Load {
  const rows = happenings.map(({ id, at, action, type, uuid, name, reference, ...more }): Row => {
    const named = { issueUuid: null, pullRequestUuid: null, sprintUuid: null, projectUuid: null };
    const own = NAMING[type];
    return {
      uuid: entityUuid(orgId, 'push', `event:${id}`),
      occurredAt: at,
      observedAt: at,
      sourceEventId: id,
      integration: 'push',
      action,
      entityType: type,
      entityUuid: uuid,
      name,
      newStatus: more.newStatus ?? null,
      comment: more.comment ?? null,
      delta: more.delta ? JSON.stringify(more.delta) : null,
      reference,
      repositoryUuid: more.repository,
      ...named,
      ...(own === undefined ? {} : { [own]: uuid }),
    };
  });
  return { table: 'Event', rows };
}

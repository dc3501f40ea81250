import { momentSql } from '../../store/load.ts';

/** The columns of rows, each with its SQL over an entry of the log. */
export type Values = Readonly<Record<string, string>>;

/** When the log was read. */
export const OBSERVED = momentSql('$1');

const EVENT: Values = {
  observedAt: OBSERVED,
  sourceEventId: '$3::VARCHAR || sha',
  sourceId: '$4::VARCHAR',
  integration: `'git'`,
  entityType: `'Commit'`,
  entityUuid: 'uuid',
  name: 'name',
  reference: 'left(sha, 10)',
  repositoryUuid: '$2::UUID',
};
/** Who merged is its author: forges commit merges under a name of their own. */
export const COMMITTED: Values = {
  ...EVENT,
  uuid: '"eventUuid"',
  action: `CASE WHEN "isMerge" THEN 'merged' ELSE 'committed' END`,
  occurredAt: 'CASE WHEN "isMerge" THEN "authoredAt" ELSE "committedAt" END',
  actorUuid: 'CASE WHEN "isMerge" THEN "authorUuid" ELSE "committerUuid" END',
};
/** A change that another person committed, or its author a day later, was written before that. */
export const AUTHORED: Values = {
  ...EVENT,
  uuid: '"writtenUuid"',
  action: `'authored'`,
  occurredAt: '"authoredAt"',
  actorUuid: '"authorUuid"',
};
/** The condition of an entry of the log of which both are told. */
export const WRITTEN_BEFORE = `NOT "isMerge"
  AND ("authorUuid" <> "committerUuid" OR "committedAt" >= "authoredAt" + INTERVAL 1 DAY)`;

/** Earlier editions told that the author committed, and cut subjects. */
export const TOLD_AGAIN = { name: 'replace', actorUuid: 'replace', occurredAt: 'replace' } as const;

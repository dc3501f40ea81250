import type { Kind } from '../attribute.ts';
import { CODE, FORGE, TRACKER, flag, json, link, moment, text } from './define.ts';

const ALL = [...CODE, 'jira', 'slack', 'circleci', 'gcalendar', 'snyk', 'push'] as const;

/** Append-only facts of what happened. A field without a target belongs to it. */
export const EVENT: Kind = {
  name: 'Event',
  label: 'Event',
  plural: 'Events',
  icon: 'zap',
  color: 'event',
  timeAttribute: 'occurredAt',
  attributes: [
    text('uuid', ALL, { label: 'Id', priority: 10 }),
    moment('occurredAt', ALL, { priority: 900 }),
    moment('observedAt', ALL, { priority: 20, definition: 'When it was read from the source.' }),
    text('sourceEventId', ALL, {
      priority: 10,
      definition: 'What the source calls it; once per integration.',
    }),
    text('integration', ALL, { priority: 500 }),
    text('action', ALL, { aliases: ['Action'], priority: 850 }),
    text('entityType', ALL, { aliases: ['EntityType'], holds: 'kind', priority: 800 }),
    text('entityUuid', ALL, { label: 'Entity', priority: 10 }),
    text('name', ALL, { priority: 700, definition: 'The name of what it happened to, as of then.' }),
    text('newStatus', ALL, { priority: 400 }),
    json('delta', ALL, { label: 'Change', definition: 'The fields that changed, before and after.' }),
    text('comment', ALL, { aliases: ['description'] }),
    text('reference', ALL),
    flag('draft', FORGE, { definition: 'Of a pull request: whether it was a draft then.' }),
  ],
  relations: [
    link('Person', 'actorUuid', ALL, { label: 'By', aliases: ['Actor', 'actor'] }),
    link('Team', 'teamUuid', ['settings'], { label: 'Team as of then' }),
    link('Repository', 'repositoryUuid', CODE),
    link('Project', 'projectUuid', ['jira', 'github', 'gitlab']),
    link('Issue', 'issueUuid', ['jira', 'github', 'gitlab', 'snyk', 'push']),
    link('PullRequest', 'pullRequestUuid', ['github', 'gitlab']),
    link('Commit', 'entityUuid', CODE),
    link('Branch', 'entityUuid', CODE),
    link('Release', 'entityUuid', CODE),
    link('CicdPipeline', 'entityUuid', ['circleci', ...FORGE, 'push']),
    link('PullRequestReview', 'entityUuid', FORGE),
    link('PullRequestReviewComment', 'entityUuid', FORGE),
    link('DiscussionComment', 'entityUuid', FORGE),
    link('IssueComment', 'entityUuid', TRACKER),
    link('Worklog', 'entityUuid', ['jira']),
    link('Sprint', 'sprintUuid', TRACKER),
    link('Channel', 'channelUuid', ['slack']),
    link('Message', 'entityUuid', ['slack']),
    link('CalendarEntry', 'entityUuid', ['gcalendar']),
  ],
};

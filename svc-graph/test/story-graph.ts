import { OrgId, entityContract } from '@cairn/contracts';
import { feedContract } from '@cairn/contracts/feed';
import { entityStoryContract } from '@cairn/contracts/story';
import { CATALOGUE } from '@cairn/entities';
import { serve } from '@cairn/service-kit';
import { silentLog, testTokens } from '@cairn/service-kit/testing';
import { type EntityDeps } from '../src/entity/called.ts';
import { feedHandlers } from '../src/entity/feed/routes.ts';
import { entityHandlers } from '../src/entity/routes.ts';
import { entityStoryHandlers } from '../src/entity/story/routes.ts';
import { Admission } from '../src/query/engine/admission.ts';
import type { GraphStore } from '../src/store/graph-store.ts';
import type { Load, Row } from '../src/store/load.ts';
import { NOW, id, load, onPull, t } from './derived-graph.ts';

const tokens = await testTokens();

/** The routes of entities and the feed over one graph, which every org has. */
export function entityApp(store: Pick<GraphStore, 'rows'>, over: Partial<EntityDeps> = {}) {
  const deps: EntityDeps = {
    stores: { open: async () => store },
    connectors: [],
    admission: new Admission({ inAll: 4, perOrg: 4, waitingPerOrg: 9, waitingInAll: 9 }),
    timeLimit: 60_000,
    integrations: async () => ['git', 'github', 'jira', 'circleci', 'slack', 'gcalendar', 'settings'],
    catalogueOf: async () => CATALOGUE,
    audienceOf: async () => null,
    now: () => NOW * 1_000,
    ...over,
  };
  const app = serve(
    { ...entityContract, ...entityStoryContract, ...feedContract },
    { ...entityHandlers(deps), ...entityStoryHandlers(deps), ...feedHandlers(deps) },
    { name: 'svc-graph', log: silentLog(), verifier: tokens.verifier },
  );
  return async (path: string, body: Record<string, unknown>) => {
    const answer = await app.request(`/api/${OrgId.parse('acme')}/${path}`, {
      method: 'POST',
      headers: await tokens.headers(),
      body: JSON.stringify(body),
    });
    return { status: answer.status, body: (await answer.json()) as unknown };
  };
}

/** The routes about one entity, which is named as the graph's rows name it. */
export function storyApp(store: Pick<GraphStore, 'rows'>, over: Partial<EntityDeps> = {}) {
  const ask = entityApp(store, over);
  return (path: string, entity: string, more: Record<string, unknown> = {}) =>
    ask(path, { entityUuid: id(entity), ...more });
}

const named = (name: string, more: Row = {}): Row => ({ uuid: id(name), name, deleted: false, ...more });
const person = (name: string, more: Row = {}): Row => named(name, { timezone: null, isBot: false, ...more });

let count = 0;
function event(entity: string, type: string, at: string, action: string, actor: string, more: Row = {}): Row {
  count += 1;
  return {
    uuid: id(`story event ${String(count)}`),
    sourceEventId: `story:${String(count)}`,
    occurredAt: t(at),
    action,
    entityType: type,
    entityUuid: id(entity),
    actorUuid: id(actor),
    comment: null,
    reference: null,
    name: null,
    projectUuid: null,
    draft: null,
    ...more,
  };
}

const onIssue = (at: string, action: string, actor: string, more: Row = {}) =>
  event('APP-1', 'Issue', at, action, actor, {
    issueUuid: id('APP-1'),
    projectUuid: id('app'),
    integration: 'jira',
    name: 'Fix login',
    reference: 'APP-1',
    ...more,
  });
const delta = (fields: Record<string, readonly [unknown, unknown]>) =>
  JSON.stringify(
    Object.fromEntries(Object.entries(fields).map(([field, [before, after]]) => [field, { before, after }])),
  );
const status = (before: string, after: string, more: Record<string, readonly [unknown, unknown]> = {}) => ({
  newStatus: after,
  delta: delta({ status: [before, after], ...more }),
});
const pullEvent = (at: string, action: string, actor: string, more: Row = {}): Row => ({
  ...onPull('#7', at, action, actor, { repositoryUuid: id('shop'), ...more }),
  comment: more['comment'] ?? null,
  reference: '#7',
  name: 'Fix the login',
  projectUuid: null,
  draft: more['draft'] ?? null,
});

/** The events of a week of one change. */
const EVENTS: Row[] = [
  onIssue('2026-05-04 09:00', 'created', 'ann', {
    newStatus: 'To Do',
    delta: delta({ status: [null, 'To Do'] }),
  }),
  onIssue('2026-05-04 10:00', 'renamed', 'ann', { delta: delta({ title: ['Fix it', 'Fix login'] }) }),
  onIssue('2026-05-04 10:02', 'renamed', 'ann', { delta: delta({ priority: ['Low', 'High'] }) }),
  onIssue('2026-05-04 12:00', 'status_changed', 'bob', status('To Do', 'In Progress')),
  onIssue('2026-05-05 12:00', 'status_changed', 'bob', status('In Progress', 'In Review')),
  onIssue('2026-05-06 09:00', 'status_changed', 'bob', status('In Review', 'In Progress')),
  onIssue('2026-05-06 12:00', 'status_changed', 'bob', status('In Progress', 'Done')),
  event('comment', 'IssueComment', '2026-05-04 11:00', 'commented', 'zoe', {
    issueUuid: id('APP-1'),
    projectUuid: id('app'),
    integration: 'jira',
    reference: 'APP-1',
    comment: 'Is it urgent?',
  }),
  event('c1', 'Commit', '2026-05-05 08:00', 'committed', 'bob', {
    repositoryUuid: id('shop'),
    issueUuid: id('APP-1'),
    name: 'Fix login',
    integration: 'github',
  }),
  pullEvent('2026-05-05 09:00', 'created', 'bob', { newStatus: 'Draft', draft: true }),
  pullEvent('2026-05-05 10:00', 'ready_for_review', 'bob', status('Draft', 'In Review')),
  pullEvent('2026-05-05 11:00', 'changes_requested', 'ann', {
    ...status('In Review', 'Changes Requested'),
    comment: 'Please test it.',
  }),
  pullEvent('2026-05-05 15:00', 'approved', 'ann', status('Changes Requested', 'Approved')),
  pullEvent('2026-05-05 16:00', 'merged', 'bob', status('Approved', 'Merged')),
  event('deploy', 'CicdPipeline', '2026-05-06 07:00', 'created', 'bot', {
    repositoryUuid: id('shop'),
    newStatus: 'queued',
    name: 'Deploy',
  }),
  event('deploy', 'CicdPipeline', '2026-05-06 07:05', 'started', 'bot', {
    repositoryUuid: id('shop'),
    newStatus: 'running',
    name: 'Deploy',
  }),
  event('deploy', 'CicdPipeline', '2026-05-06 07:30', 'completed', 'bot', {
    repositoryUuid: id('shop'),
    newStatus: 'success',
    name: 'Deploy',
  }),
  event('other', 'Commit', '2026-05-06 06:00', 'committed', 'zoe', {
    repositoryUuid: id('shop'),
    name: 'Something else',
  }),
  event('far', 'Commit', '2026-05-20 06:00', 'committed', 'zoe', {
    repositoryUuid: id('shop'),
    name: 'Much later',
  }),
];
const BLANK: Row = {
  integration: 'github',
  newStatus: null,
  delta: null,
  issueUuid: null,
  pullRequestUuid: null,
  repositoryUuid: null,
};

const edge = (relation: string, from: string, to: string, more: Row = {}): Row => ({
  relation,
  fromUuid: id(from),
  toUuid: id(to),
  since: null,
  until: null,
  ...more,
});

/** One change with its issue, commits, pull request, deployment, release and incident. */
export const STORY: readonly Load[] = [
  load('Person', person('ann'), person('bob'), person('zoe'), person('bot', { isBot: true })),
  load('Project', named('app')),
  load('Team', named('core')),
  load('Repository', named('shop', { projectUuid: id('app') })),
  load(
    'Issue',
    named('APP-1', {
      createdAt: t('2026-05-04 09:00'),
      updatedAt: t('2026-05-06 12:00'),
      issueKey: 'APP-1',
      title: 'Fix login',
      priority: 'High',
      status: 'Done',
      statusCategory: 'done',
      projectUuid: id('app'),
      currentAssigneeUuid: id('bob'),
      createdByUuid: id('ann'),
      issueType: 'Task',
      detectedAt: null,
    }),
    named('INC-1', {
      createdAt: t('2026-05-06 09:30'),
      updatedAt: t('2026-05-06 09:30'),
      issueKey: 'INC-1',
      title: 'Login is down',
      priority: 'High',
      status: 'To Do',
      statusCategory: 'todo',
      projectUuid: id('app'),
      currentAssigneeUuid: null,
      createdByUuid: id('zoe'),
      issueType: 'Incident',
      detectedAt: t('2026-05-06 09:30'),
    }),
    named('GONE-1', {
      createdAt: t('2026-05-04 09:00'),
      updatedAt: t('2026-05-04 09:00'),
      issueKey: 'GONE-1',
      title: 'Gone',
      priority: 'Low',
      status: 'To Do',
      statusCategory: 'todo',
      projectUuid: id('app'),
      currentAssigneeUuid: id('bob'),
      createdByUuid: id('ann'),
      issueType: 'Task',
      detectedAt: null,
      deleted: true,
    }),
  ),
  load(
    'IssueComment',
    named('comment', {
      body: 'Is it urgent?',
      createdAt: t('2026-05-04 11:00'),
      issueUuid: id('APP-1'),
      authorUuid: id('zoe'),
    }),
  ),
  load(
    'Commit',
    named('c1', {
      sha: 'c1'.padEnd(40, '0'),
      committedAt: t('2026-05-05 08:00'),
      authoredAt: t('2026-05-05 08:00'),
      authorUuid: id('bob'),
      committerUuid: id('bob'),
      repositoryUuid: id('shop'),
    }),
  ),
  load(
    'PullRequest',
    named('#7', {
      prNumber: '#7',
      number: 7,
      createdAt: t('2026-05-05 09:00'),
      updatedAt: t('2026-05-05 16:00'),
      mergedAt: t('2026-05-05 16:00'),
      closedAt: t('2026-05-05 16:00'),
      createdByUuid: id('bob'),
      mergedByUuid: id('bob'),
      repositoryUuid: id('shop'),
      status: 'Merged',
      draft: false,
      title: 'Fix the login',
      mergeCommitUuid: id('c1'),
    }),
  ),
  load(
    'CicdPipeline',
    named('deploy', {
      commitUuid: id('c1'),
      repositoryUuid: id('shop'),
      createdAt: t('2026-05-06 07:00'),
      startedAt: t('2026-05-06 07:05'),
      finishedAt: t('2026-05-06 07:30'),
      result: 'success',
      environment: 'production',
      isDeployment: true,
      state: 'success',
    }),
  ),
  load(
    'Release',
    named('v1', {
      publishedAt: t('2026-05-06 08:00'),
      tagName: 'v1',
      commitUuid: id('c1'),
      repositoryUuid: id('shop'),
      authorUuid: id('ann'),
    }),
  ),
  load(
    'Relation',
    edge('memberOf', 'ann', 'core'),
    edge('closes', '#7', 'APP-1'),
    edge('hasCommit', '#7', 'c1'),
    edge('commitMentions', 'c1', 'APP-1'),
    edge('includes', 'v1', 'c1'),
    edge('deploys', 'deploy', 'c1'),
    edge('reviewer', '#7', 'ann', { since: t('2026-05-05 10:00') }),
    edge('assignee', 'APP-1', 'ann', { since: t('2026-05-04 09:00'), until: t('2026-05-04 12:00') }),
    edge('assignee', 'APP-1', 'bob', { since: t('2026-05-04 12:00') }),
  ),
  load('Event', ...EVENTS.map((row) => ({ ...BLANK, ...row }))),
];

/** What mends the incident of the story: a commit, its pull request and the deployment of it. */
export const FIX: readonly Load[] = [
  load(
    'Commit',
    named('c2', {
      sha: 'c2'.padEnd(40, '0'),
      committedAt: t('2026-05-06 10:30'),
      authoredAt: t('2026-05-06 10:30'),
      authorUuid: id('bob'),
      committerUuid: id('bob'),
      repositoryUuid: id('shop'),
    }),
  ),
  load(
    'PullRequest',
    named('#8', {
      prNumber: '#8',
      number: 8,
      createdAt: t('2026-05-06 11:00'),
      mergedAt: t('2026-05-06 11:30'),
      createdByUuid: id('bob'),
      repositoryUuid: id('shop'),
      status: 'Merged',
      draft: false,
      mergeCommitUuid: id('c2'),
    }),
  ),
  load(
    'CicdPipeline',
    named('deploy the fix', {
      commitUuid: id('c2'),
      repositoryUuid: id('shop'),
      createdAt: t('2026-05-06 11:45'),
      finishedAt: t('2026-05-06 12:00'),
      result: 'success',
      environment: 'production',
      isDeployment: true,
    }),
  ),
  load(
    'Relation',
    edge('closes', '#8', 'INC-1'),
    edge('hasCommit', '#8', 'c2'),
    edge('deploysIssue', 'deploy', 'INC-1'),
  ),
];

import {
  CODE,
  DERIVED,
  FORGE,
  NOBODY,
  defineKind,
  enumeration,
  events,
  explained,
  flag,
  into,
  inverse,
  json,
  link,
  list,
  moment,
  number,
  out,
  property,
  reason,
  text,
} from './define.ts';

const REPOSITORY = defineKind({
  name: 'Repository',
  lasting: true,
  label: 'Repository',
  plural: 'Repositories',
  icon: 'folder-git-2',
  color: 'repository',
  from: CODE,
  meanings: {
    createdAt: 'When its first commit was made, or as the forge says.',
    updatedAt: 'When its latest commit was made.',
  },
  attributes: [
    text('fullName', CODE, { priority: 700 }),
    text('defaultBranch', CODE, { priority: 600 }),
    text('category', ['settings'], { definition: 'The category that the organization gave it.' }),
    text('description', FORGE),
    flag('private', FORGE),
  ],
  relations: [
    link('Project', 'projectUuid', FORGE),
    inverse('Branch', 'repositoryUuid', CODE, { label: 'Branches' }),
    inverse('Commit', 'repositoryUuid', CODE, { label: 'Commits' }),
    inverse('PullRequest', 'repositoryUuid', FORGE, { label: 'Pull requests' }),
    inverse('Release', 'repositoryUuid', [...CODE, 'push'], { label: 'Releases' }),
    inverse('SourceFile', 'repositoryUuid', CODE, { label: 'Files' }),
    inverse('CicdPipeline', 'repositoryUuid', ['circleci', ...FORGE, 'push'], { label: 'Deployments' }),
    into('Team', 'ownsRepository', ['settings'], { label: 'Owned by' }),
    inverse('Issue', 'repositoryUuid', [...FORGE, 'snyk', 'push'], { label: 'Issues' }),
    inverse('Vulnerability', 'repositoryUuid', ['snyk'], { label: 'Vulnerabilities' }),
    inverse('DiscussionComment', 'repositoryUuid', FORGE, { label: 'Discussion comments' }),
    events('repositoryUuid', CODE),
  ],
});

const BRANCH = defineKind({
  name: 'Branch',
  lasting: true,
  label: 'Branch',
  plural: 'Branches',
  icon: 'git-branch',
  color: 'branch',
  timeAttribute: 'updatedAt',
  from: CODE,
  meanings: {
    createdAt: 'When the earliest commit that only it holds was made.',
    updatedAt: 'When its head was committed.',
  },
  attributes: [
    ...enumeration('status', CODE, { priority: 600, definition: 'Default, active or deleted.' }),
    text('cairnValueStatement', NOBODY),
  ],
  relations: [
    link('Repository', 'repositoryUuid', CODE, { aliases: ['repository'] }),
    link('Head', 'headUuid', CODE, { target: 'Commit', label: 'Head commit' }),
    inverse('Commit', 'branchUuid', CODE, { label: 'Commits' }),
    into('CicdPipeline', 'ranOn', ['circleci', ...FORGE], { label: 'Deployments' }),
    inverse('PullRequest', 'branchUuid', FORGE, { label: 'Pull requests' }),
    out('Issue', 'branchMentions', ['jira'], { label: 'Issues' }),
    events('entityUuid', CODE),
  ],
});

/**
 * What a commit changed in a file. The sums of lines of a cell equal those of `git log --numstat -M`.
 */
const CHANGE_OF_FILE = [
  property(
    'additions',
    number('linesAdded', CODE, {
      unit: 'line',
      priority: 660,
      definition: 'Lines added in the file itself; a renamed file counts what changed in it.',
    }),
  ),
  property(
    'deletions',
    number('linesDeleted', CODE, {
      unit: 'line',
      priority: 655,
      definition: 'Lines deleted in the file itself; a renamed file counts what changed in it.',
    }),
  ),
  property(
    'change',
    text('change', CODE, {
      priority: 650,
      definition: 'What the commit did with the file: added, modified, deleted or renamed.',
    }),
  ),
];

const COMMIT = defineKind({
  name: 'Commit',
  label: 'Commit',
  plural: 'Commits',
  icon: 'git-commit-horizontal',
  color: 'commit',
  // Who signed it, before accounts of one human were joined.
  kept: ['authorSignedUuid', 'committerSignedUuid'],
  keptTexts: ['authorSignedName', 'committerSignedName'],
  timeAttribute: 'committedAt',
  from: CODE,
  meanings: {
    name: 'The first line of the message.',
    createdAt: 'When it was authored.',
    updatedAt: 'When it was committed.',
  },
  attributes: [
    text('sha', CODE, { label: 'SHA', priority: 800 }),
    text('message', CODE, { priority: 500 }),
    moment('authoredAt', CODE, { priority: 600 }),
    moment('committedAt', CODE, { priority: 700 }),
    number('localHour', ['git'], {
      label: 'Hour of the author',
      part: 'hourOfDay',
      priority: 480,
      definition: 'The hour in which it was authored, by the clock of its author.',
    }),
    text('localWeekday', ['git'], {
      label: 'Weekday of the author',
      part: 'dayOfWeek',
      priority: 470,
      definition: 'The day of the week on which it was authored, by the clock of its author.',
    }),
    text('utcOffset', ['git'], {
      label: 'Offset of the author',
      priority: 460,
      definition: 'By how much the clock of its author was ahead of UTC, such as +05:30.',
    }),
    number('additions', CODE, {
      unit: 'line',
      priority: 650,
      definition: 'Lines added by the whole commit; a merge has none of its own and is left out.',
    }),
    number('deletions', CODE, {
      unit: 'line',
      priority: 640,
      definition: 'Lines deleted by the whole commit; a merge has none of its own and is left out.',
    }),
    number('changedFiles', CODE, { priority: 630, definition: 'Files touched; a merge touches none.' }),
    flag('isMerge', CODE, { label: 'Is a merge', priority: 520 }),
    number('totalFilesAdded', CODE, { label: 'Files added (count)' }),
    number('totalFilesModified', CODE, { label: 'Files modified (count)' }),
    number('totalFilesDeleted', CODE, { label: 'Files deleted (count)' }),
    number('totalFilesRenamed', ['git'], { label: 'Files renamed (count)' }),
    list('filesAdded', CODE),
    list('filesModified', CODE),
    list('filesDeleted', CODE),
    list('filesRenamed', ['git'], { definition: 'The new paths of the files that it renamed.' }),
    list('filesRenamedFrom', ['git'], { definition: 'The paths that these had before, in the same order.' }),
    json('diffData', FORGE, {
      priority: 20,
      definition: 'The patch of each file; for git it is read when asked for.',
    }),
    text('cairnSummary', NOBODY),
    text('cairnValueStatement', NOBODY),
    list('cairnTechStackLayers', NOBODY),
    text('cairnTechStackLayersExplanation', NOBODY, { priority: 100 }),
    ...explained(
      'cairnMaintainability',
      'cairnQuality',
      'cairnComplexity',
      'cairnAtomicity',
      'cairnMessageClarityScore',
      'cairnRiskScore',
    ),
  ],
  relations: [
    link('Person', 'authorUuid', CODE, { label: 'Author' }),
    link('Committer', 'committerUuid', CODE, { target: 'Person' }),
    out('CoAuthor', 'coAuthored', ['git'], { target: 'Person', label: 'Co-authors' }),
    link('Repository', 'repositoryUuid', CODE, { aliases: ['repository'] }),
    link('Branch', 'branchUuid', CODE, { label: 'Branch (the default one when it holds the commit)' }),
    out('SourceFile', 'touches', CODE, { label: 'Files', properties: CHANGE_OF_FILE }),
    out('RenamedFile', 'touchedBefore', ['git'], {
      target: 'SourceFile',
      label: 'Files that were renamed since',
    }),
    into('Release', 'includes', CODE, { label: 'First released in' }),
    out('Parent', 'parent', CODE, { target: 'Commit', label: 'Parents' }),
    into('Child', 'parent', CODE, { target: 'Commit', label: 'Children' }),
    into('PullRequest', 'hasCommit', FORGE, { label: 'Pull requests' }),
    out('Issue', 'commitMentions', [...CODE, 'jira'], { label: 'Issues' }),
    out('NamedPullRequest', 'commitNamesPullRequest', FORGE, {
      target: 'PullRequest',
      label: 'Pull requests that it names',
    }),
    inverse('CicdPipeline', 'commitUuid', ['circleci', ...FORGE], { label: 'Deployments' }),
    into('DeployedBy', 'deploys', ['circleci', ...FORGE], { target: 'CicdPipeline', label: 'Deployed by' }),
    inverse('MergeOf', 'mergeCommitUuid', FORGE, { target: 'PullRequest', label: 'Merge of' }),
    inverse('Tag', 'commitUuid', CODE, { target: 'Release', label: 'Tagged as' }),
    inverse('HeadOf', 'headUuid', CODE, { target: 'Branch', label: 'Head of' }),
    events('entityUuid', CODE),
  ],
});

const SOURCE_FILE = defineKind({
  name: 'SourceFile',
  lasting: true,
  label: 'File',
  plural: 'Files',
  icon: 'file-code',
  color: 'sourcefile',
  keepsHistory: true,
  timeAttribute: 'updatedAt',
  from: CODE,
  meanings: {
    name: 'The last part of the path.',
    createdAt: 'When the first commit that touched it, or the merge that brought it, was made.',
    updatedAt: 'When the latest commit that touched it was made.',
  },
  attributes: [
    text('path', CODE, { priority: 800 }),
    text('extension', CODE, { priority: 600 }),
    text('directory', CODE, { priority: 550, definition: 'The folder that holds it.' }),
    text('topFolder', CODE, { priority: 540, definition: 'The first folder of its path; "/" at the top.' }),
    list('formerPaths', ['git'], {
      priority: 535,
      definition: 'The paths that it had before it was renamed, the latest first.',
    }),
    flag('removed', CODE, { priority: 530, definition: 'Not in the latest commit of the default branch.' }),
  ],
  relations: [
    link('Repository', 'repositoryUuid', CODE),
    into('Commit', 'touches', CODE, { label: 'Commits', properties: CHANGE_OF_FILE }),
    into('EarlierCommit', 'touchedBefore', ['git'], {
      target: 'Commit',
      label: 'Commits under former paths',
    }),
  ],
});

const TAG_SOURCES = [...CODE, 'push'] as const;
const RELEASE_SOURCES = [...TAG_SOURCES, 'jira'] as const;
const RELEASE = defineKind({
  name: 'Release',
  label: 'Release',
  plural: 'Releases',
  icon: 'tag',
  color: 'release',
  kept: ['authorSignedUuid'],
  keptTexts: ['authorSignedName'],
  timeAttribute: 'publishedAt',
  from: RELEASE_SOURCES,
  attributes: [
    text('releaseName', RELEASE_SOURCES, { priority: 700 }),
    text('tagName', TAG_SOURCES, { priority: 650 }),
    text('body', TAG_SOURCES),
    moment('publishedAt', RELEASE_SOURCES, {
      priority: 600,
      definition: 'When the tag was made; for a plain tag, when its commit was made.',
    }),
    ...enumeration('status', RELEASE_SOURCES, { priority: 500 }),
    flag('draft', FORGE),
    flag('preRelease', TAG_SOURCES, {
      definition: 'Of a git tag: its version carries a pre-release part such as -rc.1.',
    }),
  ],
  relations: [
    link('Repository', 'repositoryUuid', TAG_SOURCES),
    link('Tagged', 'commitUuid', TAG_SOURCES, { target: 'Commit', label: 'Tagged commit' }),
    link('Person', 'authorUuid', CODE, { label: 'Published by' }),
    out('Commit', 'includes', CODE, { label: 'Commits' }),
    out('PullRequest', 'includesPullRequest', FORGE, { label: 'Pull requests' }),
    out('Issue', 'includesIssue', ['jira', ...FORGE], { label: 'Issues' }),
    events('entityUuid', TAG_SOURCES),
  ],
});

const RUN_SOURCES = ['circleci', ...FORGE] as const;
const PIPELINE_SOURCES = [...RUN_SOURCES, 'push'] as const;
const CICD_PIPELINE = defineKind({
  name: 'CicdPipeline',
  label: 'Pipeline',
  plural: 'Pipelines',
  icon: 'workflow',
  color: 'cicdpipeline',
  decided: ['isDeployment'],
  from: PIPELINE_SOURCES,
  attributes: [
    ...enumeration('state', PIPELINE_SOURCES, { priority: 700 }),
    text('result', PIPELINE_SOURCES, { priority: 680 }),
    text('branch', RUN_SOURCES, { priority: 500 }),
    text('repository', PIPELINE_SOURCES, { priority: 500 }),
    moment('queuedAt', PIPELINE_SOURCES),
    moment('startedAt', PIPELINE_SOURCES),
    moment('finishedAt', PIPELINE_SOURCES),
    number('duration', PIPELINE_SOURCES, { unit: 'second', priority: 550 }),
    text('environment', PIPELINE_SOURCES, { priority: 500 }),
    flag('isDeployment', PIPELINE_SOURCES, {
      definition:
        'Whether it counts as a deployment: its source says so, unless the delivery rules of the organization decide it.',
    }),
    number('attempt', RUN_SOURCES),
    json('jobs', RUN_SOURCES, {
      definition:
        'Its jobs in their order: name, result, when each began and how many seconds it ran; of a failed one of CircleCI, how many tests ran and failed.',
    }),
    text('pullRequestUrl', ['circleci'], {
      label: 'Address of its pull request',
      priority: 40,
      definition: 'The address of the pull request that its source says it ran for.',
    }),
    moment('deployedAt', DERIVED, {
      priority: 320,
      definition:
        'When a deployment to production succeeded (DORA: how many of these there are is the deployment frequency). A deployment that names no environment is taken for one. Where deployments of a repository to an environment are pushed, those alone count.',
    }),
    flag('changeFailed', DERIVED, {
      priority: 320,
      definition:
        'Whether an incident, or a merged revert, came before the next deployment to production of its repository (DORA: the share of these is the change failure rate). An incident counts from when it was detected, else created, in the repository that its fix is in, else in its own, else in those of its project. A revert counts from when it was opened; one that fixes an incident is part of that incident. Empty for what is no deployment to production.',
    }),
    number('recoveryTime', DERIVED, {
      unit: 'second',
      priority: 320,
      definition:
        'Of a failed deployment, from its end until its last incident is resolved or its revert deployed, elapsed.',
    }),
    reason('recoveryTime', 'Failed and not recovered yet.'),
  ],
  relations: [
    link('Commit', 'commitUuid', PIPELINE_SOURCES),
    link('Repository', 'repositoryUuid', PIPELINE_SOURCES),
    link('Person', 'triggeredByUuid', RUN_SOURCES, { label: 'Triggered by' }),
    out('Branch', 'ranOn', RUN_SOURCES),
    out('PullRequest', 'ranFor', RUN_SOURCES, { label: 'Pull requests' }),
    out('Deployed', 'deploys', PIPELINE_SOURCES, { target: 'Commit', label: 'Deployed commits' }),
    inverse('Shipped', 'deploymentUuid', DERIVED, {
      target: 'PullRequest',
      label: 'Pull requests that it brought to production',
    }),
    inverse('Incident', 'causedByUuid', DERIVED, {
      target: 'Issue',
      label: 'Incidents that follow upon it',
    }),
    inverse('Revert', 'takesBackUuid', DERIVED, {
      target: 'PullRequest',
      label: 'Reverts that follow upon it',
    }),
    out('Issue', 'deploysIssue', RUN_SOURCES, { label: 'Issues' }),
    events('entityUuid', PIPELINE_SOURCES),
  ],
});

export const CODE_KINDS = [REPOSITORY, BRANCH, COMMIT, SOURCE_FILE, RELEASE, CICD_PIPELINE];

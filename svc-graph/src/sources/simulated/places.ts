import { DAY } from './calendar.ts';
import type { Team } from './cast.ts';
import type { Stage } from './stage.ts';
import { EXTENSIONS, FOLDERS, PARTS, STEMS } from './words.ts';

export interface SourceFile {
  readonly uuid: string;
  readonly path: string;
  first: number;
  last: number;
}

export interface Merge {
  readonly at: number;
  readonly commit: string;
  readonly pullRequest: string;
  readonly issue: string | null;
}

/** A repository with what has become of it so far. */
export interface Repository {
  readonly uuid: string;
  readonly name: string;
  readonly project: string;
  readonly main: string;
  readonly files: readonly SourceFile[];
  numbers: number;
  version: number;
  head: string | null;
  headAt: number;
  /** Merged, but in no release yet. */
  unreleased: Merge[];
}

/** What a team works in. */
export interface Place {
  readonly team: Team;
  readonly project: string;
  readonly key: string;
  readonly repositories: readonly Repository[];
  readonly channels: readonly { readonly uuid: string; readonly name: string }[];
  issues: number;
  epic: { readonly uuid: string; readonly key: string; readonly title: string } | null;
}

function makeFiles(stage: Stage, repository: string): SourceFile[] {
  const files: SourceFile[] = [];
  for (const folder of FOLDERS)
    for (const stem of STEMS) {
      const path = `${folder}/${stem}.${stage.random.pick(EXTENSIONS)}`;
      files.push({ uuid: stage.id('github', `file:${repository}:${path}`), path, first: Infinity, last: 0 });
    }
  return files.toSorted((left, right) => (left.uuid < right.uuid ? -1 : 1));
}

function makeRepository(stage: Stage, name: string, project: string): Repository {
  const externalId = `repository:${name}`;
  return {
    uuid: stage.id('github', externalId),
    name,
    project,
    main: stage.id('github', `branch:${name}:main`),
    files: makeFiles(stage, name),
    numbers: 0,
    version: 0,
    head: null,
    headAt: stage.from,
    unreleased: [],
  };
}

function makeChannels(stage: Stage, team: Team): Place['channels'] {
  return ['', '-alerts'].map((end) => {
    const name = `${team.name}${end}`;
    const uuid = stage.id('slack', `channel:${name}`);
    const purpose = end === '' ? 'What the team talks about.' : 'What breaks, and who looks at it.';
    stage.add('Channel', stage.from, {
      ...stage.common('slack', `channel:${name}`, name, stage.from),
      purpose,
      private: false,
    });
    for (const member of team.everyone)
      stage.edge('hasMember', uuid, member.uuid, member.joined, member.left);
    return { uuid, name };
  });
}

/** The project, repositories and channels of a team. */
export function makePlace(stage: Stage, team: Team): Place {
  const key = team.name.toUpperCase().replace(/[^A-Z0-9]/g, '');
  const project = stage.id('jira', `project:${key}`);
  stage.add('Project', stage.from, {
    ...stage.common('jira', `project:${key}`, team.name, stage.from),
    projectKey: key,
    projectTypeKey: 'software',
  });
  stage.edge('ownsProject', team.uuid, project, stage.from);
  const parts = PARTS.slice(0, stage.random.whole(2, 4));
  const repositories = parts.map((part) => makeRepository(stage, `${team.name}-${part}`, project));
  for (const { uuid } of repositories) stage.edge('ownsRepository', team.uuid, uuid, stage.from);
  return { team, project, key, repositories, channels: makeChannels(stage, team), issues: 0, epic: null };
}

/** The repository as it stands at the end: its own row, its main branch and its files. */
export function closeRepository(stage: Stage, repository: Repository): void {
  const { name, uuid, project, main, head, headAt, files } = repository;
  const last = Math.min(headAt, stage.to - 1);
  stage.add('Repository', stage.from, {
    ...stage.common('github', `repository:${name}`, name, stage.from, last),
    fullName: `simulated/${name}`,
    defaultBranch: 'main',
    description: `The part of ${name.replace('-', ' that is its ')}.`,
    private: true,
    projectUuid: project,
  });
  stage.add('Branch', stage.from, {
    ...stage.common('github', `branch:${name}:main`, 'main', stage.from, last),
    uuid: main,
    status: 'default',
    sourceStatus: 'default',
    statusCategory: 'other',
    repositoryUuid: uuid,
    headUuid: head,
  });
  for (const file of files) closeFile(stage, repository, file);
}

function closeFile(stage: Stage, { name, uuid }: Repository, file: SourceFile): void {
  if (file.last === 0 || file.first >= stage.to) return;
  const { path } = file;
  const slash = path.lastIndexOf('/');
  const base = path.slice(slash + 1);
  stage.add('SourceFile', file.first, {
    ...stage.common('github', `file:${name}:${path}`, base, file.first, file.last),
    path,
    extension: base.slice(base.indexOf('.') + 1),
    directory: path.slice(0, slash),
    topFolder: path.split('/', 1)[0] ?? '/',
    removed: file.last < stage.to - 400 * DAY,
    repositoryUuid: uuid,
  });
}

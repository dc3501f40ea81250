import { DAY } from './calendar.ts';
import type { SimulatedTeam } from './people.ts';
import type { Emitter } from './emitter.ts';
import { SeededRandom } from './random.ts';
import { EXTENSIONS, FOLDERS, PARTS, STEMS } from './phrases.ts';

export interface SimulatedFile {
  readonly uuid: string;
  readonly path: string;
  first: number;
  last: number;
}

export interface UnreleasedMerge {
  readonly at: number;
  readonly commit: string;
  readonly pullRequest: string;
  readonly issue: string | null;
}

/** A repository and its state so far. */
export interface SimulatedRepository {
  readonly uuid: string;
  readonly salt: string;
  readonly name: string;
  readonly project: string;
  readonly main: string;
  readonly files: readonly SimulatedFile[];
  /** How slowly work in it goes, compared with others. */
  readonly tempo: number;
  numbers: number;
  version: number;
  head: string | null;
  headAt: number;
  /** Merges that are in no release yet. */
  unreleased: UnreleasedMerge[];
}

/** A piece of work as people name it, from when on. */
export interface RecentWork {
  readonly uuid: string;
  readonly key: string;
  readonly at: number;
}

const REMEMBERED = 60;

/** Remembers a piece of work. */
export function remember(list: RecentWork[], work: RecentWork): void {
  list.push(work);
  if (list.length > REMEMBERED) list.shift();
}

/** The remembered work that there was at a moment, in the order in which it began. */
export function workAt(list: readonly RecentWork[], at: number): RecentWork[] {
  return list.filter((each) => each.at < at).toSorted((left, right) => left.at - right.at);
}

/** A team with its project, repositories and channels. */
export interface Office {
  readonly team: SimulatedTeam;
  readonly project: string;
  readonly key: string;
  readonly repositories: readonly SimulatedRepository[];
  readonly channels: readonly { readonly uuid: string; readonly name: string }[];
  issues: number;
  /** The latest issues and pull requests, which people talk about. */
  readonly recent: { issues: RecentWork[]; pulls: RecentWork[] };
  epic: { readonly uuid: string; readonly key: string; readonly title: string } | null;
}

function makeFiles(emitter: Emitter, repository: string): SimulatedFile[] {
  const files: (SimulatedFile & { readonly salt: string })[] = [];
  for (const folder of FOLDERS)
    for (const stem of STEMS) {
      const path = `${folder}/${stem}.${emitter.random.pick(EXTENSIONS)}`;
      files.push({
        uuid: emitter.id('github', `file:${repository}:${path}`),
        salt: emitter.salt('github', `file:${repository}:${path}`),
        path,
        first: Infinity,
        last: 0,
      });
    }
  return files.toSorted((left, right) => (left.salt < right.salt ? -1 : 1));
}

const TEMPO = 2;

function makeRepository(
  emitter: Emitter,
  name: string,
  { project, tempo }: { project: string; tempo: number },
): SimulatedRepository {
  const externalId = `repository:${name}`;
  const salt = emitter.salt('github', externalId);
  return {
    uuid: emitter.repositoryId(name),
    salt,
    tempo: tempo * (0.5 + SeededRandom.of(salt, TEMPO).next()),
    name,
    project,
    main: emitter.id('github', `branch:${name}:main`),
    files: makeFiles(emitter, name),
    numbers: 0,
    version: 0,
    head: null,
    headAt: emitter.from,
    unreleased: [],
  };
}

function makeChannels(emitter: Emitter, team: SimulatedTeam): Office['channels'] {
  return ['', '-alerts'].map((end) => {
    const name = `${team.name}${end}`;
    const uuid = emitter.id('slack', `channel:${name}`);
    const purpose = end === '' ? 'What the team talks about.' : 'What breaks, and who looks at it.';
    emitter.add('Channel', emitter.from, {
      ...emitter.common('slack', `channel:${name}`, { name, createdAt: emitter.from }),
      purpose,
      private: false,
    });
    for (const member of team.everyone)
      emitter.edge('hasMember', uuid, member.uuid, { since: member.joined, until: member.left });
    return { uuid, name };
  });
}

/** Makes the project, repositories and channels of a team. */
export function makeOffice(emitter: Emitter, team: SimulatedTeam, number: number): Office {
  const key = team.name.toUpperCase().replace(/[^A-Z0-9]/g, '');
  const project = emitter.id('jira', `project:${key}`);
  emitter.add('Project', emitter.from, {
    ...emitter.common('jira', `project:${key}`, { name: team.name, createdAt: emitter.from }),
    projectKey: key,
    projectTypeKey: 'software',
  });
  emitter.edge('ownsProject', team.uuid, project, { since: emitter.from });
  // From quick teams to slow ones; multiples of the golden ratio are spread evenly, however many there are.
  const tempo = 0.12 * 40 ** ((number * 0.618) % 1);
  const parts = PARTS.slice(0, emitter.random.whole(2, 4));
  const repositories = parts.map((part) =>
    makeRepository(emitter, `${team.name}-${part}`, { project, tempo }),
  );
  for (const { uuid } of repositories)
    emitter.edge('ownsRepository', team.uuid, uuid, { since: emitter.from });
  return {
    team,
    project,
    key,
    repositories,
    channels: makeChannels(emitter, team),
    issues: 0,
    recent: { issues: [], pulls: [] },
    epic: null,
  };
}

/** Emits the final state of a repository: its row, its main branch and its files. */
export function closeRepository(emitter: Emitter, repository: SimulatedRepository): void {
  const { name, uuid, project, main, head, headAt, files } = repository;
  const last = Math.min(headAt, emitter.to - 1);
  emitter.add('Repository', emitter.from, {
    ...emitter.common('github', `repository:${name}`, { name, createdAt: emitter.from, updatedAt: last }),
    uuid,
    fullName: `simulated/${name}`,
    defaultBranch: 'main',
    description: `The part of ${name.replace('-', ' that is its ')}.`,
    private: true,
    projectUuid: project,
  });
  emitter.add('Branch', emitter.from, {
    ...emitter.common('github', `branch:${name}:main`, {
      name: 'main',
      createdAt: emitter.from,
      updatedAt: last,
    }),
    uuid: main,
    status: 'default',
    sourceStatus: 'default',
    statusCategory: 'other',
    repositoryUuid: uuid,
    headUuid: head,
  });
  for (const file of files) closeFile(emitter, repository, file);
}

function closeFile(emitter: Emitter, { name, uuid }: SimulatedRepository, file: SimulatedFile): void {
  if (file.last === 0 || file.first >= emitter.to) return;
  const { path } = file;
  const slash = path.lastIndexOf('/');
  const base = path.slice(slash + 1);
  emitter.add('SourceFile', file.first, {
    ...emitter.common('github', `file:${name}:${path}`, {
      name: base,
      createdAt: file.first,
      updatedAt: file.last,
    }),
    path,
    extension: base.slice(base.indexOf('.') + 1),
    directory: path.slice(0, slash),
    topFolder: path.split('/', 1)[0] ?? '/',
    removed: file.last < emitter.to - 400 * DAY,
    repositoryUuid: uuid,
  });
}

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { z } from 'zod';

const Login = z.string().nullable();
const Comment = z.object({
  author: Login.optional(),
  body: z.string(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
});
/** What archives of working groups lack is given as the interface of GitHub sends it. */
const Told = z.record(z.string(), z.unknown());
const Review = z.object({
  id: z.string(),
  author: Login,
  state: z.string(),
  body: z.string(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  comments: z.array(Comment),
});
const Issue = z.object({
  id: z.string(),
  number: z.int(),
  url: z.string(),
  title: z.string(),
  body: z.string(),
  state: z.string(),
  author: Login,
  labels: z.array(z.string()),
  assignees: z.array(z.string()),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  closedAt: z.iso.datetime().nullable(),
  comments: z.array(Comment),
  timelineItems: z.array(Told).optional(),
  milestone: Told.nullish(),
  stateReason: z.string().nullish(),
});
const Pull = Issue.extend({
  mergedAt: z.iso.datetime().nullable(),
  mergedBy: Login,
  mergeCommit: z.object({ oid: z.string() }).nullable(),
  baseRefName: z.string(),
  headRefName: z.string(),
  reviews: z.array(Review),
  isDraft: z.boolean().default(false),
  closingIssuesReferences: z.array(Told).optional(),
  /** Their names, or each as the interface of GitHub sends it. */
  commits: z.array(z.union([z.string(), Told])).optional(),
  files: z.array(Told).optional(),
  changedFiles: z.int().optional(),
  isCrossRepository: z.boolean().optional(),
  headRef: Told.nullish(),
});

const Run = z.looseObject({ id: z.int(), created_at: z.string(), updated_at: z.string() });

/** What GitHub knew of one repository, as the working groups of the IETF keep it. */
export const RepositoryArchive = z.object({
  /** What GitHub calls it for good; made of its name where nothing is said. */
  id: z.string().optional(),
  repo: z.string().regex(/^[\w.-]+\/[\w.-]+$/),
  isPrivate: z.boolean().optional(),
  issues: z.array(Issue),
  pulls: z.array(Pull),
  milestones: z.array(Told).default([]),
  releases: z.array(Told).default([]),
  deployments: z.array(Told).default([]),
  discussions: z.array(Told).default([]),
  branches: z.array(Told).default([]),
  /** What the default branch reaches, the latest first. */
  commits: z.array(Told).default([]),
  defaultBranch: z.string().optional(),
  pushedAt: z.string().nullable().default(null),
  /** As the REST interface sends them, with the jobs of each by its id. */
  runs: z.array(Run).default([]),
  jobs: z.record(z.string(), z.array(Told)).default({}),
  /** The teams of its owner; an owner without any is a user. */
  teams: z.array(Told).default([]),
});
export type RepositoryArchive = z.infer<typeof RepositoryArchive>;

type Node = Record<string, unknown>;

const GZIP = 0x1f;

/** Reads an archive, plain or gzipped. */
export function readArchive(file: string): RepositoryArchive {
  const bytes = readFileSync(file);
  const text = bytes[0] === GZIP ? gunzipSync(bytes) : bytes;
  return RepositoryArchive.parse(JSON.parse(text.toString('utf8')));
}

const madeId = (...parts: unknown[]) =>
  `MADE_${createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 24)}`;

/** An account as the interface of GitHub tells it. */
export const actorNode = (login: string | null | undefined) =>
  login
    ? { __typename: 'User', id: madeId('user', login), login, name: null, url: `https://github.com/${login}` }
    : null;

/** A comment; archives keep no id of one, and no author of one in a review. */
function commentNode(
  { author, ...comment }: z.infer<typeof Comment>,
  under: string,
  number: number,
  reviewer?: string | null,
): Node {
  return {
    ...comment,
    id: madeId(under, number),
    url: null,
    author: actorNode(author ?? reviewer),
    path: null,
    line: null,
  };
}

function workNode({ labels, assignees, author, comments, ...work }: z.infer<typeof Issue>): Node {
  return {
    timelineItems: null,
    ...work,
    author: actorNode(author),
    labels: { nodes: labels.map((name) => ({ name })) },
    assignees: { nodes: assignees.map(actorNode) },
    comments: comments.map((comment, number) => commentNode(comment, work.id, number)),
  };
}

function reviewNode({ author, comments, ...review }: z.infer<typeof Review>): Node {
  return {
    ...review,
    url: null,
    submittedAt: review.createdAt,
    author: actorNode(author),
    comments: comments.map((comment, number) => commentNode(comment, review.id, number, author)),
  };
}

/** A pull request as its interface tells it; lists are whole, and cut into pages when they are sent. */
function pullNode({
  mergedBy,
  reviews,
  closingIssuesReferences,
  commits,
  files,
  changedFiles,
  ...pull
}: z.infer<typeof Pull>): Node {
  const unknown = { additions: null, deletions: null, changedFiles: changedFiles ?? null };
  const closing = closingIssuesReferences ? { nodes: closingIssuesReferences } : null;
  return {
    ...workNode(pull),
    ...unknown,
    closingIssuesReferences: closing,
    files: files ?? null,
    commits: commits?.map((each) => ({ commit: typeof each === 'string' ? { oid: each } : each })) ?? null,
    mergedBy: actorNode(mergedBy),
    reviews: reviews.map(reviewNode),
  };
}

/** A repository with all of its things. */
export interface ServedRepository {
  readonly id: string;
  readonly owner: string;
  readonly node: Node;
  readonly name: string;
  readonly lists: Readonly<Record<string, readonly Node[]>>;
  readonly runs: readonly z.infer<typeof Run>[];
  readonly jobs: Readonly<Record<string, readonly Node[]>>;
  readonly teams: readonly Node[];
}

const byChange = (left: { updatedAt: string }, right: { updatedAt: string }) =>
  right.updatedAt.localeCompare(left.updatedAt);

const latestBy = (field: string) => (left: Node, right: Node) =>
  String(right[field]).localeCompare(String(left[field]));

/** The repository of an archive, the latest change first; `web` stands for github.com in its addresses. */
export function servedRepository(archive: RepositoryArchive, web: string): ServedRepository {
  const { repo, pulls, issues, milestones, releases, deployments, branches, runs, jobs, teams } = archive;
  const [owner = '', name = ''] = repo.split('/');
  const createdAt =
    [...pulls, ...issues].map((each) => each.createdAt).toSorted()[0] ?? '2000-01-01T00:00:00Z';
  const id = archive.id ?? madeId('repository', repo);
  const { pushedAt, defaultBranch, isPrivate = false } = archive;
  const named = { id, name, nameWithOwner: repo, url: `${web}/${repo}`, description: null };
  const [latest] = archive.commits;
  const target = latest ? { oid: latest['oid'] } : null;
  const defaultBranchRef = defaultBranch === undefined ? null : { name: defaultBranch, target };
  return {
    id,
    owner,
    name,
    node: { ...named, createdAt, isArchived: false, isPrivate, pushedAt, defaultBranchRef },
    lists: {
      pullRequests: pulls.toSorted(byChange).map(pullNode),
      issues: issues.toSorted(byChange).map(workNode),
      milestones: milestones.toSorted(latestBy('updatedAt')),
      releases: releases.toSorted(latestBy('createdAt')),
      deployments: deployments.toSorted(latestBy('createdAt')),
      discussions: archive.discussions.toSorted(latestBy('updatedAt')),
      refs: branches,
      history: archive.commits,
    },
    runs: runs.toSorted(latestBy('created_at')),
    jobs,
    teams,
  };
}

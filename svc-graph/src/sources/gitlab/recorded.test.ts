import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { findRecordedJson } from '../../../test/recorded-gitlab.ts';
import type { Row } from '../../store/load.ts';
import { normaliseGitlab } from './normalise.ts';
import { GitlabRows } from './rows.ts';

const of = { orgId: 'acme', sourceId: 'recorded' };
const HOST = 'gitlab.example.com';
const project = { id: 4, name: 'engine', path: 'acme/engine', url: `https://${HOST}/acme/engine` };
const keys = new GitlabRows(of, HOST, { id: project.id, address: project.url });

const Golden = z.looseObject({}).or(z.array(z.looseObject({})));
const answers = new Map(findRecordedJson('go-scm/gitlab'));
const goldens = new Map(findRecordedJson('go-scm/gitlab', '.json.golden'));
const messages = new Map(findRecordedJson('go-scm/gitlab/webhooks'));
const messageGoldens = new Map(findRecordedJson('go-scm/gitlab/webhooks', '.json.golden'));
const others = findRecordedJson('go-gitlab');

const listed = (value: unknown): readonly unknown[] =>
  Array.isArray(value) ? (value as unknown[]) : [value];
const record = (value: unknown): Record<string, unknown> => z.looseObject({}).catch({}).parse(value);
const second = (text: unknown) => Date.parse(String(text)) / 1_000;
/** Goldens write nothing where there is none. */
const text = (value: unknown) => value ?? '';

/** The rows that items of a kind become. */
function rowsFor(kind: string, items: readonly unknown[], table: string): Row[] {
  const more = kind === 'branches' ? { defaultBranch: 'master', gone: [] } : {};
  const { loads } = normaliseGitlab({ kind, body: { host: HOST, project, items, ...more } }, of);
  return loads.filter((load) => load.table === table).flatMap(({ rows }) => rows);
}

interface Comparison {
  readonly files: readonly string[];
  readonly kind: string;
  readonly table: string;
  /** An answer as the reader keeps it. */
  readonly keep?: (item: Record<string, unknown>) => unknown;
  readonly ours: (row: Row) => unknown;
  readonly theirs: (golden: Record<string, unknown>) => unknown;
}

const work = { created_at: '2013-10-02T08:57:14Z', updated_at: '2013-10-02T08:57:14Z' };
/** A thing that a note belongs to. */
const noted = (more: object) => ({
  id: 1,
  iid: 1,
  project_id: 4,
  title: 'A',
  state: 'opened',
  ...work,
  ...more,
});
const names = (list: unknown) => listed(list ?? []).map((each) => record(each)['name']);

/** The named columns that equal. */
const COMPARED: readonly Comparison[] = [
  {
    files: ['merge', 'merges'],
    kind: 'mergeRequests',
    table: 'PullRequest',
    ours: (row) => [
      row['number'],
      row['title'],
      row['description'],
      row['head'],
      row['base'],
      row['sourceUrl'],
      row['draft'],
      row['state'] === 'closed' && row['merged'] === false,
      row['merged'],
      row['createdBy'],
      row['labels'],
      row['createdAt'],
      row['updatedAt'],
    ],
    theirs: (golden) => [
      golden['Number'],
      golden['Title'],
      golden['Body'],
      golden['Source'],
      golden['Target'],
      golden['Link'],
      golden['Draft'],
      golden['Closed'],
      golden['Merged'],
      record(golden['Author'])['Name'],
      names(golden['Labels']),
      second(golden['Created']),
      second(golden['Updated']),
    ],
  },
  {
    files: ['issue', 'issues'],
    kind: 'issues',
    table: 'Issue',
    ours: (row) => [
      row['issueKey'],
      row['title'],
      row['description'],
      row['sourceUrl'],
      row['labels'],
      row['status'] === 'Closed',
      row['reporter'],
      row['createdAt'],
      row['updatedAt'],
    ],
    theirs: (golden) => [
      `#${String(golden['Number'])}`,
      golden['Title'],
      golden['Body'],
      golden['Link'],
      golden['Labels'],
      golden['Closed'],
      record(golden['Author'])['Name'],
      second(golden['Created']),
      second(golden['Updated']),
    ],
  },
  {
    files: ['repo', 'repos', 'repos_filter', 'subgroup'],
    kind: 'projects',
    table: 'Repository',
    // Where an answer does not tell, it is unknown here and public there.
    ours: (row) => [
      row['fullName'],
      row['name'],
      row['defaultBranch'],
      row['private'] ?? false,
      row['sourceUrl'],
    ],
    theirs: (golden) => [
      `${String(golden['Namespace'])}/${String(golden['Name'])}`,
      golden['Name'],
      golden['Branch'],
      golden['Private'],
      golden['Link'],
    ],
  },
  {
    files: ['issue_note', 'issue_notes'],
    kind: 'issues',
    table: 'IssueComment',
    // Goldens have what GitLab wrote by itself among the comments.
    keep: (note) => noted({ notes: [{ ...note, system: false }] }),
    ours: (row) => [row['body'], row['createdAt'], row['updatedAt']],
    theirs: (golden) => [golden['Body'], second(golden['Created']), second(golden['Updated'])],
  },
  {
    files: ['merge_note', 'merge_notes'],
    kind: 'mergeRequests',
    table: 'DiscussionComment',
    keep: (note) =>
      noted({
        source_branch: 'a',
        target_branch: 'b',
        discussions: [{ id: 'd', notes: [{ ...note, system: false }] }],
      }),
    ours: (row) => [row['body'], row['createdAt'], row['updatedAt']],
    theirs: (golden) => [golden['Body'], second(golden['Created']), second(golden['Updated'])],
  },
  {
    files: ['branch', 'branches', 'branches_filter'],
    kind: 'branches',
    table: 'Branch',
    ours: (row) => [row['name'], row['headUuid']],
    theirs: (golden) => [golden['Name'], keys.commit(String(golden['Sha']))],
  },
  {
    files: ['tag', 'tags'],
    kind: 'tags',
    table: 'Release',
    // Of a tag with a release, the release is read.
    keep: (tag) => ({ ...tag, release: null }),
    ours: (row) => [row['tagName'], row['commitUuid']],
    theirs: (golden) => [golden['Name'], keys.commit(String(golden['Sha']))],
  },
  {
    files: ['release', 'releases'],
    kind: 'releases',
    table: 'Release',
    ours: (row) => [row['name'], row['body'], row['tagName'], row['commitUuid'], row['draft']],
    theirs: (golden) => [
      golden['Title'],
      golden['Description'],
      golden['Tag'],
      keys.commit(String(golden['Commitish'])),
      golden['Draft'] ?? false,
    ],
  },
  {
    files: ['milestone', 'milestones'],
    kind: 'milestones',
    table: 'Sprint',
    ours: (row) => [row['name'], row['goal'], row['endDate'], row['state']],
    theirs: (golden) => [golden['Title'], golden['Description'], second(golden['DueDate']), golden['State']],
  },
  {
    files: ['user', 'user_search'],
    kind: 'members',
    table: 'Person',
    ours: (row) => [row['name'], text(row['avatarUrl'])],
    theirs: (golden) => [golden['Name'], golden['Avatar']],
  },
];

/** Answers without an equal, by the reason. */
const WITHOUT_EQUAL: Readonly<Record<string, readonly string[]>> = {
  'commits come from clones, and merge requests name theirs': ['commit', 'commits'],
  'diffs and files come from clones': ['commit_diff', 'compare', 'content', 'content_list', 'merge_diff'],
  'statuses of commits are those of jobs, which pipelines tell': ['status', 'statuses'],
  'webhooks of GitLab are its settings': ['hook', 'hook_skip_verification', 'hooks'],
  'mail addresses of the token’s own account are not asked for': ['emails'],
  'reactions are no thing of the graph': ['award_emoji'],
  'groups are no thing of the graph': ['group', 'groups'],
};

describe.skipIf(answers.size === 0)('recorded answers of GitLab (of ../shared/data)', () => {
  const compared: Record<string, number> = {};
  afterAll(() => void process.stdout.write(`${JSON.stringify({ compared })}\n`));

  it.each(COMPARED)(
    'of $files equal in the columns of $table',
    ({ files, kind, table, keep, ours, theirs }) => {
      for (const file of files) {
        const items = listed(answers.get(file)).filter((item) => item !== null);
        const made = items.flatMap((item) => rowsFor(kind, [keep ? keep(record(item)) : item], table));
        const golden = listed(Golden.parse(goldens.get(file))).map(record);
        expect([file, made.map(ours)]).toEqual([file, golden.map(theirs)]);
        compared[file] = golden.length;
      }
    },
  );

  it('equal, or are left out for a reason', () => {
    const known = [...COMPARED.flatMap(({ files }) => files), ...Object.values(WITHOUT_EQUAL).flat()];
    expect(known.toSorted()).toEqual([...goldens.keys()].toSorted());
    expect(goldens.size + messageGoldens.size).toBe(57);
  });

  it('equal in messages in the number of what they are about, and in what happened to it', () => {
    const WORDS: Readonly<Record<string, string>> = {
      open: 'opened',
      close: 'closed',
      merge: 'merged',
      reopen: 'reopened',
    };
    const told = [...messageGoldens].flatMap(([name, golden]) => {
      const attributes = record(record(messages.get(name))['object_attributes']);
      const action = WORDS[String(attributes['action'])];
      const pull = record(record(golden)['PullRequest']);
      return action === undefined || pull['Number'] === undefined
        ? []
        : [[name, [attributes['iid'], action], [pull['Number'], record(golden)['Action']]] as const];
    });
    for (const [name, ours, theirs] of told) expect([name, ours]).toEqual([name, theirs]);
    expect(told.length).toBeGreaterThan(3);
  });
});

/** Answers of another collection, by the list in which the reader meets such things. */
const KINDS: Readonly<Record<string, string>> = {
  get_merge_request: 'mergeRequests',
  get_merge_requests: 'mergeRequests',
  get_merge_requests_author_username: 'mergeRequests',
  get_merge_requests_not_author_username: 'mergeRequests',
  issue_move: 'issues',
  list_branches: 'branches',
  get_branch: 'branches',
  list_group_iterations: 'iterations',
  get_user: 'members',
  search_users: 'members',
};

describe.skipIf(others.length === 0)('other recorded answers of GitLab (of ../shared/data)', () => {
  it('become rows in the list that holds such things, and never crash', () => {
    for (const [name, kind] of Object.entries(KINDS)) {
      const items = listed(new Map(others).get(name));
      const more = kind === 'branches' ? { defaultBranch: 'master', gone: [] } : {};
      const { loads } = normaliseGitlab({ kind, body: { host: HOST, project, items, ...more } }, of);
      expect([name, loads.some(({ rows }) => rows.length > 0)]).toEqual([name, true]);
    }
  });

  it('of any other kind are counted as unknown, which keeps them in the payload', () => {
    for (const [name, body] of others)
      expect(normaliseGitlab({ kind: name, body }, of)).toEqual({ loads: [], ignored: [name] });
    expect(others.length).toBe(59);
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { OrgId } from '@cairn/contracts';
import type { CsvRow } from '../../../test/recorded-csv.ts';
import {
  REPOSITORY,
  UNRECORDED,
  expectedTable,
  hasRecordedGithub,
  recordedPages,
} from '../../../test/recorded-github.ts';
import type { Load, Row } from '../../store/load.ts';
import { normaliseGithub } from './normalise.ts';
import { GithubRows } from './rows.ts';

const of = { orgId: OrgId.parse('acme'), sourceId: 'recorded' };
const keys = new GithubRows(of, REPOSITORY.url);
/** The last part of another product's id is the number that GitHub gave. */
const idIn = (id = '') => id.split(':').at(-1) ?? '';
const uuidIn = (id = '') => keys.id(idIn(id));
const personIn = (id = '') => (id === '' ? null : keys.id(`user ${idIn(id)}`));
const second = (text = '') => (text === '' ? null : Date.parse(text) / 1_000);
/** Long texts of another product are written as JSON. */
const textIn = (text = '') => (/^".*"$/s.test(text) ? z.string().parse(JSON.parse(text)) : text);
const sorted = (rows: readonly unknown[]) => rows.map((row) => JSON.stringify(row)).toSorted();
const rowsIn = (loads: readonly Load[], table: string): Row[] =>
  loads.filter((load) => load.table === table).flatMap(({ rows }) => rows);
const edgesIn = (loads: readonly Load[], name: string) =>
  rowsIn(loads, 'Relation').filter(({ relation }) => relation === name);

/**
 * Tables without an equal, each with the reason:
 * - `board_repos`, `board_sprint`: a board of GitHub is its repository, which is compared.
 * - `issue_assignees`: made of rows by hand whose payloads were not recorded.
 * - `pull_request_issues`: found by a pattern in texts; GitHub itself says what a pull request closes, and REST does not.
 */
const WITHOUT_EQUAL = { board_repos: 1, board_sprint: 1, issue_assignees: 9, pull_request_issues: 1 };

/** What another product calls each of our results; whatever else has no result there. */
const RESULTS: Readonly<Record<string, string>> = {
  success: 'SUCCESS',
  failed: 'FAILURE',
  // There, what was cancelled has failed.
  cancelled: 'FAILURE',
};
const resultIn = (state: unknown) => RESULTS[String(state)] ?? '';

describe.skipIf(!hasRecordedGithub)('recorded rows of GitHub (of ../shared/data)', () => {
  const loaded: Record<string, readonly Load[]> = {};
  const loadsOf = (kind: keyof typeof recordedPages) => loaded[kind] ?? [];
  const compared: Record<string, number> = {};
  const same = (table: string, ours: readonly unknown[], theirs: (row: CsvRow) => unknown) => {
    const rows = expectedTable(table);
    compared[table] = rows.length;
    expect(rows.length).toBeGreaterThan(0);
    expect(sorted(ours)).toEqual(sorted(rows.map(theirs)));
  };

  beforeAll(() => {
    const KIND: Readonly<Record<string, string>> = { jobs: 'runs', accounts: 'milestones' };
    for (const [name, page] of Object.entries(recordedPages))
      loaded[name] = normaliseGithub({ kind: KIND[name] ?? name, body: page() }, of).loads;
  });
  afterAll(() => {
    process.stdout.write(`${JSON.stringify({ compared, withoutEqual: WITHOUT_EQUAL })}\n`);
  });

  it('pull requests equal in number, title, text, state, author, branches, merge, draft and moments', () => {
    const STATUS: Readonly<Record<string, string>> = { Merged: 'MERGED', Closed: 'CLOSED' };
    const ours = rowsIn(loadsOf('pullRequests'), 'PullRequest').map((row) => [
      row['uuid'],
      row['number'],
      row['title'],
      row['description'],
      STATUS[String(row['status'])] ?? 'OPEN',
      row['state'],
      [row['createdByUuid'], row['createdBy']],
      [row['head'], row['base']],
      row['mergeCommitUuid'],
      row['draft'],
      [row['createdAt'], row['mergedAt'], row['closedAt']],
      row['sourceUrl'],
    ]);
    same('pull_requests', ours, (row) => [
      uuidIn(row['id']),
      Number(row['pull_request_key']),
      row['title'],
      textIn(row['description']),
      row['status'],
      row['original_status'],
      [personIn(row['author_id']), row['author_name']],
      [row['head_ref'], row['base_ref']],
      row['merge_commit_sha'] === '' ? null : keys.commit(row['merge_commit_sha'] ?? ''),
      row['is_draft'] === '1',
      [second(row['created_date']), second(row['merged_date']), second(row['closed_date'])],
      row['url'],
    ]);
  });

  it('labels, commits, reviews and comments of pull requests equal', () => {
    const loads = loadsOf('pullRequests');
    const labels = rowsIn(loads, 'PullRequest').flatMap(({ uuid, labels: each }) =>
      Array.isArray(each) ? each.map((label: unknown) => [uuid, label]) : [],
    );
    same('pull_request_labels', labels, (row) => [uuidIn(row['pull_request_id']), row['label_name']]);
    const commits = edgesIn(loads, 'hasCommit').map(({ fromUuid, toUuid }) => [fromUuid, toUuid]);
    same('pull_request_commits', commits, (row) => [
      uuidIn(row['pull_request_id']),
      keys.commit(row['commit_sha'] ?? ''),
    ]);
    const known = rowsIn(loads, 'PullRequestReview').filter(({ sourceState }) => sourceState !== UNRECORDED);
    const reviews = known.map((row) => [
      row['uuid'],
      row['pullRequestUuid'],
      row['body'],
      row['authorUuid'],
      row['submittedAt'],
      row['sourceState'],
    ]);
    same('pull_request_review_comments', reviews, (row) => [
      uuidIn(row['id']),
      uuidIn(row['pull_request_id']),
      textIn(row['body']),
      personIn(row['account_id']),
      second(row['created_date']),
      row['status'],
    ]);
    const told = (row: Row, review: unknown) => [
      row['uuid'],
      row['pullRequestUuid'],
      row['body'],
      row['authorUuid'],
      row['createdAt'],
      review,
    ];
    const comments = [
      ...rowsIn(loads, 'DiscussionComment').map((row) => told(row, null)),
      ...rowsIn(loads, 'PullRequestReviewComment').map((row) => told(row, row['reviewUuid'])),
    ];
    same('pull_request_comments', comments, (row) => [
      uuidIn(row['id']),
      uuidIn(row['pull_request_id']),
      textIn(row['body']),
      personIn(row['account_id']),
      second(row['created_date']),
      row['type'] === 'DIFF' ? uuidIn(row['review_id']) : null,
    ]);
  });

  it('issues equal in key, title, text, state, creator, moments and lead time; types and priorities are labels here', () => {
    const ours = rowsIn(loadsOf('issues'), 'Issue').map((row) => [
      row['uuid'],
      row['issueKey'],
      row['title'],
      row['description'],
      row['statusCategory'] === 'done' ? 'DONE' : 'TODO',
      row['sourceStatus'],
      [row['createdByUuid'], row['reporter']],
      [row['createdAt'], row['updatedAt'], row['closedAt']],
      Math.floor((Number(row['closedAt']) - Number(row['createdAt'])) / 60),
      row['sourceUrl'],
    ]);
    same('issues', ours, (row) => [
      uuidIn(row['id']),
      `#${row['issue_key'] ?? ''}`,
      row['title'],
      textIn(row['description']),
      row['status'],
      row['original_status'],
      [personIn(row['creator_id']), row['creator_name']],
      [second(row['created_date']), second(row['updated_date']), second(row['resolution_date'])],
      Number(row['lead_time_minutes']),
      row['url'],
    ]);
  });

  it('comments, labels, milestones and the repository of issues equal', () => {
    const loads = loadsOf('issues');
    const comments = rowsIn(loads, 'IssueComment').map((row) => [
      row['uuid'],
      row['issueUuid'],
      row['body'],
      row['authorUuid'],
      [row['createdAt'], row['updatedAt']],
    ]);
    same('issue_comments', comments, (row) => [
      uuidIn(row['id']),
      uuidIn(row['issue_id']),
      textIn(row['body']),
      personIn(row['account_id']),
      [second(row['created_date']), second(row['updated_date'])],
    ]);
    const issues = rowsIn(loads, 'Issue');
    const labels = issues.flatMap(({ uuid, labels: each }) =>
      Array.isArray(each) ? each.map((label: unknown) => [uuid, label]) : [],
    );
    same('issue_labels', labels, (row) => [uuidIn(row['issue_id']), row['label_name']]);
    const sprints = edgesIn(loads, 'inSprint').map(({ fromUuid, toUuid }) => [toUuid, fromUuid]);
    same('sprint_issue', sprints, (row) => [uuidIn(row['sprint_id']), uuidIn(row['issue_id'])]);
    const held = issues.map(({ uuid, repositoryUuid }) => [repositoryUuid, uuid]);
    same('board_issues', held, (row) => [keys.repositoryUuid, uuidIn(row['issue_id'])]);
    const milestones = rowsIn(loadsOf('milestones'), 'Sprint').map((row) => [
      row['uuid'],
      row['name'],
      row['sourceStatus'],
      row['startDate'],
      row['endDate'],
    ]);
    same('sprints', milestones, (row) => [
      uuidIn(row['id']),
      row['name'],
      row['status'],
      second(row['started_date']),
      second(row['ended_date']),
    ]);
  });

  it('commits of pull requests equal in words and moments, and are of the account that GitHub names', () => {
    const loads = loadsOf('pullRequests');
    const ours = rowsIn(loads, 'Commit').map((row) => [
      row['uuid'],
      row['message'],
      [row['authoredAt'], row['committedAt']],
      [row['authorSignedName'], row['committerSignedName']],
    ]);
    same('_tool_github_commits', ours, (row) => [
      keys.commit(row['sha'] ?? ''),
      textIn(row['message']),
      [second(row['authored_date']), second(row['committed_date'])],
      [row['author_name'], row['committer_name']],
    ]);
    const people = new Map(rowsIn(loads, 'Person').map((row) => [row['uuid'], row]));
    const told = rowsIn(loads, 'Commit').map((row) => [
      row['authorSignedName'],
      people.get(row['authorUuid'] ?? ''),
    ]);
    expect(told.filter(([, person]) => !person)).toEqual([]);
    const vouched = rowsIn(loads, 'VouchedEmail');
    const accounts = new Set(vouched.map(({ personUuid }) => personUuid));
    expect(
      [...accounts].filter((uuid) => String(people.get(uuid ?? '')?.['externalId']).startsWith('email:')),
    ).toEqual([]);
    expect(accounts.size).toBeGreaterThan(0);
  });

  it('the repository and accounts equal; addresses on profiles are not read, since their owners choose them', () => {
    const [repository] = rowsIn(loadsOf('repositories'), 'Repository');
    const facts = [repository?.['fullName'], repository?.['description'], repository?.['createdAt']];
    const theirs = (row: CsvRow) => [row['name'], row['description'], second(row['created_date'])];
    for (const table of ['repos', 'cicd_scopes', 'boards']) same(table, [facts], theirs);
    // Another product's table holds the accounts that one of its tests chose.
    const chosen = new Set(expectedTable('account').map(({ id }) => personIn(id)));
    const accounts = rowsIn(loadsOf('accounts'), 'Person')
      .filter(({ uuid }) => chosen.has(String(uuid)))
      .map(({ uuid, name, avatarUrl, sourceUrl }) => [uuid, name, avatarUrl, sourceUrl]);
    same('account', accounts, (row) => [
      personIn(row['id']),
      row['full_name'],
      row['avatar_url'],
      `https://github.com/${row['user_name'] ?? ''}`,
    ]);
  });

  it('runs equal in name, result, moments and commit; what is not over has no end here', () => {
    const rows = rowsIn(loadsOf('runs'), 'CicdPipeline');
    const isOver = (row: CsvRow) => row['original_result'] !== '';
    const ours = rows.map((row) => [
      row['uuid'],
      row['name'],
      resultIn(row['result']),
      row['createdAt'],
      row['finishedAt'],
      row['duration'],
    ]);
    same('cicd_pipelines', ours, (row) => [
      uuidIn(row['id']),
      row['name'],
      row['result'],
      second(row['created_date']),
      isOver(row) ? second(row['finished_date']) : null,
      isOver(row) ? Number(row['duration_sec']) : null,
    ]);
    const commits = rows.map(({ uuid, commitUuid }) => [uuid, commitUuid]);
    same('cicd_pipeline_commits', commits, (row) => [
      uuidIn(row['pipeline_id']),
      keys.commit(row['commit_sha'] ?? ''),
    ]);
  });

  it('jobs equal in run, name, result and time; skipped and unfinished ones took none here', () => {
    const Job = z.object({
      name: z.string(),
      result: z.string().nullable(),
      startedAt: z.string().nullable(),
      duration: z.number().nullable(),
    });
    const ours = rowsIn(loadsOf('jobs'), 'CicdPipeline').flatMap(({ uuid, jobs }) =>
      z
        .array(Job)
        .parse(JSON.parse(String(jobs)))
        .map(({ name, result, startedAt, duration }) => [
          uuid,
          name,
          resultIn(result),
          second(startedAt ?? ''),
          duration,
        ]),
    );
    same('cicd_tasks', ours, (row) => {
      const isSkipped = row['original_result'] === 'SKIPPED';
      const took = row['original_result'] === '' || isSkipped ? null : Number(row['duration_sec']);
      return [
        uuidIn(row['pipeline_id']),
        row['name'],
        row['result'],
        isSkipped ? null : second(row['started_date']),
        took,
      ];
    });
  });

  it('every expected row is compared, or of a table that is named with its reason', () => {
    for (const [table, count] of Object.entries(WITHOUT_EQUAL))
      expect([table, expectedTable(table).length]).toEqual([table, count]);
    // A table of the other tool itself is none of these.
    const domain = Object.entries(compared).flatMap(([table, count]) =>
      table.startsWith('_tool_') ? [] : [count],
    );
    const all = [...domain, ...Object.values(WITHOUT_EQUAL)];
    expect(all.reduce((sum, count) => sum + count, 0)).toBe(530);
  });
});

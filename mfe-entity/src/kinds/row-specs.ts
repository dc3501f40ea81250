import type { RowSpec } from '../rows/row-spec.ts';

const STATUS = [{ attribute: 'status', of: 'status' as const }];

/** How issues are listed: key, title, type, status, assignee and last change. */
export const ISSUE_ROWS: Omit<RowSpec, 'title' | 'relation'> = {
  key: 'issueKey',
  badges: [{ attribute: 'issueType', of: 'issueType' }, ...STATUS],
  person: 'Person',
  at: 'updatedAt',
};

/** How pull requests are listed: number, title, status, author and date. */
export const PULL_ROWS: Omit<RowSpec, 'title' | 'relation'> = {
  key: 'prNumber',
  badges: STATUS,
  person: 'Person',
  at: 'createdAt',
};

/** How runs of pipelines are listed: name, result, environment, duration and date. */
export const RUN_ROWS: Omit<RowSpec, 'title' | 'relation'> = {
  badges: [{ attribute: 'result', of: 'result' }],
  figures: ['environment', 'duration'],
  at: 'createdAt',
};

/** How commits are listed: subject, size, author and date. */
export const COMMIT_ROWS: Omit<RowSpec, 'title' | 'relation'> = {
  figures: [
    { name: 'additions', words: 'added' },
    { name: 'deletions', words: 'deleted' },
  ],
  person: 'Person',
  at: 'committedAt',
};

/** How comments and messages are listed: their text, who wrote it and when, in the order of time. */
export const COMMENT_ROWS: Omit<RowSpec, 'title' | 'relation'> = {
  name: 'body',
  person: 'Person',
  at: 'createdAt',
  order: { by: 'createdAt', direction: 'ascending' },
  most: 20,
};

/** How meetings are listed: name, attendees, organiser and date. */
export const MEETING_ROWS: Omit<RowSpec, 'title' | 'relation'> = {
  figures: [{ name: 'attendeesNumber', words: 'people', one: 'person' }],
  withTime: true,
  person: 'Person',
  at: 'startTime',
};

/** How vulnerabilities are listed: title, severity, status, package and when they were introduced, the worst ones first. */
export const VULNERABILITY_ROWS: Omit<RowSpec, 'title' | 'relation'> = {
  badges: [{ attribute: 'severity', of: 'priority' }, ...STATUS],
  figures: ['package'],
  at: 'introducedAt',
  order: { by: 'severity', direction: 'descending' },
};

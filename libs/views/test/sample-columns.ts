import type { Column } from '@cairn/contracts';

/** Columns of answers about pull requests. */
export const REPOSITORY: Column = {
  key: 'r',
  label: 'Repository',
  type: 'string',
  role: 'group',
  target: 'Repository',
  attribute: 'name',
};
export const STATUS: Column = {
  ...REPOSITORY,
  key: 's',
  label: 'Status',
  target: 'PullRequest',
  attribute: 'status',
};

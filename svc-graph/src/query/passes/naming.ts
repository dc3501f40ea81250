/** Texts of other kinds that name people, with the column that says whom; null where there may be several. */
export const NAMING: Readonly<Record<string, ReadonlyMap<string, string | null>>> = {
  PullRequest: new Map([
    ['createdBy', 'createdByUuid'],
    ['reviewers', null],
    ['assignees', null],
  ]),
  Issue: new Map([
    ['assignee', 'currentAssigneeUuid'],
    ['reporter', 'reporterUuid'],
  ]),
};

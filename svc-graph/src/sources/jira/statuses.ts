const CATEGORIES: Readonly<Record<string, string>> = {
  new: 'todo',
  indeterminate: 'inProgress',
  done: 'done',
};

/** The category of a status, by the key that Jira gives it in every language. */
export const statusCategory = (key: string | undefined): string =>
  key !== undefined && Object.hasOwn(CATEGORIES, key) ? (CATEGORIES[key] ?? 'other') : 'other';

/** A run whose name says so deploys. */
const DEPLOYS = /\bdeploy/i;
const ENVIRONMENTS: readonly (readonly [RegExp, string])[] = [
  [/\b(?:preprod|pre-prod|staging|stage)\b/i, 'staging'],
  [/\b(?:production|prod|live)\b/i, 'production'],
  [/\b(?:development|dev|test|qa|preview|sandbox)\b/i, 'development'],
];

/** The environment that a run deploys to by its name, null where that names none; undefined for one that does not deploy. */
export const deploysTo = (name: string): string | null | undefined =>
  DEPLOYS.test(name) ? (ENVIRONMENTS.find(([pattern]) => pattern.test(name))?.[1] ?? null) : undefined;

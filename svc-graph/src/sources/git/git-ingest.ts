import type { IngestContext } from '../connector.ts';

/** The context of a run over a repository; a git source has no secrets. */
export type GitIngest = Omit<IngestContext, 'secrets'>;

import { AppError, type OrgId } from '@cairn/contracts';

/** Which orgs' files this process may open, where several processes share the data folder. */
export interface OrgLease {
  /** How many orgs this process has taken since it started. */
  readonly taken: number;
  /** True when this process owns an org, and has taken up what an earlier owner left. */
  owns(orgId: OrgId): boolean;
  /** Resolves when this process may open the file of an org; rejects with words for people while it may not. */
  hold(orgId: OrgId, hasFile: boolean): Promise<void>;
  /** Throws once this process may no longer write. */
  check(): void;
  /** Runs work that no other process does at the same time. */
  alone<T>(work: () => Promise<T>): Promise<T>;
}

const RETRY_AFTER = 5;

/** The error while no process, or another one, owns the data of an org. */
export class NotOwnedError extends AppError {
  constructor(cause?: unknown) {
    super(
      'unavailable',
      'The data of this organization is just being taken over by another process of Cairn. Try again in a few seconds.',
      { cause, retryAfter: RETRY_AFTER },
    );
  }
}

const HELD = /Could not set lock on file/;

/** True when an error of DuckDB says that another process has the file open. */
export const isHeld = (error: unknown): boolean => error instanceof Error && HELD.test(error.message);

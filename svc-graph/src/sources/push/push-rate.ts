import { AppError, type OrgId } from '@cairn/contracts';

/** The most messages of an org in a minute. */
export const MOST_A_MINUTE = 120;
const MINUTE_MS = 60_000;

/** Bounds how often an org pushes. */
export class PushRate {
  private readonly came = new Map<OrgId, number[]>();
  private readonly now: () => number;

  constructor(now: () => number = () => Date.now()) {
    this.now = now;
  }

  /** Counts a message; throws `rate_limited` for one too many. */
  count(orgId: OrgId): void {
    const now = this.now();
    const recent = (this.came.get(orgId) ?? []).filter((at) => at > now - MINUTE_MS && at <= now);
    const [oldest] = recent;
    if (oldest !== undefined && recent.length >= MOST_A_MINUTE)
      throw new AppError(
        'rate_limited',
        `More than ${String(MOST_A_MINUTE)} messages came in a minute. Send several things in one, and later.`,
        { retryAfter: Math.ceil((oldest + MINUTE_MS - now) / 1_000) },
      );
    this.came.set(orgId, [...recent, now]);
  }
}

import { z } from 'zod';
import { OrgId } from './identity.ts';

export const SubscriptionStatus = z.enum(['active', 'trialing', 'canceled', 'expired', 'pending']);
export type SubscriptionStatus = z.infer<typeof SubscriptionStatus>;

/** What an org has subscribed to (W§3). Instants are ISO texts. */
export const Subscription = z.object({
  id: z.string(),
  /** The name of the plan. */
  name: z.string(),
  status: SubscriptionStatus,
  startDate: z.string(),
  endDate: z.string().nullable(),
  trialEndDate: z.string().nullable(),
  currentPeriodStart: z.string(),
  currentPeriodEnd: z.string(),
  cancelAtPeriodEnd: z.boolean(),
});
export type Subscription = z.infer<typeof Subscription>;

/** The days of a trial, and those before its end from which people are warned (W§9). */
export const TRIAL_DAYS = 14;
export const TRIAL_WARNING_DAYS = 3;
const DAY_MS = 86_400_000;

/** How a trial stands: the days left, rounded up, and whether that is few or none. */
export interface TrialState {
  readonly daysLeft: number;
  /** The part of the trial that is over, from 0 to 1. */
  readonly over: number;
  readonly state: 'running' | 'warning' | 'expired';
}

type Dated = Pick<Subscription, 'status' | 'trialEndDate'>;

/** The state of a trial at a moment; null where the org is not on trial. */
export function trialState({ status, trialEndDate }: Dated, now: number): TrialState | null {
  if (status !== 'trialing' || trialEndDate === null) return null;
  const left = (Date.parse(trialEndDate) - now) / DAY_MS;
  const daysLeft = Math.max(0, Math.ceil(left));
  const state = left <= 0 ? 'expired' : daysLeft <= TRIAL_WARNING_DAYS ? 'warning' : 'running';
  return { daysLeft, over: Math.min(1, Math.max(0, 1 - left / TRIAL_DAYS)), state };
}

/** Whether an org is locked: expired, canceled, or past the end of its trial (W§4). */
export function isLocked(subscription: Dated | null | undefined, now: number): boolean {
  if (!subscription) return false;
  const { status } = subscription;
  return status === 'expired' || status === 'canceled' || trialState(subscription, now)?.state === 'expired';
}

/** An org of the installation with what it has subscribed to, as a superuser sees it from outside. */
export const SubscribedOrg = z.object({
  id: OrgId,
  name: z.string(),
  subscription: Subscription,
});
export type SubscribedOrg = z.infer<typeof SubscribedOrg>;

/** The plan and status that a superuser of the installation keeps for an org. */
export const SubscriptionChange = z.strictObject({
  org_id: OrgId,
  name: z.string().trim().min(1, 'is required').max(100).optional(),
  status: SubscriptionStatus.optional(),
  trialEndDate: z.iso.datetime({ offset: true }).nullable().optional(),
});
export type SubscriptionChange = z.infer<typeof SubscriptionChange>;

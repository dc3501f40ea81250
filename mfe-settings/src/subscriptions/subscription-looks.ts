import type { SubscriptionStatus } from '@cairn/contracts';
import type { Tone } from '@cairn/ui';

/** The words and the tone of each status (W§9). */
export const SUBSCRIPTION_LOOKS: Readonly<
  Record<SubscriptionStatus, { readonly label: string; readonly tone: Tone }>
> = {
  active: { label: 'Active', tone: 'good' },
  trialing: { label: 'Trial', tone: 'warn' },
  canceled: { label: 'Canceled', tone: 'bad' },
  expired: { label: 'Expired', tone: 'bad' },
  pending: { label: 'Pending', tone: 'accent' },
};

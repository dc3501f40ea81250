import { addressAt } from '@cairn/host';
import { isLocked, type Org } from '@cairn/contracts';
import { useEffect, useState } from 'react';
import type { Navigation } from '../navigation/navigation.ts';

/** The settings page of the subscription. */
export const subscriptionPath = (orgId: string): string => addressAt(orgId, 'settings/subscriptions');

/** The longest wait that a timer of a browser can count. */
const LONGEST_MS = 2 ** 31 - 1;

/** A moment that is newer than the end of the org's trial as soon as that has come. */
export function useTrialClock({ subscription }: Pick<Org, 'subscription'>): number {
  const [now, setNow] = useState(() => Date.now());
  const end = subscription?.trialEndDate ?? null;
  useEffect(() => {
    const left = end === null ? 0 : Date.parse(end) - Date.now();
    if (left <= 0 || left > LONGEST_MS) return undefined;
    const timer = setTimeout(() => setNow(Date.now()), left);
    return () => clearTimeout(timer);
  }, [end]);
  return now;
}

/** Whether the org is locked now; a trial that ends while it is open locks it then. */
export function useIsLocked(org: Pick<Org, 'subscription'>): boolean {
  return isLocked(org.subscription, useTrialClock(org));
}

/** Leads every page of a locked org to that of its subscription. */
export function useLockedNavigation(
  navigation: Navigation,
  orgId: string,
  locked: boolean,
  pathname: string,
): void {
  const to = subscriptionPath(orgId);
  useEffect(() => {
    if (locked && pathname !== to) navigation.go(to, { replace: true });
  }, [navigation, locked, pathname, to]);
}

import { isLocked, trialState, type Subscription } from '@cairn/contracts';
import { useHost } from '@cairn/host';
import { Badge, EmptyState, formatDate, Note } from '@cairn/ui';
import { useState, type ReactNode } from 'react';
import { Setting, SettingsPage } from '../setting.tsx';
import { OtherOrgs } from './other-orgs.tsx';
import { PlanForm } from './plan-form.tsx';
import { SUBSCRIPTION_LOOKS } from './subscription-looks.ts';
import styles from './subscriptions.module.css';

/** What the org has subscribed to. Superusers of the installation change it here. */
export function Page(): ReactNode {
  const { org, user } = useHost();
  const { subscription } = org;
  return (
    <SettingsPage title="Manage" description={`The subscription of ${org.name}.`}>
      {subscription ? (
        <Shown subscription={subscription} />
      ) : (
        <EmptyState title="There is no subscription">
          {subscription === undefined
            ? 'This Cairn gives no trials, so nothing ends and nothing is locked.'
            : 'This organization is used without one. Setting a plan begins it.'}
        </EmptyState>
      )}
      {user.superuser && subscription !== undefined && (
        <>
          <PlanForm key={JSON.stringify(subscription)} org={org} subscription={subscription} />
          <OtherOrgs />
        </>
      )}
    </SettingsPage>
  );
}

function Shown({ subscription }: { subscription: Subscription }): ReactNode {
  const { user, timezone } = useHost();
  const { name, status, trialEndDate, startDate, currentPeriodEnd, cancelAtPeriodEnd } = subscription;
  const [now] = useState(() => Date.now());
  const trial = trialState(subscription, now);
  const { label, tone } =
    trial?.state === 'expired' ? SUBSCRIPTION_LOOKS.expired : SUBSCRIPTION_LOOKS[status];
  return (
    <>
      {isLocked(subscription, now) && (
        <Note tone="bad" className={styles['note'] ?? ''}>
          {trial ? 'Trial has expired.' : 'This subscription has ended.'} Nothing is lost, and pages open
          again once the subscription goes on.
          {!user.superuser && ' Ask the person who runs this Cairn to upgrade it.'}
        </Note>
      )}
      <Setting name="Plan">{name}</Setting>
      <Setting name="Status">
        <Badge tone={tone}>{label}</Badge>
      </Setting>
      <Setting name="Since">{formatDate(startDate, timezone)}</Setting>
      {status === 'trialing' && trialEndDate !== null ? (
        <Setting name="Trial ends">{formatDate(trialEndDate, timezone)}</Setting>
      ) : (
        <Setting name={cancelAtPeriodEnd ? 'Ends' : 'Current period ends'}>
          {formatDate(currentPeriodEnd, timezone)}
        </Setting>
      )}
    </>
  );
}

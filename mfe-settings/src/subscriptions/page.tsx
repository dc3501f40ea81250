import { workspaceClient } from '@cairn/client';
import { isLocked, SubscriptionStatus, trialState, type Subscription } from '@cairn/contracts';
import { useHost } from '@cairn/host';
import { Badge, Button, EmptyState, formatDate, Note, Select, TextField, type Tone } from '@cairn/ui';
import { useMutation } from '@tanstack/react-query';
import { useState, type FormEvent, type ReactNode } from 'react';
import { Setting, SettingsPage } from '../setting.tsx';
import styles from './subscriptions.module.css';

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
        <PlanForm key={JSON.stringify(subscription)} subscription={subscription} />
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

/** Sets plan and status by hand. */
function PlanForm({ subscription }: { subscription: Subscription | null }): ReactNode {
  const { org, refreshUser, toast } = useHost();
  const [name, setName] = useState(subscription?.name ?? 'Team');
  const [status, setStatus] = useState<SubscriptionStatus>(subscription?.status ?? 'active');
  const save = useMutation({
    mutationFn: () =>
      workspaceClient.setSubscription({ input: { org_id: org.id, name: name.trim(), status } }),
    onSuccess: () => {
      refreshUser();
      toast({ kind: 'info', message: 'Saved the subscription' });
    },
    onError: ({ message }) => toast({ kind: 'error', message: `The subscription is not saved. ${message}` }),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() !== '') save.mutate();
  };
  return (
    <form className={styles['form']} onSubmit={submit} aria-label="Change the subscription">
      <TextField
        label="Plan"
        value={name}
        maxLength={100}
        error={name.trim() === '' ? 'A plan needs a name' : undefined}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Select
        label="Status"
        data={SubscriptionStatus.options.map((value) => ({ value, label: SUBSCRIPTION_LOOKS[value].label }))}
        value={status}
        allowDeselect={false}
        onChange={(chosen) => setStatus(SubscriptionStatus.safeParse(chosen).data ?? status)}
      />
      <Button type="submit" variant="primary" loading={save.isPending}>
        Save
      </Button>
    </form>
  );
}

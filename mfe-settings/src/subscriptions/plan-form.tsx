import { workspaceClient } from '@cairn/client';
import { type Org, SubscriptionStatus, type Subscription } from '@cairn/contracts';
import { useHost } from '@cairn/host';
import { Button, Select, TextField } from '@cairn/ui';
import { useMutation } from '@tanstack/react-query';
import { useState, type FormEvent, type ReactNode } from 'react';
import { SUBSCRIPTION_LOOKS } from './subscription-looks.ts';
import styles from './subscriptions.module.css';

/** Sets plan and status of an org by hand. */
export function PlanForm({
  org,
  subscription,
  onSaved,
}: {
  org: Pick<Org, 'id' | 'name'>;
  subscription: Subscription | null;
  onSaved?: () => void;
}): ReactNode {
  const { refreshUser, toast } = useHost();
  const [name, setName] = useState(subscription?.name ?? 'Team');
  const [status, setStatus] = useState<SubscriptionStatus>(subscription?.status ?? 'active');
  const save = useMutation({
    mutationFn: () =>
      workspaceClient.setSubscription({ input: { org_id: org.id, name: name.trim(), status } }),
    onSuccess: () => {
      refreshUser();
      onSaved?.();
      toast({ kind: 'info', message: 'Saved the subscription' });
    },
    onError: ({ message }) => toast({ kind: 'error', message: `The subscription is not saved. ${message}` }),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() !== '') save.mutate();
  };
  return (
    <form className={styles['form']} onSubmit={submit} aria-label={`Change the subscription of ${org.name}`}>
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

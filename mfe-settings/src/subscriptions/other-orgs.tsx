import { keyOf, workspaceClient } from '@cairn/client';
import { isLocked, type SubscribedOrg, trialState } from '@cairn/contracts';
import { useHost } from '@cairn/host';
import { Badge, Button, ErrorState, formatDate, Skeleton, Text } from '@cairn/ui';
import { SearchField } from '@cairn/ui/fields';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { PlanForm } from './plan-form.tsx';
import { SUBSCRIPTION_LOOKS } from './subscription-looks.ts';
import styles from './subscriptions.module.css';

function OrgRow({
  subscribed: { id, name, subscription },
  onSaved,
}: {
  subscribed: SubscribedOrg;
  onSaved: () => void;
}): ReactNode {
  const { timezone } = useHost();
  const [isOpen, setOpen] = useState(false);
  const [now] = useState(() => Date.now());
  const { status, trialEndDate } = subscription;
  const isOver = trialState(subscription, now)?.state === 'expired';
  const { label, tone } = SUBSCRIPTION_LOOKS[isOver ? 'expired' : status];
  return (
    <li>
      <div className={styles['org']}>
        <strong>{name}</strong>
        <Badge tone={tone}>{label}</Badge>
        <Text tone="muted">
          {subscription.name}
          {status === 'trialing' && trialEndDate ? `, until ${formatDate(trialEndDate, timezone)}` : ''}
          {isLocked(subscription, now) ? ' · locked' : ''}
        </Text>
        <Button
          size="small"
          aria-expanded={isOpen}
          aria-label={`Change ${name}`}
          onClick={() => setOpen(!isOpen)}
        >
          Change
        </Button>
      </div>
      {isOpen && <PlanForm org={{ id, name }} subscription={subscription} onSaved={onSaved} />}
    </li>
  );
}

/** The orgs of this Cairn with a subscription; its superusers end a trial here without being a member. */
export function OtherOrgs(): ReactNode {
  const { org } = useHost();
  const [search, setSearch] = useState('');
  const { data, error, isPending, refetch } = useQuery({
    queryKey: keyOf('subscribedOrgs', search.trim()),
    queryFn: ({ signal }) => workspaceClient.listSubscriptions({ input: { search: search.trim() }, signal }),
    placeholderData: keepPreviousData,
  });
  const others = data?.data.filter(({ id }) => id !== org.id) ?? [];
  return (
    <section aria-labelledby="other-orgs" className={styles['others']}>
      <h2 id="other-orgs">Other organizations of this Cairn</h2>
      <SearchField
        label="Find an organization"
        placeholder="Find an organization"
        value={search}
        maxLength={100}
        onText={setSearch}
      />
      {isPending ? (
        <Skeleton height={80} />
      ) : error && !data ? (
        <ErrorState
          inline
          title="The subscriptions could not be read"
          error={error}
          onRetry={() => void refetch()}
        />
      ) : others.length === 0 ? (
        <Text as="p" tone="muted">
          {search.trim() === '' ? 'No other one has a subscription.' : 'None is called so.'}
        </Text>
      ) : (
        <ul>
          {others.map((each) => (
            <OrgRow
              key={JSON.stringify([each.id, each.subscription])}
              subscribed={each}
              onSaved={() => void refetch()}
            />
          ))}
        </ul>
      )}
    </section>
  );
}

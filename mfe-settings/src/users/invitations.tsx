import { ROLE_WORDS, type Invitation } from '@cairn/contracts';
import { useHost } from '@cairn/host';
import { Button, EmptyState, ErrorState, formatDateTime, Skeleton, Text } from '@cairn/ui';
import { Switch } from '@cairn/ui/fields';
import type { ReactNode } from 'react';
import { CopyLink } from './copy-link.tsx';
import { useInvitations, useToggleInvitations, useTurnAllOff } from './use-people.ts';
import styles from './users.module.css';

/** The invitations into the org: whom each lets in, how long, and a switch. */
export function Invitations(): ReactNode {
  const invitations = useInvitations();
  const toggle = useToggleInvitations();
  const turnAllOff = useTurnAllOff();
  const { data } = invitations;
  return (
    <section className={styles['invitations']} aria-label="Invitations">
      <div className={styles['head']}>
        <h2>Invitations</h2>
        {data?.some(({ enabled }) => enabled) && (
          <Button size="small" variant="subtle" onClick={() => turnAllOff(data)}>
            Turn all off
          </Button>
        )}
      </div>
      {invitations.isPending && <Skeleton height={56} />}
      {invitations.isError && (
        <ErrorState
          inline
          title="The invitations cannot be read"
          error={invitations.error}
          onRetry={() => void invitations.refetch()}
        />
      )}
      {data?.length === 0 && (
        <EmptyState inline title="Nobody is invited">
          An invitation is a link that lets people in with the role that you choose.
        </EmptyState>
      )}
      <ul className={styles['list']} hidden={!data || data.length === 0}>
        {data?.map((invitation) => (
          <InvitationRow
            key={invitation.id}
            invitation={invitation}
            onToggle={(enabled) => toggle.mutate({ id: invitation.id, enabled })}
          />
        ))}
      </ul>
    </section>
  );
}

/** Whether an invitation lets nobody in any more. */
function isOver({ email, uses, expiresAt }: Invitation, now = new Date()): boolean {
  return expiresAt <= now.toISOString() || (email !== null && uses > 0);
}

/** The state of an invitation, in words. */
function wordsOf(invitation: Invitation, timezone: string): string {
  const { email, uses, expiresAt } = invitation;
  if (email !== null && uses > 0) return 'Used';
  const joined = uses === 0 ? 'nobody joined yet' : uses === 1 ? '1 person joined' : `${uses} people joined`;
  return `${isOver(invitation) ? 'Expired' : 'Until'} ${formatDateTime(expiresAt, timezone)} · ${joined}`;
}

function InvitationRow({
  invitation,
  onToggle,
}: {
  invitation: Invitation;
  onToggle: (enabled: boolean) => void;
}): ReactNode {
  const { timezone } = useHost();
  const { email, role, enabled, url } = invitation;
  const whom = email ?? 'Everybody who has the link';
  return (
    <li>
      <div className={styles['words']}>
        <Text as="div" truncate>
          {whom}, as {ROLE_WORDS[role]}
        </Text>
        <Text as="div" tone="muted" truncate>
          {wordsOf(invitation, timezone)}
        </Text>
      </div>
      {!isOver(invitation) && (
        <div className={styles['controls']}>
          <CopyLink url={url} disabled={!enabled} />
          <Switch
            aria-label={`Invitation of ${whom} as ${ROLE_WORDS[role]}`}
            checked={enabled}
            onChange={(event) => onToggle(event.currentTarget.checked)}
          />
        </div>
      )}
    </li>
  );
}

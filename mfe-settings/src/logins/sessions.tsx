import type { LoginSession } from '@cairn/contracts';
import { useHost } from '@cairn/host';
import { Badge, Button, ErrorState, formatDateTime, Skeleton, useConfirm } from '@cairn/ui';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { accountClient } from '@cairn/client';
import { deviceOf } from './device.ts';
import { useKeepLogin, useLogin } from './use-login.ts';
import styles from './logins.module.css';

/** The sessions of the user, with a way to end unknown ones. */
export function Sessions(): ReactNode {
  const login = useLogin();
  const end = useEndSession();
  const confirm = useConfirm();
  const sessions = login.data?.sessions;
  const endOthers = async () => {
    const sure = await confirm({
      title: 'Sign out everywhere else?',
      message: 'Every browser and script but this one has to sign in again.',
      confirm: 'Sign out everywhere else',
    });
    if (sure) end.mutate({ others: true });
  };
  return (
    <section className={styles['sessions']} aria-label="Sessions">
      <div className={styles['head']}>
        <h2>Signed in on</h2>
        {sessions && sessions.length > 1 && (
          <Button size="small" variant="subtle" onClick={() => void endOthers()}>
            Sign out everywhere else
          </Button>
        )}
      </div>
      {login.isError && (
        <ErrorState
          inline
          title="Your sessions could not be read"
          error={login.error}
          onRetry={() => void login.refetch()}
        />
      )}
      {login.isPending && <Skeleton height={48} />}
      <ul>
        {sessions?.map((session) => (
          <SessionRow
            key={session.id}
            session={session}
            ending={end.isPending}
            onEnd={() => end.mutate({ id: session.id })}
          />
        ))}
      </ul>
    </section>
  );
}

function useEndSession() {
  const { toast } = useHost();
  const keep = useKeepLogin();
  return useMutation({
    mutationFn: (input: { id: string } | { others: true }) => accountClient.endSession({ input }),
    onSuccess: keep,
    onError: (error) => toast({ kind: 'error', message: `The session goes on. ${error.message}` }),
  });
}

function SessionRow({
  session,
  ending,
  onEnd,
}: {
  session: LoginSession;
  ending: boolean;
  onEnd: () => void;
}): ReactNode {
  const { timezone } = useHost();
  const device = deviceOf(session.userAgent);
  const since = `Since ${formatDateTime(session.signedInAt, timezone)}`;
  return (
    <li>
      <div className={styles['words']}>
        <div>{device}</div>
        <div>{session.address ? `${since} · ${session.address}` : since}</div>
      </div>
      {session.current ? (
        <Badge tone="accent">This one</Badge>
      ) : (
        <Button size="small" disabled={ending} onClick={onEnd} aria-label={`Sign out ${device}`}>
          Sign out
        </Button>
      )}
    </li>
  );
}

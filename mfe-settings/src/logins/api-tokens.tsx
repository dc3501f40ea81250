import { API_SCOPES, ApiScope, type ApiToken } from '@cairn/contracts';
import { actorOf, useHost } from '@cairn/host';
import { Button, ErrorState, formatDate, formatDateTime, Skeleton } from '@cairn/ui';
import { useState, type ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';
import { ApiTokenDialog } from './api-token-dialog.tsx';
import { useApiTokens, useRevokeApiToken } from './use-api-tokens.ts';
import styles from './logins.module.css';

/** The tokens that scripts of the user bring, with a way to end each. */
export function ApiTokens(): ReactNode {
  const host = useHost();
  const asked = ApiScope.safeParse(useSearchParams()[0].get('token')).data;
  const [making, setMaking] = useState(asked !== undefined);
  const { data, error, isPending, refetch } = useApiTokens();
  const mayMake = actorOf(host).role !== 'viewer';
  return (
    <section className={styles['sessions']} aria-label="API tokens">
      <div className={styles['head']}>
        <h2>API tokens</h2>
        {mayMake && (
          <Button size="small" onClick={() => setMaking(true)}>
            Make a token
          </Button>
        )}
      </div>
      {isPending && <Skeleton height={48} />}
      {error && !data && (
        <ErrorState
          inline
          title="Your tokens could not be read"
          error={error}
          onRetry={() => void refetch()}
        />
      )}
      {data?.length === 0 && (
        <p className={styles['none']}>A script that brings a token acts as you, as far as its scope goes.</p>
      )}
      <ul>
        {data?.map((token) => (
          <TokenRow key={token.id} token={token} />
        ))}
      </ul>
      <ApiTokenDialog open={making && mayMake} scope={asked} onClose={() => setMaking(false)} />
    </section>
  );
}

function TokenRow({ token }: { token: ApiToken }): ReactNode {
  const { timezone } = useHost();
  const revoke = useRevokeApiToken();
  const { name, orgName, scope, expiresAt, lastUsedAt } = token;
  const used = lastUsedAt === null ? 'never used' : `used ${formatDateTime(lastUsedAt, timezone)}`;
  return (
    <li>
      <div className={styles['words']}>
        <div>{name}</div>
        <div>
          {API_SCOPES[scope]} · {orgName} · until {formatDate(expiresAt, timezone)} · {used}
        </div>
      </div>
      <Button
        size="small"
        disabled={revoke.isPending}
        onClick={() => void revoke.ask(token)}
        aria-label={`Revoke ${name}`}
      >
        Revoke
      </Button>
    </li>
  );
}

import { connectionsQuery, oidcClient } from '@cairn/client/oidc';
import type { SiteId } from '@cairn/contracts';
import type { SiteConnection } from '@cairn/contracts/oidc';
import { addressAt, useHost } from '@cairn/host';
import { Button, Note } from '@cairn/ui';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { Setting } from '../setting.tsx';
import styles from './logins.module.css';

const PROBLEMS: Readonly<Record<string, string>> = {
  account_already_linked_to_different_user: 'That account signs in to another account of this Cairn.',
  domain_not_allowed: 'E-mails of its domain do not sign in that way.',
  email_not_verified: 'The other site has not verified its e-mail.',
  access_denied: 'You did not allow the other site to tell who you are.',
};

const leave = (url: string) => window.location.assign(url);

/** The accounts of other sites by which the user signs in, with ways to connect and to end them. */
export function Connections({ goTo = leave }: { goTo?: (url: string) => void }): ReactNode {
  const { data: sites = [] } = useQuery(connectionsQuery);
  const failed = new URLSearchParams(useLocation().search).get('error');
  if (sites.length === 0) return null;
  return (
    <Setting name="Other sites" hint="Accounts elsewhere that sign you in here.">
      {failed !== null && (
        <Note tone="bad">
          Nothing was connected.{' '}
          {PROBLEMS[failed] ?? 'The other site did not answer as it should. Try again.'}
        </Note>
      )}
      <ul className={styles['orgs']}>
        {sites.map((each) => (
          <Connection key={each.site} {...each} goTo={goTo} />
        ))}
      </ul>
    </Setting>
  );
}

function Connection({
  site,
  name,
  connected,
  goTo,
}: SiteConnection & { goTo: (url: string) => void }): ReactNode {
  const { org, toast } = useHost();
  const client = useQueryClient();
  const connect = useMutation({
    mutationFn: (chosen: SiteId) =>
      oidcClient.connectSite({ input: { site: chosen, to: addressAt(org.id, 'settings/logins') } }),
    onSuccess: ({ url }) => goTo(url),
    onError: ({ message }) => toast({ kind: 'error', message: `Nothing was connected. ${message}` }),
  });
  const remove = useMutation({
    mutationFn: (chosen: SiteId) => oidcClient.disconnectSite({ input: { site: chosen } }),
    onSuccess: ({ data }) => {
      client.setQueryData(connectionsQuery.queryKey, data);
      toast({ kind: 'info', message: `${name} signs you in no more` });
    },
    onError: ({ message }) => toast({ kind: 'error', message: `${name} stays connected. ${message}` }),
  });
  return (
    <li>
      <span>{name}</span>
      {connected ? (
        <Button
          size="small"
          aria-label={`Disconnect ${name}`}
          loading={remove.isPending}
          onClick={() => remove.mutate(site)}
        >
          Disconnect
        </Button>
      ) : (
        <Button
          size="small"
          aria-label={`Connect ${name}`}
          loading={connect.isPending || connect.isSuccess}
          onClick={() => connect.mutate(site)}
        >
          Connect
        </Button>
      )}
    </li>
  );
}

import { oidcClient, oidcProvidersQuery } from '@cairn/client/oidc';
import type { OidcProvider } from '@cairn/contracts/oidc';
import { useHost } from '@cairn/host';
import { Badge, Button, Text, useConfirm } from '@cairn/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import styles from './sign-in.module.css';

/** A provider: what it is called, where it is, and what can be done with it. */
export function ProviderRow({ provider, onEdit }: { provider: OidcProvider; onEdit: () => void }): ReactNode {
  const { toast } = useHost();
  const confirm = useConfirm();
  const cache = useQueryClient();
  const { id, name, issuer, enabled, redirectUri } = provider;
  const remove = useMutation({
    mutationFn: () => oidcClient.removeOidcProvider({ input: { id } }),
    onSuccess: ({ data }) => {
      cache.setQueryData(oidcProvidersQuery.queryKey, data);
      toast({ kind: 'info', message: `Removed ${name}` });
    },
    onError: ({ message }) => toast({ kind: 'error', message: `${name} stays. ${message}` }),
  });
  const ask = async () => {
    const sure = await confirm({
      title: `Remove ${name}?`,
      message:
        'Whoever signs in with it alone needs a password link then. Added again, it is another provider.',
      confirm: 'Remove',
      danger: true,
    });
    if (sure) remove.mutate();
  };
  return (
    <li>
      <div className={styles['words']}>
        <div>{name}</div>
        <Text as="div" tone="muted">
          {issuer}
        </Text>
        <Text as="div" tone="muted">
          Leads back to {redirectUri}
        </Text>
      </div>
      {!enabled && <Badge tone="neutral">Off</Badge>}
      <Button size="small" aria-label={`Change ${name}`} onClick={onEdit}>
        Change
      </Button>
      <Button
        size="small"
        aria-label={`Remove ${name}`}
        loading={remove.isPending}
        onClick={() => void ask()}
      >
        Remove
      </Button>
    </li>
  );
}

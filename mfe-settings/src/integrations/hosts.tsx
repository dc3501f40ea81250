import { sourceClient } from '@cairn/client';
import { useHost } from '@cairn/host';
import { Button, Dialog, EmptyState, ErrorState, TableSkeleton, Text } from '@cairn/ui';
import { Plus, Server } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { AllowForm } from './allow-form.tsx';
import { useChangeHosts, useHosts } from './use-hosts.ts';
import styles from './integrations.module.css';

/** The servers of internal networks that sources may read; superusers alone see and change them. */
export function Hosts(): ReactNode {
  const { user } = useHost();
  const [allowing, setAllowing] = useState(false);
  if (!user.superuser) return null;
  return (
    <section aria-label="Servers of the inside">
      <div className={styles['head']}>
        <h2>Servers of the inside</h2>
        <Button icon={<Plus aria-hidden />} onClick={() => setAllowing(true)}>
          Allow server
        </Button>
      </div>
      <Text as="p" tone="muted" className={styles['hint'] ?? ''}>
        Sources read no server of an internal network, but for those that you allow to this organization, such
        as a GitHub Enterprise Server.
      </Text>
      <HostList />
      <Dialog open={allowing} onClose={() => setAllowing(false)} title="Allow server">
        <HostForm onClose={() => setAllowing(false)} />
      </Dialog>
    </section>
  );
}

function HostList(): ReactNode {
  const { data, error, refetch } = useHosts();
  if (error && !data) {
    return (
      <ErrorState inline title="The servers cannot be read" error={error} onRetry={() => void refetch()} />
    );
  }
  if (!data) return <TableSkeleton rows={1} columns={2} rowHeight={64} />;
  if (data.length === 0) {
    return (
      <EmptyState inline icon={<Server aria-hidden />} title="No server of the inside is allowed">
        Sources of this organization read the public network alone.
      </EmptyState>
    );
  }
  return (
    <ul className={styles['sources']} aria-label="Allowed servers">
      {data.map((host) => (
        <HostRow key={host} host={host} />
      ))}
    </ul>
  );
}

function HostRow({ host }: { host: string }): ReactNode {
  const { toast } = useHost();
  const forbid = useChangeHosts(sourceClient.forbidHost);
  const allow = useChangeHosts(sourceClient.allowHost);
  const onError = ({ message }: Error) => toast({ kind: 'error', message });
  const onUndo = () => void allow.mutateAsync(host).catch(onError);
  // The row is gone with its server, so callbacks of the call itself would not run.
  const take = () =>
    forbid
      .mutateAsync(host)
      .then(() => toast({ kind: 'undo', message: `Sources may no longer read ${host}`, onUndo }), onError);
  return (
    <li className={styles['source']}>
      <div className={styles['line']}>
        <span className={styles['icon']}>
          <Server size={16} aria-hidden />
        </span>
        <div className={styles['words']}>
          <Text as="div" mono className={styles['path'] ?? ''}>
            {host}
          </Text>
        </div>
        <Button
          variant="subtle"
          aria-label={`Forbid ${host}`}
          loading={forbid.isPending}
          onClick={() => void take()}
        >
          Forbid
        </Button>
      </div>
    </li>
  );
}

function HostForm({ onClose }: { onClose: () => void }): ReactNode {
  return (
    <AllowForm
      label="Server"
      description="Its name and port. Admins of this organization can have it read with tokens of their own."
      placeholder="git.example.com:443"
      submit="Allow server"
      allow={useChangeHosts(sourceClient.allowHost)}
      onClose={onClose}
    />
  );
}

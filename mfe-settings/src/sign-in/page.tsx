import { oidcProvidersQuery } from '@cairn/client/oidc';
import type { OidcProvider } from '@cairn/contracts/oidc';
import { Button, Dialog, EmptyState, ErrorState, TableSkeleton } from '@cairn/ui';
import { useQuery } from '@tanstack/react-query';
import { Fingerprint, Plus } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { SettingsPage } from '../setting.tsx';
import { ProviderForm } from './provider-form.tsx';
import { ProviderRow } from './provider-row.tsx';
import styles from './sign-in.module.css';

/** The providers of OpenID Connect whose accounts sign in, for superusers of the installation. */
export function Page(): ReactNode {
  const { data, error, isPending, refetch } = useQuery(oidcProvidersQuery);
  const [edited, setEdited] = useState<OidcProvider | 'new' | null>(null);
  const close = () => setEdited(null);
  const add = (
    <Button variant="primary" icon={<Plus aria-hidden />} onClick={() => setEdited('new')}>
      Add a provider
    </Button>
  );
  return (
    <SettingsPage
      title="Sign-in"
      description="Providers of OpenID Connect whose accounts sign in to this Cairn, in all organizations."
      actions={data && data.length > 0 && add}
    >
      {isPending && <TableSkeleton rows={2} columns={1} rowHeight={56} />}
      {error && !data && (
        <ErrorState title="The providers cannot be read" error={error} onRetry={() => void refetch()} />
      )}
      {data?.length === 0 && (
        <EmptyState icon={<Fingerprint aria-hidden />} title="No provider yet" action={add}>
          People sign in with e-mail and password. A provider lets them sign in with the account of their
          company.
        </EmptyState>
      )}
      {data && data.length > 0 && (
        <ul className={styles['list']} aria-label="Providers">
          {data.map((provider) => (
            <ProviderRow key={provider.id} provider={provider} onEdit={() => setEdited(provider)} />
          ))}
        </ul>
      )}
      <Dialog
        open={edited !== null}
        onClose={close}
        title={edited === 'new' ? 'Add a provider' : 'Change the provider'}
      >
        {edited && <ProviderForm provider={edited === 'new' ? null : edited} onDone={close} />}
      </Dialog>
    </SettingsPage>
  );
}

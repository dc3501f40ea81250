import { sourceClient, workspaceClient } from '@cairn/client';
import { addressAt, useHost } from '@cairn/host';
import { Button, Note, Text } from '@cairn/ui';
import { useMutation } from '@tanstack/react-query';
import { FlaskConical, FolderGit2, House, Plus } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { AddSource, addLabelOf } from '../integrations/add-source.tsx';
import { Folders } from '../integrations/folders.tsx';
import { SourceList } from '../integrations/integrations.tsx';
import { useSources, useSourceTypes } from '../integrations/sources.ts';
import { SettingsPage } from '../setting.tsx';
import styles from './workspace-setup.module.css';

/** Leads a new org to its first data: a folder that may be read, a source, or a look at the simulated company (W§2.1). */
export function Page(): ReactNode {
  const { org } = useHost();
  return (
    <SettingsPage
      title={`Set up ${org.name}`}
      description="Cairn needs something to read. You can change all of this later, under Settings."
    >
      <div className={styles['steps']}>
        {!org.simulated && <OwnData />}
        <Example />
        <Finish />
      </div>
    </SettingsPage>
  );
}

function Step({
  icon,
  title,
  action,
  children,
}: {
  icon: ReactNode;
  title: string;
  action?: ReactNode;
  children: ReactNode;
}): ReactNode {
  return (
    <section className={styles['step']} aria-label={title}>
      <div className={styles['head']}>
        {icon}
        <h2>{title}</h2>
        {action}
      </div>
      {children}
    </section>
  );
}

/** The folders that the org may read, and its sources. */
function OwnData(): ReactNode {
  const types = useSourceTypes();
  const [adding, setAdding] = useState(false);
  const addable = (types.data ?? []).filter((type) => type.addable);
  const add = () => setAdding(true);
  return (
    <Step
      icon={<FolderGit2 size={20} aria-hidden />}
      title="Read your own data"
      action={
        addable.length > 0 && (
          <Button variant="primary" icon={<Plus aria-hidden />} onClick={add}>
            {addLabelOf(addable)}
          </Button>
        )
      }
    >
      <SourceList addable={addable} onAdd={add} />
      <Folders />
      <AddSource open={adding} types={addable} onClose={() => setAdding(false)} />
    </Step>
  );
}

const assign = (address: string) => window.location.assign(address);

/** Opens the simulated company, which lives in an org of its own. */
function Example(): ReactNode {
  const { org, toast } = useHost();
  const look = useMutation({
    mutationFn: async () => {
      if (org.simulated) return org.id;
      const { data } = await workspaceClient.openSimulated({ params: { orgId: org.id } });
      await sourceClient.simulateCompany({ params: { orgId: data.id } });
      return data.id;
    },
    onSuccess: (orgId) => assign(addressAt(orgId, 'home')),
    onError: ({ message }) =>
      toast({ kind: 'error', message: `The simulated company cannot be opened. ${message}` }),
  });
  return (
    <Step
      icon={<FlaskConical size={20} aria-hidden />}
      title="Look at the simulated company"
      action={
        <Button loading={look.isPending || look.isSuccess} onClick={() => look.mutate()}>
          Open the simulated company
        </Button>
      }
    >
      <Text as="p" tone="muted">
        Two years of an invented company, with all the data that Cairn can hold. It is an organization of its
        own, so nothing of it mixes with yours.
      </Text>
    </Step>
  );
}

/** The way on to Home, which says what it will show. */
function Finish(): ReactNode {
  const { org, navigate } = useHost();
  const sources = useSources();
  const hasSource = (sources.data ?? []).length > 0;
  return (
    <Step
      icon={<House size={20} aria-hidden />}
      title={hasSource ? 'All set' : 'Later'}
      action={
        <Button
          variant={hasSource ? 'primary' : 'default'}
          onClick={() => navigate(addressAt(org.id, 'home'))}
        >
          Go to Home
        </Button>
      }
    >
      {hasSource ? (
        <Note tone="good">Home fills while the data is read; you need not wait here.</Note>
      ) : (
        <Text as="p" tone="muted">
          Home stays empty until there is a source. You find all of this under Settings, Integrations.
        </Text>
      )}
    </Step>
  );
}

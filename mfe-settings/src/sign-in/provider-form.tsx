import { oidcClient, oidcProvidersQuery } from '@cairn/client/oidc';
import { ROLE_WORDS } from '@cairn/contracts';
import { NEWCOMER_ROLES, type OidcProvider, type OidcProviderChange } from '@cairn/contracts/oidc';
import { useHost } from '@cairn/host';
import { Button, DialogActions, Note, Select, TagsInput, TextField } from '@cairn/ui';
import { PasswordField, Switch } from '@cairn/ui/fields';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent, type ReactNode } from 'react';
import styles from './sign-in.module.css';

type Draft = Omit<OidcProviderChange, 'id' | 'clientSecret'>;

const EMPTY: Draft = {
  name: '',
  issuer: '',
  clientId: '',
  domains: [],
  orgId: null,
  role: 'user',
  enabled: true,
};

function draftOf(provider: OidcProvider | null): Draft {
  if (!provider) return EMPTY;
  const { id: _id, redirectUri: _redirectUri, ...draft } = provider;
  return draft;
}

function useSaveProvider(onDone: () => void) {
  const { toast } = useHost();
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (input: OidcProviderChange) => oidcClient.saveOidcProvider({ input }),
    onSuccess: ({ data }, { name }) => {
      cache.setQueryData(oidcProvidersQuery.queryKey, data);
      toast({ kind: 'info', message: `Saved ${name}` });
      onDone();
    },
    // The form shows it.
    onError: () => undefined,
  });
}

/** Adds or changes a provider. Its secret is written and never shown. */
export function ProviderForm({
  provider,
  onDone,
}: {
  provider: OidcProvider | null;
  onDone: () => void;
}): ReactNode {
  const [draft, setDraft] = useState(() => draftOf(provider));
  const [secret, setSecret] = useState('');
  const save = useSaveProvider(onDone);
  const set = (change: Partial<Draft>) => setDraft((before) => ({ ...before, ...change }));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate({
      ...draft,
      ...(provider ? { id: provider.id } : {}),
      ...(secret === '' ? {} : { clientSecret: secret }),
    });
  };
  return (
    <form className={styles['form']} onSubmit={submit}>
      {save.error && <Note tone="bad">{save.error.message}</Note>}
      <Identity draft={draft} set={set} />
      <PasswordField
        label="Client secret"
        description={provider ? 'Left empty, it stays as it is.' : undefined}
        autoComplete="off"
        required={!provider}
        withAsterisk={false}
        value={secret}
        onChange={(event) => setSecret(event.currentTarget.value)}
      />
      <TagsInput
        label="Domains of e-mails that may sign in"
        description="Without any, everybody whom the provider knows."
        placeholder={draft.domains.length === 0 ? 'example.com' : ''}
        value={draft.domains}
        onChange={(domains) => set({ domains })}
      />
      <Newcomers draft={draft} set={set} />
      <Switch
        label="On"
        checked={draft.enabled}
        onChange={(event) => set({ enabled: event.currentTarget.checked })}
      />
      <DialogActions>
        <Button onClick={onDone}>Cancel</Button>
        <Button type="submit" variant="primary" loading={save.isPending}>
          Save
        </Button>
      </DialogActions>
    </form>
  );
}

interface PartProps {
  draft: Draft;
  set: (change: Partial<Draft>) => void;
}

function Identity({ draft, set }: PartProps): ReactNode {
  return (
    <>
      <TextField
        label="Name"
        description="The button of the sign-in page says it."
        required
        withAsterisk={false}
        data-autofocus
        value={draft.name}
        onChange={(event) => set({ name: event.currentTarget.value })}
      />
      <TextField
        label="Issuer"
        description="Its address, as the provider writes it."
        placeholder="https://login.example.com"
        required
        withAsterisk={false}
        value={draft.issuer}
        onChange={(event) => set({ issuer: event.currentTarget.value })}
      />
      <TextField
        label="Client ID"
        autoComplete="off"
        required
        withAsterisk={false}
        value={draft.clientId}
        onChange={(event) => set({ clientId: event.currentTarget.value })}
      />
    </>
  );
}

/** What happens with people who have no account yet. */
function Newcomers({ draft, set }: PartProps): ReactNode {
  const { orgs } = useHost();
  const isOther = draft.orgId !== null && orgs.every(({ id }) => id !== draft.orgId);
  const known = orgs.map(({ id, name }) => ({ value: id as string, label: name }));
  const data = isOther ? [...known, { value: draft.orgId ?? '', label: 'Another organization' }] : known;
  return (
    <>
      <Select
        label="Newcomers join"
        description="Where an organization is chosen, they need no invitation."
        placeholder="No organization"
        data={data}
        value={draft.orgId}
        clearable
        onChange={(chosen) => set({ orgId: orgs.find(({ id }) => id === chosen)?.id ?? null })}
      />
      {draft.orgId !== null && (
        <Select
          label="Their role"
          data={NEWCOMER_ROLES.map((role) => ({ value: role, label: ROLE_WORDS[role] }))}
          value={draft.role}
          allowDeselect={false}
          onChange={(chosen) => set({ role: NEWCOMER_ROLES.find((role) => role === chosen) ?? draft.role })}
        />
      )}
    </>
  );
}

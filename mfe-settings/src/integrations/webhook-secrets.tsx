import { webhookSecretsQuery } from '@cairn/client/webhooks';
import type { Source } from '@cairn/contracts';
import type { WebhookSecret } from '@cairn/contracts/webhooks';
import { useHost } from '@cairn/host';
import { Button, ErrorState, formatDateTime, Note, Skeleton, Text, useConfirm } from '@cairn/ui';
import { PasswordField } from '@cairn/ui/fields';
import { useQuery } from '@tanstack/react-query';
import { useState, type FormEvent, type ReactNode } from 'react';
import { SECRET_WORDS, type SecretChange, useSecretChange } from './use-webhook-secrets.ts';
import styles from './webhook.module.css';

const OPEN =
  'Without a secret only the address protects: whoever knows it may send messages. Save one where your Jira has that field.';
const CLOSED = 'No message is taken until a secret is saved.';

/** The webhook secrets of a source: which there are, and a field for one more, which is never shown again. */
export function WebhookSecrets({
  source,
  takesUnsigned,
}: {
  source: Source;
  takesUnsigned: boolean;
}): ReactNode {
  const { org } = useHost();
  const { data, error, refetch } = useQuery(webhookSecretsQuery(org.id, source.id));
  if (error && !data) {
    const retry = () => void refetch();
    return <ErrorState inline title="The secrets cannot be read" error={error} onRetry={retry} />;
  }
  if (!data) return <Skeleton height={64} />;
  return (
    <section aria-label={`Webhook secrets of ${source.name}`} className={styles['secrets']}>
      {data.length === 0 && <Note tone="warn">{takesUnsigned ? OPEN : CLOSED}</Note>}
      {data.map((secret, index) => (
        <SecretRow key={secret.id} source={source} secret={secret} isOlder={data.length > 1 && index === 0} />
      ))}
      {data.length < 2 ? (
        <SecretForm source={source} only={data[0]} />
      ) : (
        <Text as="p" tone="muted">
          Both are valid. Remove the older one once the tool signs with the other.
        </Text>
      )}
    </section>
  );
}

function SecretRow({
  source,
  secret,
  isOlder,
}: {
  source: Source;
  secret: WebhookSecret;
  isOlder: boolean;
}): ReactNode {
  const { timezone, toast } = useHost();
  const confirm = useConfirm();
  const change = useSecretChange(source);
  const name = isOlder ? 'Older secret' : 'Secret';
  const since = `${name}, saved ${formatDateTime(secret.since, timezone)}`;
  const ask = async () => {
    const yes = await confirm({
      title: 'Remove this secret?',
      message: 'Messages that are signed with it are refused from then on.',
      confirm: 'Remove secret',
      danger: true,
    });
    if (!yes) return;
    const onError = ({ message }: Error) =>
      toast({ kind: 'error', message: `${SECRET_WORDS.remove.failed}. ${message}` });
    change.mutate({ how: 'remove', id: secret.id }, { onError });
  };
  return (
    <div className={styles['secret']}>
      <Text>{since}</Text>
      <Button
        size="small"
        aria-label={`Remove ${since}`}
        disabled={change.isPending}
        onClick={() => void ask()}
      >
        Remove
      </Button>
    </div>
  );
}

/** Saves a first secret, a second one beside it, or another value of the only one. */
function SecretForm({ source, only }: { source: Source; only: WebhookSecret | undefined }): ReactNode {
  const [secret, setSecret] = useState('');
  const change = useSecretChange(source);
  const save = (next: SecretChange) => change.mutate(next, { onSuccess: () => setSecret('') });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (secret !== '') save({ how: 'create', secret });
  };
  const failed = change.error && `${SECRET_WORDS[change.variables.how].failed}. ${change.error.message}`;
  return (
    <form className={styles['form']} onSubmit={submit}>
      <PasswordField
        label="Webhook secret"
        description={
          only
            ? 'A second one may be valid while you change it in the tool.'
            : 'A long text that nobody guesses. It is stored encrypted and never shown again.'
        }
        autoComplete="off"
        value={secret}
        error={failed ?? undefined}
        onChange={(event) => {
          setSecret(event.currentTarget.value);
          change.reset();
        }}
      />
      <div className={styles['buttons']}>
        <Button type="submit" disabled={secret === ''} loading={change.isPending}>
          {only ? 'Add second secret' : 'Save secret'}
        </Button>
        {only && (
          <Button
            disabled={secret === '' || change.isPending}
            onClick={() => save({ how: 'update', id: only.id, secret })}
          >
            Replace secret
          </Button>
        )}
      </div>
    </form>
  );
}

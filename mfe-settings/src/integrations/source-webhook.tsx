import type { Source, SourceType } from '@cairn/contracts';
import { Button, Text } from '@cairn/ui';
import { Copy } from 'lucide-react';
import type { ReactNode } from 'react';
import { DeliveryLog } from './delivery-log.tsx';
import { Disclosure } from './disclosure.tsx';
import { useCopyWebhook, webhookAddress } from './webhook-address.ts';
import { WebhookSecrets } from './webhook-secrets.tsx';
import styles from './webhook.module.css';

interface SourceWebhookProps {
  readonly source: Source;
  readonly webhook: NonNullable<SourceType['webhook']>;
  readonly isOpen: boolean;
}

/** How the tool of a source tells of changes at once: its address, the steps there, its secrets, and what came. */
export function SourceWebhook({ source, webhook, isOpen }: SourceWebhookProps): ReactNode {
  const { webhook: path = '' } = source;
  const copy = useCopyWebhook(path);
  return (
    <Disclosure label="Webhook" about={source.name} isOpen={isOpen}>
      <div className={styles['parts']}>
        <Text as="p" tone="muted">
          With a webhook, changes arrive within seconds, and what was deleted leaves. Without one, they arrive
          with the next reading.
        </Text>
        <div className={styles['address']}>
          <code>{webhookAddress(path)}</code>
          <Button size="small" icon={<Copy aria-hidden />} onClick={copy}>
            Copy address
          </Button>
        </div>
        <ol className={styles['steps']}>
          {webhook.steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
        <WebhookSecrets source={source} takesUnsigned={webhook.takesUnsigned} />
        <DeliveryLog source={source} />
      </div>
    </Disclosure>
  );
}

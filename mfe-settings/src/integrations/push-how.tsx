import type { Source } from '@cairn/contracts';
import { addressAt, useHost } from '@cairn/host';
import { Button, linkAttributes, Text } from '@cairn/ui';
import { Copy } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { Disclosure } from './disclosure.tsx';
import { curlLine, pushAddress, workflowStep } from './push-snippets.ts';
import styles from './push-how.module.css';

/** How scripts send to a source: the token to make, a line for a shell, and a step of a workflow. */
export function PushHow({ source, isOpen }: { source: Source; isOpen: boolean }): ReactNode {
  const { org } = useHost();
  const address = pushAddress(window.location.origin, org.id);
  return (
    <Disclosure label="How to send" about={source.name} isOpen={isOpen}>
      <div className={styles['parts']}>
        <Text as="p" tone="muted">
          Make an API token that only pushes, and give it to your script as CAIRN_TOKEN. The same id again
          changes what differs and counts nothing twice. Where a repository pushes its deployments to an
          environment, those count in the place of all others there.
        </Text>
        <Link to={addressAt(org.id, 'settings/logins', { token: 'push' })} {...linkAttributes()}>
          Make an API token that pushes
        </Link>
        <Snippet title="From a shell" text={curlLine(address)} />
        <Snippet title="From a workflow of GitHub" text={workflowStep(address)} />
      </div>
    </Disclosure>
  );
}

function Snippet({ title, text }: { title: string; text: string }): ReactNode {
  const { toast } = useHost();
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => toast({ kind: 'info', message: `Copied: ${title}` }),
      () =>
        toast({
          kind: 'error',
          message: 'The browser does not let pages copy. Mark it and copy it yourself.',
        }),
    );
  return (
    <section className={styles['snippet']} aria-label={title}>
      <div className={styles['head']}>
        <h3>{title}</h3>
        <Button
          size="small"
          icon={<Copy aria-hidden />}
          aria-label={`Copy: ${title}`}
          onClick={() => void copy()}
        >
          Copy
        </Button>
      </div>
      <pre tabIndex={0} aria-label={`${title}, as text`}>
        <code>{text}</code>
      </pre>
    </section>
  );
}

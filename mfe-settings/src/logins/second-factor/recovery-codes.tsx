import { Button, Note } from '@cairn/ui';
import { useState, type ReactNode } from 'react';
import styles from './second-factor.module.css';

function download(text: string) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  link.download = 'cairn-recovery-codes.txt';
  link.click();
  URL.revokeObjectURL(link.href);
}

/** Recovery codes, which are shown this once, with ways to keep them. */
export function RecoveryCodes({
  codes,
  onDone,
}: {
  codes: readonly string[];
  onDone: () => void;
}): ReactNode {
  const [copied, setCopied] = useState<string | null>(null);
  const text = `${codes.join('\n')}\n`;
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setCopied('Copied the codes.'),
      () => setCopied('The codes cannot be copied here. Select them instead.'),
    );
  return (
    <div className={styles['steps']}>
      <Note tone="warn">
        Keep these codes where you find them without your phone. Each signs you in once. They are not shown
        again.
      </Note>
      <ul className={styles['codes']} aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={styles['actions']}>
        <Button onClick={() => void copy()}>Copy the codes</Button>
        <Button onClick={() => download(text)}>Save as a file</Button>
        <Button variant="primary" onClick={onDone} data-autofocus>
          I have kept them
        </Button>
      </div>
      {copied && <p role="status">{copied}</p>}
    </div>
  );
}

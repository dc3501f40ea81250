import { useHost } from '@cairn/host';
import { Button, Dialog, DialogActions, formatDateTime, TextField } from '@cairn/ui';
import type { ReactNode } from 'react';
import { CopyLink } from './copy-link.tsx';
import styles from './users.module.css';

/** Shows a password link, which its maker hands on. */
export function PasswordLinkDialog({
  name,
  link,
  onClose,
}: {
  name: string;
  /** Nothing until there is one. */
  link: { readonly url: string; readonly expiresAt: string } | undefined;
  onClose: () => void;
}): ReactNode {
  const { timezone } = useHost();
  return (
    <Dialog open={link !== undefined} onClose={onClose} title={`Password link of ${name}`}>
      {link && (
        <div className={styles['form']}>
          <p>
            Whoever has it sets the password of {name} and signs in as them. It works once, until{' '}
            {formatDateTime(link.expiresAt, timezone)}.
          </p>
          <TextField
            aria-label="Password link"
            value={link.url}
            readOnly
            onFocus={(event) => event.currentTarget.select()}
          />
          <DialogActions>
            <CopyLink url={link.url} />
            <Button variant="primary" data-autofocus onClick={onClose}>
              Done
            </Button>
          </DialogActions>
        </div>
      )}
    </Dialog>
  );
}

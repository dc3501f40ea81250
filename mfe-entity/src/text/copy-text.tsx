import { useHost } from '@cairn/host';
import { IconButton } from '@cairn/ui';
import { Check, Copy, Link2 } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import styles from './copy-text.module.css';

const CONFIRM_MS = 2_000;

/** A button that puts a text on the clipboard and confirms it. */
export function CopyButton({
  text,
  label,
  done = 'Copied',
  link = false,
  size = 'small',
}: {
  text: string;
  label: string;
  done?: string;
  link?: boolean;
  size?: 'small' | 'medium';
}): ReactNode {
  const host = useHost();
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return undefined;
    const timer = setTimeout(() => setCopied(false), CONFIRM_MS);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = () => {
    navigator.clipboard.writeText(text).then(
      () => setCopied(true),
      () => host.toast({ kind: 'error', message: 'The browser did not allow copying.' }),
    );
  };
  const Idle = link ? Link2 : Copy;
  return (
    <IconButton size={size} label={copied ? done : label} onClick={copy}>
      {copied ? <Check size={14} aria-hidden /> : <Idle size={link ? 16 : 13} aria-hidden />}
    </IconButton>
  );
}

/** A monospaced text: one line on the page, the full text on the clipboard. */
export function CopyText({
  text,
  shown = text,
  label,
}: {
  text: string;
  shown?: string;
  label: string;
}): ReactNode {
  return (
    <span className={styles.copy}>
      <code title={shown === text ? undefined : text}>{shown}</code>
      <CopyButton text={text} label={label} />
    </span>
  );
}

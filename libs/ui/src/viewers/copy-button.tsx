import { IconButton } from '@cairn/ui';
import { Check, Copy } from 'lucide-react';
import { useEffect, useState, type ReactNode } from 'react';

/** How long the copy button confirms (W§9). */
export const COPIED_MS = 3_000;

/** Puts a text on the clipboard, and confirms it by its icon. */
export function CopyIcon({
  text,
  label,
  disabled = false,
}: {
  text: string;
  label: string;
  disabled?: boolean;
}): ReactNode {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return undefined;
    const timer = setTimeout(() => setCopied(false), COPIED_MS);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = () => {
    navigator.clipboard.writeText(text).then(
      () => setCopied(true),
      // Where the browser does not allow it, the icon confirms nothing (W§8).
      (error: unknown) => console.warn('The text was not copied.', error),
    );
  };
  return (
    <IconButton size="small" label={copied ? 'Copied' : label} disabled={disabled} onClick={copy}>
      {copied ? <Check size={14} aria-hidden /> : <Copy size={14} aria-hidden />}
    </IconButton>
  );
}

import { useHost } from '@cairn/host';
import { Button } from '@cairn/ui';
import { Link2 } from 'lucide-react';
import type { ReactNode } from 'react';

/** Puts an address on the clipboard and says so. */
export function CopyLink({ url, disabled = false }: { url: string; disabled?: boolean }): ReactNode {
  const { toast } = useHost();
  const copy = () =>
    navigator.clipboard.writeText(url).then(
      () => toast({ kind: 'info', message: 'Copied the link' }),
      () => toast({ kind: 'error', message: `The link cannot be copied here. It is ${url}` }),
    );
  return (
    <Button size="small" icon={<Link2 aria-hidden />} disabled={disabled} onClick={() => void copy()}>
      Copy link
    </Button>
  );
}

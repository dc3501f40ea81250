import type { SourceSetting } from '@cairn/contracts';
import { useHost } from '@cairn/host';
import { Button } from '@cairn/ui';
import { Copy } from 'lucide-react';
import type { ReactNode } from 'react';

/** Copies what a setting wants to be pasted in the tool first. */
export function CopySetting({ label, text }: NonNullable<SourceSetting['copy']>): ReactNode {
  const { toast } = useHost();
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => toast({ kind: 'info', message: 'Copied' }),
      () => toast({ kind: 'error', message: 'The browser does not let pages copy.' }),
    );
  return (
    <div>
      <Button size="small" icon={<Copy aria-hidden />} onClick={() => void copy()}>
        {label}
      </Button>
    </div>
  );
}

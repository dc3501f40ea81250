import { useHost } from '@cairn/host';
import { MarkdownViewer } from '@cairn/ui/viewers';
import { saveTextAsPdf } from '@cairn/views/save-text';
import type { ReactNode } from 'react';
import { Folded } from './folded.tsx';
import { linkWords } from './linked-words.tsx';

/** A text in markdown of an entity: folded, with links to what it names, to be copied and saved as a PDF. */
export function Described({ text, name }: { text: string; name: string }): ReactNode {
  const { toast } = useHost();
  const save = (part: Element) => {
    saveTextAsPdf(part).catch((error: unknown) => {
      const reason = error instanceof Error ? error.message : 'Try again.';
      toast({ kind: 'error', message: `The file could not be made. ${reason}` });
    });
  };
  return (
    <Folded>
      <MarkdownViewer isCompact name={name} text={text} words={linkWords} onDownload={save} />
    </Folded>
  );
}

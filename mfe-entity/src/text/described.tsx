import { MarkdownViewer } from '@cairn/ui/viewers';
import { useSaveText } from '@cairn/views/save-text';
import type { ReactNode } from 'react';
import { Folded } from './folded.tsx';
import { linkWords } from './linked-words.tsx';

/** A text in markdown of an entity: folded, with links to what it names, to be copied and saved as a PDF. */
export function Described({ text, name }: { text: string; name: string }): ReactNode {
  return (
    <Folded>
      <MarkdownViewer isCompact name={name} text={text} words={linkWords} onDownload={useSaveText()} />
    </Folded>
  );
}

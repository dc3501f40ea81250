import { MarkdownCard } from './markdown-card-state.ts';
import { FileText } from 'lucide-react';
import { defineCard } from '../card-type.tsx';
import { MarkdownCardBody } from './markdown-card-body.tsx';
import { MarkdownCardEditor } from './markdown-card-editor.tsx';
import { markdownTitle } from './markdown-title.ts';

/** A text with headings, lists and links. */
export const markdownCard = defineCard<MarkdownCard>({
  state: MarkdownCard,
  defaultSize: { w: 6, h: 3 },
  minSize: { w: 2, h: 2 },
  offer: {
    label: 'Add Markdown Card',
    hint: 'Words, lists and links',
    icon: FileText,
    make: () => ({ kind: 'markdown', markdown: '', transparent: false }),
    opensEditor: true,
  },
  titleOf: markdownTitle,
  Body: MarkdownCardBody,
  Editor: MarkdownCardEditor,
});

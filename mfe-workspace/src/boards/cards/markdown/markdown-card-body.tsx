import type { MarkdownCard } from './markdown-card-state.ts';
import { useHost } from '@cairn/host';
import { Markdown, Menu, Text } from '@cairn/ui';
import { ExportItems } from '@cairn/views/export-items';
import { Copy } from 'lucide-react';
import { useRef, type ReactNode, type RefObject } from 'react';
import { CardShell } from '../card-shell.tsx';
import type { CardProps } from '../card-type.tsx';
import styles from './markdown-card.module.css';
import { markdownTitle } from './markdown-title.ts';

/** Draws the text of a card; its first line shows only while the board is unlocked. */
export function MarkdownCardBody(props: CardProps<MarkdownCard>): ReactNode {
  const { card, unlocked, onEdit, onRemove } = props;
  const frame = useRef<HTMLDivElement>(null);
  const title = unlocked && (
    <Text tone="faint" className={styles.title}>
      Text
    </Text>
  );
  return (
    <CardShell
      name={markdownTitle(card)}
      title={title}
      menu={<TextItems text={card.markdown} frame={frame} />}
      transparent={card.transparent}
      {...{ unlocked, onEdit, onRemove }}
    >
      <div
        ref={frame}
        className={styles.text}
        data-pdf={markdownTitle(card)}
        data-bare={unlocked ? undefined : true}
      >
        {card.markdown.trim() ? (
          <Markdown text={card.markdown} />
        ) : (
          <Text as="p" tone="faint">
            {unlocked ? 'Nothing written yet. Edit this card from its menu.' : ''}
          </Text>
        )}
      </div>
    </CardShell>
  );
}

interface TextItemsProps {
  readonly text: string;
  readonly frame: RefObject<HTMLDivElement | null>;
}

/** Copies the text or saves it as it is drawn, as a `MarkdownViewer` does: neither without a text (W§8). */
function TextItems({ text, frame }: TextItemsProps): ReactNode {
  const { toast } = useHost();
  const isEmpty = text.trim() === '';
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => toast({ kind: 'info', message: 'Copied the text' }),
      // Where the browser does not allow it, nothing confirms it.
      () => undefined,
    );
  return (
    <>
      <Menu.Item leftSection={<Copy size={16} />} disabled={isEmpty} onClick={() => void copy()}>
        Copy text
      </Menu.Item>
      <ExportItems part={() => frame.current} formats={['text pdf']} disabled={isEmpty} />
    </>
  );
}

import { IconButton, Markdown, Menu, Text, type MarkdownProps } from '@cairn/ui';
import { Ellipsis, FileDown } from 'lucide-react';
import { useRef, type ReactNode } from 'react';
import { CopyIcon } from './copy-button.tsx';
import styles from './markdown-viewer.module.css';

/** Shown where there is no text (W§8). */
export const NO_TEXT = 'none of the queries returned any data';

export interface MarkdownViewerProps {
  text: string;
  /** What is copied, where only a part of it is shown yet. */
  copied?: string;
  /** Names the text, and the file that it is saved as. */
  name: string;
  /** Draws the plain words of the text, for instance with links in them. */
  words?: NonNullable<MarkdownProps['words']>;
  /** Saves the drawn text as a PDF; without it there is no such button. */
  onDownload?: (part: Element) => void;
  /** Further actions, as items of a menu. */
  actions?: ReactNode;
  /** Puts the actions beside the text. */
  isCompact?: boolean;
}

/** Markdown with its actions: copy, PDF, and those of its place (W§2.8). */
export function MarkdownViewer({
  text,
  copied = text,
  name,
  words,
  onDownload,
  actions,
  isCompact = false,
}: MarkdownViewerProps): ReactNode {
  const body = useRef<HTMLDivElement>(null);
  const isEmpty = text.trim() === '';
  return (
    <section className={styles.viewer} aria-label={name} data-compact={isCompact || undefined}>
      <div className={styles.actions}>
        <CopyIcon text={copied} label="Copy text" disabled={copied.trim() === ''} />
        {onDownload && (
          <IconButton
            size="small"
            label="Download PDF"
            disabled={isEmpty}
            onClick={() => body.current && onDownload(body.current)}
          >
            <FileDown size={14} aria-hidden />
          </IconButton>
        )}
        {actions && (
          <Menu position="bottom-end">
            <Menu.Target>
              <IconButton size="small" label={`More for ${name}`}>
                <Ellipsis size={14} aria-hidden />
              </IconButton>
            </Menu.Target>
            <Menu.Dropdown>{actions}</Menu.Dropdown>
          </Menu>
        )}
      </div>
      <div ref={body} className={styles.text} data-pdf={name}>
        {isEmpty ? (
          <Text tone="muted">{NO_TEXT}</Text>
        ) : (
          <Markdown text={text} {...(words ? { words } : {})} />
        )}
      </div>
    </section>
  );
}

import type { ReactNode } from 'react';
import ReactMarkdown from 'react-markdown';
import type { MarkdownProps } from './markdown.tsx';
import styles from './markdown-text.module.css';

const FENCE = /^```(?:markdown|md)?\n([\s\S]*?)\n```$/;

/** Removes a code fence that encloses the whole text (W§5). */
export function withoutFence(text: string): string {
  return FENCE.exec(text.trim())?.[1] ?? text;
}

function OutsideLink({ href, children }: { href?: string; children?: ReactNode }): ReactNode {
  // What is left of an address that may not be opened.
  if (!href) return children;
  return (
    <a href={href} target="_blank" rel="noreferrer noopener">
      {children}
    </a>
  );
}

/** The renderer of `Markdown`, loaded on demand. */
export function MarkdownText({ text, images = false }: MarkdownProps): ReactNode {
  return (
    <div className={styles.markdown}>
      <ReactMarkdown skipHtml disallowedElements={images ? [] : ['img']} components={{ a: OutsideLink }}>
        {withoutFence(text)}
      </ReactMarkdown>
    </div>
  );
}

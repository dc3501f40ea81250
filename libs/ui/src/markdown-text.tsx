import { Fragment, useMemo, type ReactNode } from 'react';
import ReactMarkdown, { type Components } from 'react-markdown';
import remarkGfm from 'remark-gfm';
import type { MarkdownProps } from './markdown.tsx';
import styles from './markdown-text.module.css';

/** Tables, crossed out words, task lists and bare addresses. */
const PLUGINS = [remarkGfm];

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

const WORDED = ['p', 'li', 'em', 'strong', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'td', 'th'] as const;

/** A table that scrolls by itself, so that a wide one does not move the page. */
function WideTable({ children }: { children?: ReactNode }): ReactNode {
  return (
    <div className={styles.table} tabIndex={0} role="group" aria-label="Table">
      <table>{children}</table>
    </div>
  );
}

/** Elements whose own text is drawn by `words`; that of code and links stays. */
function worded(words: NonNullable<MarkdownProps['words']>): Components {
  const draw = (children: ReactNode) =>
    (Array.isArray(children) ? (children as ReactNode[]) : [children]).map((child, at) => (
      <Fragment key={at}>{typeof child === 'string' ? words(child) : child}</Fragment>
    ));
  return Object.fromEntries(
    WORDED.map((Tag) => [Tag, ({ children }: { children?: ReactNode }) => <Tag>{draw(children)}</Tag>]),
  );
}

/** The renderer of `Markdown`, loaded on demand. */
export function MarkdownText({ text, images = false, words }: MarkdownProps): ReactNode {
  const components = useMemo(
    () => ({ a: OutsideLink, table: WideTable, ...(words ? worded(words) : {}) }),
    [words],
  );
  return (
    <div className={styles.markdown}>
      <ReactMarkdown
        remarkPlugins={PLUGINS}
        skipHtml
        disallowedElements={images ? [] : ['img']}
        components={components}
      >
        {withoutFence(text)}
      </ReactMarkdown>
    </div>
  );
}

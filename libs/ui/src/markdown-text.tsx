import { Fragment, useMemo, type ReactNode } from 'react';
import ReactMarkdown, { type Components } from 'react-markdown';
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

const WORDED = ['p', 'li', 'em', 'strong', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'td', 'th'] as const;

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
  const components = useMemo(() => ({ a: OutsideLink, ...(words ? worded(words) : {}) }), [words]);
  return (
    <div className={styles.markdown}>
      <ReactMarkdown skipHtml disallowedElements={images ? [] : ['img']} components={components}>
        {withoutFence(text)}
      </ReactMarkdown>
    </div>
  );
}

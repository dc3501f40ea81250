import type { ClipboardEvent, ReactNode } from 'react';
import styles from './path-text.module.css';

/** A last part without spaces, or one that ends as files do. */
const LAST_PART = /^\/(?:\S+|[^/]*\.\w{1,8})$/;

/** Where the last part of a path begins, with its slash; null for a text that is no path. */
function lastPartAt(text: string): number | null {
  const at = text.lastIndexOf('/', text.length - 2);
  return at > 0 && LAST_PART.test(text.slice(at)) ? at : null;
}

/** Two parts stand side by side, which a copy would tell as two lines. */
function copyAsOne(event: ClipboardEvent): void {
  event.clipboardData.setData('text/plain', String(window.getSelection()).replaceAll('\n', ''));
  event.preventDefault();
}

/** A text on one line. Where it has no room, a path is cut before its last part, which tells it from others. */
export function PathText({ text }: { readonly text: string }): ReactNode {
  const at = lastPartAt(text);
  if (at === null) return text;
  return (
    <span className={styles.path} onCopy={copyAsOne}>
      <span>{text.slice(0, at)}</span>
      <span>{text.slice(at)}</span>
    </span>
  );
}

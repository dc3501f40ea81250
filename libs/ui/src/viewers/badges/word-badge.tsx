import { Badge } from '@cairn/ui';
import type { ReactNode } from 'react';
import { hueOf, shownWord, toneOf, type WordList } from './word-looks.ts';
import styles from './word-badge.module.css';

const LONGEST = 40;

const cut = (word: string) =>
  word.length > LONGEST
    ? `${Array.from(word.slice(0, 2 * LONGEST))
        .slice(0, LONGEST)
        .join('')}…`
    : word;

/** A word of a vocabulary, such as a status, in its colour; another word has a dot in a colour of its own. */
export function WordBadge({
  of,
  word,
  category,
}: {
  of: WordList;
  word: string;
  category?: string | null | undefined;
}): ReactNode {
  const tone = toneOf(of, word, category);
  const color = `var(--cn-chart-${String(hueOf(word))})`;
  const dot = tone ? null : <i className={styles.dot} style={{ background: color }} aria-hidden />;
  return (
    <Badge
      tone={tone === 'merged' ? 'neutral' : (tone ?? 'neutral')}
      icon={dot}
      className={`${styles.word ?? ''} ${tone === 'merged' ? (styles.merged ?? '') : ''}`}
    >
      <span className={styles.text}>{cut(shownWord(word))}</span>
    </Badge>
  );
}

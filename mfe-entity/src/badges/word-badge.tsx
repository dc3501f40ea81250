import { Badge } from '@cairn/ui';
import type { ReactNode } from 'react';
import { shortName } from '../entity/read-entity.ts';
import { hueOf, shownWord, toneOf, type WordList } from './tones.ts';
import styles from './word-badge.module.css';

const LONGEST = 40;

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
    <Badge tone={tone ?? 'neutral'} icon={dot} className={styles.word ?? ''}>
      <span className={styles.text}>{shortName(shownWord(word), LONGEST)}</span>
    </Badge>
  );
}

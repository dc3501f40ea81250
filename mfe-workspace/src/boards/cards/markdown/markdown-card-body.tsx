import type { MarkdownCard } from './markdown-card-state.ts';
import { Markdown, Text } from '@cairn/ui';
import type { ReactNode } from 'react';
import { CardShell } from '../card-shell.tsx';
import type { CardProps } from '../card-type.tsx';
import styles from './markdown-card.module.css';
import { markdownTitle } from './markdown-title.ts';

/** Draws the text of a card; its first line shows only while the board is unlocked. */
export function MarkdownCardBody(props: CardProps<MarkdownCard>): ReactNode {
  const { card, unlocked, onEdit, onRemove } = props;
  const title = unlocked && (
    <Text tone="faint" className={styles.title}>
      Text
    </Text>
  );
  return (
    <CardShell
      name={markdownTitle(card)}
      title={title}
      transparent={card.transparent}
      {...{ unlocked, onEdit, onRemove }}
    >
      <div className={styles.text} data-bare={unlocked ? undefined : true}>
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

import { Text } from '@cairn/ui';
import { CardShell } from '../card-shell.tsx';
import type { CardType } from '../card-type.tsx';
import styles from './unknown-card.module.css';

/** A card that is drawn as words alone: it can be moved and removed, and saving keeps it as it is. */
const cardInWords = (title: string, words: string): CardType => ({
  kind: '',
  defaultSize: { w: 6, h: 3 },
  minSize: { w: 2, h: 2 },
  titleOf: () => title,
  draw: ({ unlocked, onRemove }) => (
    <CardShell
      name={title}
      title={
        unlocked && (
          <Text tone="faint" className={styles.title}>
            {title}
          </Text>
        )
      }
      transparent={false}
      {...{ unlocked, onRemove }}
    >
      <Text as="p" tone="faint" className={styles.text}>
        {words}
      </Text>
    </CardShell>
  ),
});

/** Stands for a card of a type that this version does not know. */
export const unknownCard = cardInWords(
  'Unknown card',
  'This card was saved by another version of Cairn, which knows how to show it. It stays on the board.',
);

/** Stands for a card whose fields are not those of its type, such as one that a script saved. */
export const unreadableCard = cardInWords(
  'Unreadable card',
  'This card cannot be shown, because its content is not what a card of its type holds. It stays on the board as it is until you remove it.',
);

import { Text } from '@cairn/ui';
import { CardShell } from '../card-shell.tsx';
import type { CardType } from '../card-type.tsx';
import styles from './unknown-card.module.css';

const TITLE = 'Unknown card';

/** Stands for a card of a type that this version does not know. Saving keeps the card as it is. */
export const unknownCard: CardType = {
  kind: '',
  defaultSize: { w: 6, h: 3 },
  minSize: { w: 2, h: 2 },
  titleOf: () => TITLE,
  draw: ({ unlocked, onRemove }) => (
    <CardShell
      name={TITLE}
      title={
        unlocked && (
          <Text tone="faint" className={styles.title}>
            {TITLE}
          </Text>
        )
      }
      transparent={false}
      {...{ unlocked, onRemove }}
    >
      <Text as="p" tone="faint" className={styles.text}>
        This card was saved by another version of Cairn, which knows how to show it. It stays on the board.
      </Text>
    </CardShell>
  ),
};

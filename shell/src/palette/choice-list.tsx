import { Keys, Text } from '@cairn/ui';
import { PathText } from '@cairn/ui/viewers';
import type { ReactNode } from 'react';
import type { Choice } from './choice.ts';
import styles from './palette.module.css';

interface ChoiceListProps {
  id: string;
  choices: readonly Choice[];
  active: number;
  onPick: (choice: Choice) => void;
  onHover: (index: number) => void;
}

/** The choices of the palette under their headings. */
export function ChoiceList({ id, choices, active, onPick, onHover }: ChoiceListProps): ReactNode {
  return (
    <div role="listbox" id={id} aria-label="Results" className={styles['list']}>
      {choices.map((choice, index) => {
        const first = choices[index - 1]?.group !== choice.group;
        return (
          <div key={`${choice.kind}-${choice.id}`} role="presentation">
            {first && (
              <div className={styles['group']} role="presentation">
                {choice.group}
              </div>
            )}
            <div
              role="option"
              id={`${id}-${index}`}
              aria-selected={index === active}
              className={styles['choice']}
              ref={(node) => {
                if (index === active) node?.scrollIntoView({ block: 'nearest' });
              }}
              onPointerMove={() => onHover(index)}
              onClick={() => onPick(choice)}
            >
              <ChoiceText choice={choice} />
            </div>
          </div>
        );
      })}
    </div>
  );
}

function ChoiceText({ choice: { icon: Icon, label, hint, keys } }: { choice: Choice }): ReactNode {
  return (
    <>
      <Icon size={16} aria-hidden />
      <Text truncate title={label}>
        <PathText text={label} />
      </Text>
      {hint && (
        <Text truncate className={styles['hint'] ?? ''} title={hint}>
          <PathText text={hint} />
        </Text>
      )}
      {keys && (
        <span className={styles['keys']}>
          <Keys keys={keys} />
        </span>
      )}
    </>
  );
}

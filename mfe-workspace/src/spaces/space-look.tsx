import type { Space } from '@cairn/contracts/spaces';
import type { ReactNode } from 'react';
import styles from './space-look.module.css';

/** The pattern of a space in its colour. It says nothing that its name does not say. */
export function SpaceLook({
  look: { pattern, color },
  size = 'tile',
}: {
  look: Pick<Space, 'pattern' | 'color'>;
  size?: 'tile' | 'banner' | 'choice';
}): ReactNode {
  return (
    <span className={styles['look']} data-pattern={pattern} data-color={color} data-size={size} aria-hidden />
  );
}

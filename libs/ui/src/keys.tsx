import type { ReactNode } from 'react';
import styles from './keys.module.css';

/** A keyboard key. */
export function Kbd({ children }: { children: ReactNode }): ReactNode {
  return <kbd className={styles.key}>{children}</kbd>;
}

const isMac = () => /Mac|iPhone|iPad/.test(globalThis.navigator?.platform ?? '');
const KEY_NAMES: Record<string, [mac: string, other: string]> = {
  mod: ['⌘', 'Ctrl'],
  alt: ['⌥', 'Alt'],
  shift: ['⇧', 'Shift'],
  enter: ['↵', 'Enter'],
  escape: ['Esc', 'Esc'],
  arrowup: ['↑', '↑'],
  arrowdown: ['↓', '↓'],
  arrowleft: ['←', '←'],
  arrowright: ['→', '→'],
};

/** The keys of a command such as `mod+k` or `g e`, named for this computer's keyboard. */
export function Keys({ keys, className = '' }: { keys: string; className?: string }): ReactNode {
  const names = keys.split(/[\s+]+/).map((key) => {
    const known = KEY_NAMES[key.toLowerCase()];
    return known ? known[isMac() ? 0 : 1] : key.length === 1 ? key.toUpperCase() : key;
  });
  return (
    <span className={`${styles.keys} ${className}`}>
      {names.map((name, index) => (
        <Kbd key={index}>{name}</Kbd>
      ))}
    </span>
  );
}

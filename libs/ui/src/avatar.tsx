import { useState, type CSSProperties, type ReactNode } from 'react';
import styles from './avatar.module.css';

/** The sizes of avatars in pixels, and how many colours initials have (W§9). */
export const AVATAR_SIZES = [24, 32, 40] as const;
export const AVATAR_HUES = 10;

function hueOf(name: string): number {
  let sum = 0;
  for (const letter of name) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9973;
  return sum % AVATAR_HUES;
}

function initialsOf(name: string): string {
  const words = name.split(/[\s._-]+/).filter(Boolean);
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map(
    (word) => [...(word ?? '')][0] ?? '',
  );
  return letters.join('').toUpperCase() || '?';
}

/** A person's picture, or their initials on one of ten colours. It is decoration beside the name, so screen readers skip it. */
export function Avatar({
  name,
  size = 24,
  picture,
}: {
  name: string;
  size?: (typeof AVATAR_SIZES)[number];
  /** The address of the picture. */
  picture?: string | undefined;
}): ReactNode {
  const [missing, setMissing] = useState<string>();
  if (picture && picture !== missing) {
    return (
      <img
        className={styles.picture}
        src={picture}
        alt=""
        width={size}
        height={size}
        onError={() => setMissing(picture)}
      />
    );
  }
  const style = { width: size, height: size, fontSize: size * 0.4, '--cn-avatar-hue': hueOf(name) };
  return (
    <span
      className={styles.avatar}
      aria-hidden
      data-initials={initialsOf(name)}
      style={style as CSSProperties}
    />
  );
}

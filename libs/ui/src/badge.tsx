import { X } from 'lucide-react';
import type { CSSProperties, ReactNode } from 'react';

export type Tone = 'neutral' | 'accent' | 'good' | 'warn' | 'bad';

/** A word about a thing; the tone only repeats what the word says. */
export function Badge({
  tone = 'neutral',
  icon,
  className = '',
  children,
}: {
  tone?: Tone;
  icon?: ReactNode;
  className?: string;
  children: ReactNode;
}): ReactNode {
  return (
    <span className={`cn-badge ${className}`} data-tone={tone}>
      {icon}
      {children}
    </span>
  );
}

export interface ChipProps {
  children: ReactNode;
  /** What the remove button is called, e.g. "Remove filter Repository". */
  removeLabel?: string;
  onRemove?: () => void;
  onClick?: () => void;
}

/** A small token such as a filter or a tag, that may be opened and removed. */
export function Chip({ children, removeLabel = 'Remove', onRemove, onClick }: ChipProps): ReactNode {
  return (
    <span className="cn-chip">
      {onClick ? (
        <button type="button" className="cn-chip__body" onClick={onClick}>
          {children}
        </button>
      ) : (
        <span className="cn-chip__body">{children}</span>
      )}
      {onRemove && (
        <button type="button" className="cn-chip__remove" aria-label={removeLabel} onClick={onRemove}>
          <X size={12} aria-hidden />
        </button>
      )}
    </span>
  );
}

/** One key as printed on a keyboard. */
export function Kbd({ children }: { children: ReactNode }): ReactNode {
  return <kbd className="cn-kbd">{children}</kbd>;
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

/** The keys of a command such as `mod+k` or `g e`, as this computer's keyboard names them. */
export function Keys({ keys, className = '' }: { keys: string; className?: string }): ReactNode {
  const names = keys.split(/[\s+]+/).map((key) => {
    const known = KEY_NAMES[key.toLowerCase()];
    return known ? known[isMac() ? 0 : 1] : key.length === 1 ? key.toUpperCase() : key;
  });
  return (
    <span className={`cn-keys ${className}`}>
      {names.map((name, index) => (
        <Kbd key={index}>{name}</Kbd>
      ))}
    </span>
  );
}

function hueOf(name: string): number {
  let sum = 0;
  for (const letter of name) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9973;
  return sum % 10;
}

function initialsOf(name: string): string {
  const words = name.split(/[\s._-]+/).filter(Boolean);
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map(
    (word) => [...(word ?? '')][0] ?? '',
  );
  return letters.join('').toUpperCase() || '?';
}

/** A person's initials on one of ten colours; decoration beside the name, so it is hidden from screen readers. */
export function Avatar({ name, size = 24 }: { name: string; size?: 24 | 32 | 40 }): ReactNode {
  const style = { width: size, height: size, fontSize: size * 0.4, '--cn-avatar-hue': hueOf(name) };
  return (
    <span className="cn-avatar" aria-hidden data-initials={initialsOf(name)} style={style as CSSProperties} />
  );
}

import { lazyComponent } from '@cairn/ui';
import { Suspense, useRef, useState, type FormEvent, type KeyboardEvent, type ReactNode } from 'react';
import { AskBox } from '../ask-box.tsx';
import styles from './home-search.module.css';

// Home is drawn before anybody types.
const Suggestions = lazyComponent(async () => (await import('./suggestions.tsx')).Suggestions);

/** How long a text must stand still before anything is searched (ruling 18). */
const SETTLE_MS = 300;

/** Moves the focus from the box into what it offers, and between that. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('input, [data-suggestion]')];
  const at = stops.findIndex((stop) => stop === document.activeElement);
  const next = by === undefined ? undefined : stops[at + by];
  if (at < 0 || !next) return;
  event.preventDefault();
  next.focus();
}

/** The ask box of Home, which offers what a typed text names (X§2). */
export function HomeSearch(): ReactNode {
  const [text, setText] = useState('');
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const close = () => {
    clearTimeout(timer.current);
    setText('');
  };
  const onInput = ({ target }: FormEvent) => {
    if (!(target instanceof HTMLInputElement)) return;
    clearTimeout(timer.current);
    const { value } = target;
    timer.current = setTimeout(() => setText(value.trim()), SETTLE_MS);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key === 'Escape') {
      close();
      event.currentTarget.querySelector('input')?.focus();
    } else moveFocus(event);
  };
  return (
    <div
      role="presentation"
      className={styles.search}
      onInput={onInput}
      onKeyDown={onKeyDown}
      onSubmit={close}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) close();
      }}
    >
      <AskBox />
      {text !== '' && (
        <Suspense fallback={null}>
          <Suggestions text={text} />
        </Suspense>
      )}
    </div>
  );
}

import { useEffect, useEffectEvent } from 'react';

const EDITABLE = 'input, textarea, select, [contenteditable=""], [contenteditable="true"]';
const SEQUENCE_MS = 900;

/** Whether the event's own key and modifiers are those of a step such as `mod+k`, `?` or `arrowdown`. */
export function matchesKey(step: string, event: KeyboardEvent): boolean {
  const parts = step.toLowerCase().split('+');
  const key = parts.pop() ?? '';
  const mod = event.metaKey || event.ctrlKey;
  if (parts.includes('mod') !== mod || parts.includes('alt') !== event.altKey) return false;
  // A shifted sign such as ? already says that Shift is down.
  if (key.length > 1 || /[a-z]/.test(key)) {
    if (parts.includes('shift') !== event.shiftKey) return false;
  }
  return event.key.toLowerCase() === key;
}

function isTyping(event: KeyboardEvent): boolean {
  return event.target instanceof Element && event.target.matches(EDITABLE);
}

/** Runs `run` on `mod+k`, `?` or a sequence such as `g e`; keys without a modifier are left alone while a person types. */
export function useShortcut(keys: string, run: () => void, enabled = true): void {
  const act = useEffectEvent(run);
  useEffect(() => {
    if (!enabled) return undefined;
    const steps = keys.split(' ');
    let at = 0;
    let since = 0;
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || (isTyping(event) && !keys.includes('mod+'))) return;
      if (['Shift', 'Control', 'Alt', 'Meta'].includes(event.key)) return;
      if (event.timeStamp - since > SEQUENCE_MS) at = 0;
      if (!matchesKey(steps[at] ?? '', event)) at = 0;
      if (!matchesKey(steps[at] ?? '', event)) return;
      since = event.timeStamp;
      at += 1;
      if (at < steps.length) return;
      at = 0;
      event.preventDefault();
      act();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [keys, enabled]);
}

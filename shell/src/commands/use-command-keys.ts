import type { Command } from '@cairn/host';
import { matchesKey } from '@cairn/ui';
import { useEffect, useEffectEvent } from 'react';

const EDITABLE = 'input, textarea, select, [contenteditable=""], [contenteditable="true"]';
const SEQUENCE_MS = 1_200;
const MODIFIERS = new Set(['Shift', 'Control', 'Alt', 'Meta']);

/** The commands whose keys begin with the steps so far and this one. */
function continued(commands: readonly Command[], pressed: readonly KeyboardEvent[]): Command[] {
  return commands.filter(({ keys = '' }) => {
    const steps = keys.split(' ');
    return keys !== '' && pressed.every((event, index) => matchesKey(steps[index] ?? '', event));
  });
}

/** Runs commands by their keys from anywhere on the page, except for plain keys while a person types. */
export function useCommandKeys(commands: readonly Command[], enabled: boolean): void {
  const find = useEffectEvent((pressed: readonly KeyboardEvent[]) => continued(commands, pressed));
  useEffect(() => {
    if (!enabled) return undefined;
    let pressed: KeyboardEvent[] = [];
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || MODIFIERS.has(event.key)) return;
      const typing = event.target instanceof Element && event.target.matches(EDITABLE);
      if (typing && !event.metaKey && !event.ctrlKey) return;
      const before = pressed.at(-1);
      if (!before || event.timeStamp - before.timeStamp > SEQUENCE_MS) pressed = [];
      const longer = find([...pressed, event]);
      // A key that does not continue the sequence may start another one.
      const found = longer.length > 0 ? longer : find([event]);
      pressed = longer.length > 0 ? [...pressed, event] : found.length > 0 ? [event] : [];
      const whole = found.find(({ keys }) => keys?.split(' ').length === pressed.length);
      if (!whole) return;
      pressed = [];
      event.preventDefault();
      whole.run();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [enabled]);
}

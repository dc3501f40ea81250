import type { EntityDrawerProps } from '@cairn/host';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { EntityView } from './entity-view.tsx';
import type { KindPage } from './kind-page/kind-page.ts';

/** Text that is being written, where every key is a character or moves the caret. */
const WRITTEN =
  'textarea, select, [contenteditable], [role="combobox"], input:not([type="checkbox"], [type="radio"], [type="button"])';
/** Lists that the arrow keys themselves move in. */
const OWN_ARROWS = '[role="grid"], [role="menu"], [role="listbox"]';

/** The keys that move along the list. */
const STEPS: Readonly<Partial<Record<string, -1 | 1>>> = { ArrowDown: 1, ArrowUp: -1, j: 1, k: -1 };

/**
 * The content of the drawer: an entity in compact form. Arrow keys, and j and k, move through the list it was opened from, and past its end.
 */
export function EntityDrawer({
  uuid,
  siblings,
  onMove,
  onPast,
  onTitle,
  kindPages,
}: EntityDrawerProps & { kindPages?: readonly KindPage[] }): ReactNode {
  const [tab, setTab] = useState<string | null>(null);
  const move = useEffectEvent((event: KeyboardEvent) => {
    const step = STEPS[event.key];
    const isOurs =
      !event.defaultPrevented && !event.altKey && !event.ctrlKey && !event.metaKey && !event.shiftKey;
    if (!step || !isOurs) return;
    const isTaken = event.key.startsWith('Arrow') ? `${WRITTEN}, ${OWN_ARROWS}` : WRITTEN;
    if (event.target instanceof Element && event.target.closest(isTaken)) return;
    const next = siblings[siblings.indexOf(uuid) + step];
    if (!siblings.includes(uuid)) return;
    event.preventDefault();
    if (next) onMove(next);
    else onPast?.(step);
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => move(event);
    // In the capture phase, before the commands of the page beneath and radios, which would take the key.
    document.addEventListener('keydown', listener, { capture: true });
    return () => document.removeEventListener('keydown', listener, { capture: true });
  }, []);
  return (
    <EntityView
      uuid={uuid}
      frame="drawer"
      tab={tab}
      onTab={setTab}
      onTitle={(title) => onTitle(title)}
      kindPages={kindPages}
    />
  );
}

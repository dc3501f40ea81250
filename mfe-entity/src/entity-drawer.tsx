import type { EntityDrawerProps } from '@cairn/host';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { EntityView } from './entity-view.tsx';
import type { KindPage } from './kind-page/kind-page.ts';

/** Elements that handle the arrow keys themselves. */
const OWN_ARROWS =
  'input, textarea, select, [role="grid"], [role="tablist"], [role="menu"], [role="listbox"], [role="radiogroup"], [contenteditable]';

/**
 * The content of the drawer: an entity in compact form. Arrow keys move through the list it was opened from.
 */
export function EntityDrawer({
  uuid,
  siblings,
  onMove,
  onTitle,
  kindPages,
}: EntityDrawerProps & { kindPages?: readonly KindPage[] }): ReactNode {
  const [tab, setTab] = useState<string | null>(null);
  const move = useEffectEvent((event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    const isOurs =
      !event.defaultPrevented && !event.altKey && !event.ctrlKey && !event.metaKey && !event.shiftKey;
    if (!step || !isOurs || (event.target instanceof Element && event.target.closest(OWN_ARROWS))) return;
    const next = siblings[siblings.indexOf(uuid) + step];
    if (!next || !siblings.includes(uuid)) return;
    event.preventDefault();
    onMove(next);
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => move(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);
  return (
    <EntityView uuid={uuid} frame="drawer" tab={tab} onTab={setTab} onTitle={onTitle} kindPages={kindPages} />
  );
}

import type { EntityDrawerProps } from '@cairn/host';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { EntityView } from './entity-view.tsx';
import type { TabId } from './tabs.ts';

/** What has a use of its own for the arrow keys. */
const OWN_ARROWS =
  'input, textarea, select, [role="grid"], [role="tablist"], [role="menu"], [role="listbox"], [role="radiogroup"], [contenteditable]';

/** The drawer's content: the same entity, compact; up and down move through the list it was opened from. */
export function EntityDrawer({ uuid, siblings, onMove, onTitle }: EntityDrawerProps): ReactNode {
  const [tab, setTab] = useState<TabId>('overview');
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
  return <EntityView uuid={uuid} place="drawer" tab={tab} onTab={setTab} onTitle={onTitle} />;
}

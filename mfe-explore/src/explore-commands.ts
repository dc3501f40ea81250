import { useHost } from '@cairn/host';
import { emptyQuery } from '@cairn/query';
import { AUTOMATIC_VIEW } from '@cairn/views';
import { useEffect, useEffectEvent } from 'react';
import type { ExploreAddress } from './address/address.ts';

/** Moves the focus to the rows of the answer, where j, k and the arrows move on. */
function toRows(): void {
  if (document.querySelector('[role="dialog"]')) return;
  document.querySelector<HTMLElement>('main [role="grid"] [role="row"][tabindex="0"]')?.focus();
}

/** Adds the page's commands to Ctrl K. */
export function useExploreCommands(update: (change: Partial<ExploreAddress>) => void): void {
  const host = useHost();
  const startEmpty = useEffectEvent(() =>
    update({ query: emptyQuery(host.org.id), view: AUTOMATIC_VIEW, title: undefined, saved: undefined }),
  );
  const copyLink = useEffectEvent(async () => {
    await navigator.clipboard.writeText(location.href);
    host.toast({ kind: 'info', message: 'Copied the link' });
  });
  useEffect(
    () =>
      host.addCommands([
        { id: 'explore.new', label: 'Start empty query', group: 'Explore', run: startEmpty },
        {
          id: 'explore.copy',
          label: 'Copy link to this query',
          group: 'Explore',
          run: () => void copyLink(),
        },
        { id: 'explore.rows', label: 'To the rows', group: 'Explore', keys: 'j', run: toRows },
      ]),
    [host],
  );
}

import { orgDenial, type View } from '@cairn/contracts';
import { actorOf, useHost } from '@cairn/host';
import type { Query } from '@cairn/query';
import { Menu } from '@cairn/ui';
import { Bug } from 'lucide-react';
import { useState, type ReactNode } from 'react';

/** The entry of a card's menu that shows how its query is asked and answered, and what it opens (W§6). */
export function useDebugCard(
  query: Query,
  view: View,
): { readonly item: ReactNode; readonly dialog: ReactNode } {
  const host = useHost();
  const [isOpen, setOpen] = useState(false);
  const mayDebug = orgDenial(actorOf(host).role, 'explainQueries') === null && query.select.length > 0;
  if (!mayDebug) return { item: null, dialog: null };
  return {
    item: (
      <Menu.Item leftSection={<Bug size={14} />} onClick={() => setOpen(true)}>
        Debug Data
      </Menu.Item>
    ),
    dialog: isOpen && host.renderPart('explore/DebugQuery', { query, view, onClose: () => setOpen(false) }),
  };
}

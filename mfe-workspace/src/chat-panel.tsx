import type { ChatPanelProps } from '@cairn/host';
import { lazyComponent, TableSkeleton } from '@cairn/ui';
import { Suspense, type ReactNode } from 'react';

const InlineChat = lazyComponent(async () => (await import('./chat/inline-chat.tsx')).InlineChat);

/** A conversation about the queries of a page, beside it (W§2.9). */
export function ChatPanel(props: ChatPanelProps): ReactNode {
  return (
    <Suspense fallback={<TableSkeleton rows={4} columns={1} />}>
      <InlineChat {...props} />
    </Suspense>
  );
}

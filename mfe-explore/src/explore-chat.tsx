import { useHost } from '@cairn/host';
import { IconButton } from '@cairn/ui';
import { MessagesSquare } from 'lucide-react';
import { useMemo, useState, type ReactNode } from 'react';
import type { ExploreAddress } from './address/address.ts';

const NAME_LENGTH = 200;

interface ExploreChatProps {
  readonly address: ExploreAddress;
  /** The query in words. */
  readonly title: string;
}

/** Opens the conversation about the query of the page, beside it (W§2.9). */
export function ExploreChat(props: ExploreChatProps): ReactNode {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <IconButton label="Chat about this query" aria-pressed={isOpen} onClick={() => setOpen(!isOpen)}>
        <MessagesSquare size={16} aria-hidden />
      </IconButton>
      {isOpen && <Conversation {...props} onClose={() => setOpen(false)} />}
    </>
  );
}

function Conversation({ address, title, onClose }: ExploreChatProps & { onClose: () => void }): ReactNode {
  const { renderPart } = useHost();
  const { query, view } = address;
  const name = (address.title ?? title).slice(0, NAME_LENGTH);
  const sources = useMemo(() => [{ title: name, query, view }], [name, query, view]);
  return renderPart('workspace/ChatPanel', {
    place: 'explore',
    title: name,
    sources,
    within: query,
    onClose,
  });
}

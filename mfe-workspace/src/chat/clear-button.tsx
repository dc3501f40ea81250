import { useHost } from '@cairn/host';
import { IconButton } from '@cairn/ui';
import { Eraser } from 'lucide-react';
import type { ReactNode } from 'react';
import type { OpenConversation } from './use-conversation.ts';

/** Forgets what was said, with a way back; the data sources stay. */
export function ClearButton({ conversation }: { conversation: OpenConversation }): ReactNode {
  const { toast } = useHost();
  const { messages, isThinking, clear } = conversation;
  if (messages.length === 0) return null;
  const onClear = () => toast({ kind: 'undo', message: 'Cleared the conversation', onUndo: clear() });
  return (
    <IconButton label="Clear the conversation" disabled={isThinking} onClick={onClear}>
      <Eraser size={16} aria-hidden />
    </IconButton>
  );
}

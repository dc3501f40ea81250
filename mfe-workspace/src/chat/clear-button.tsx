import { IconButton } from '@cairn/ui';
import { Eraser } from 'lucide-react';
import type { ReactNode } from 'react';
import type { OpenConversation } from './use-conversation.ts';

/** Forgets what was said; the data sources stay. */
export function ClearButton({ conversation }: { conversation: OpenConversation }): ReactNode {
  const { messages, isThinking, clear } = conversation;
  if (messages.length === 0) return null;
  return (
    <IconButton label="Clear the conversation" disabled={isThinking} onClick={clear}>
      <Eraser size={16} aria-hidden />
    </IconButton>
  );
}

import type { ChatSource } from '@cairn/contracts/chat-replies';
import type { Query } from '@cairn/query';
import { lazyComponent, TableSkeleton } from '@cairn/ui';
import { Suspense, useRef, useState, type ReactNode } from 'react';
import { ChatInput } from './chat-input.tsx';
import styles from './chat.module.css';
import { ClearButton } from './clear-button.tsx';
import { ContextPills } from './context-pills.tsx';
import { MessageList } from './message-list.tsx';
import { useConversation } from './use-conversation.ts';
import { Welcome } from './welcome.tsx';

const SourcesView = lazyComponent(async () => (await import('./sources-view.tsx')).SourcesView);

export interface ChatProps {
  /** Tells this conversation from others. */
  readonly place: string;
  /** The queries of the page. */
  readonly given: readonly ChatSource[];
  /** The dates and filters of the page; without a page the conversation has dates of its own. */
  readonly within?: Query | undefined;
  /** Draws the header around its button that clears the conversation. */
  readonly header: (clear: ReactNode) => ReactNode;
}

/** A conversation: its messages or its data sources, the pills of what it is about, and the input (W§2.9). */
export function Chat({ place, given, within, header }: ChatProps): ReactNode {
  const conversation = useConversation(place, given, within);
  const [shown, setShown] = useState<'messages' | 'sources'>('messages');
  const input = useRef<HTMLTextAreaElement>(null);
  const send = (text: string) => {
    const isSent = conversation.send(text);
    if (isSent) input.current?.focus();
    return isSent;
  };
  if (shown === 'sources') {
    return (
      <div className={styles.chat}>
        {header(null)}
        <Suspense fallback={<TableSkeleton rows={4} columns={2} />}>
          <SourcesView conversation={conversation} given={given.length} onBack={() => setShown('messages')} />
        </Suspense>
      </div>
    );
  }
  return (
    <div className={styles.chat}>
      {header(<ClearButton conversation={conversation} />)}
      {conversation.messages.length === 0 ? (
        <Welcome onSend={send} />
      ) : (
        <MessageList conversation={conversation} onSend={send} />
      )}
      <div className={styles.foot}>
        <ContextPills conversation={conversation} within={within} onSources={() => setShown('sources')} />
        <ChatInput input={input} isThinking={conversation.isThinking} onSend={send} />
      </div>
    </div>
  );
}

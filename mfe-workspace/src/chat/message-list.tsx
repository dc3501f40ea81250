import { Button, Text } from '@cairn/ui';
import { useEffect, useRef, type ReactNode } from 'react';
import { BotMessage } from './bot-message.tsx';
import styles from './chat.module.css';
import type { OpenConversation } from './use-conversation.ts';

interface MessageListProps {
  conversation: OpenConversation;
  onSend: (text: string) => void;
}

/** The messages of a conversation, which is scrolled to the last one, and what may be asked next. */
export function MessageList({ conversation, onSend }: MessageListProps): ReactNode {
  const { messages, isThinking, arriving } = conversation;
  const list = useRef<HTMLDivElement>(null);
  const last = messages.at(-1);
  useEffect(() => {
    const mine = [...(list.current?.querySelectorAll('[data-sender="user"]') ?? [])].at(-1);
    mine?.scrollIntoView({ block: 'start' });
  }, [messages.length]);
  return (
    <div className={styles.messages} ref={list} tabIndex={0} role="log" aria-label="Conversation">
      {messages.map((message) =>
        message.sender === 'user' ? (
          <p key={message.id} className={styles.mine} data-sender="user">
            {message.text}
          </p>
        ) : (
          <BotMessage key={message.id} message={message} isArriving={message.id === arriving} />
        ),
      )}
      {isThinking && (
        <Text as="p" tone="muted" className={styles.thinking} role="status">
          Thinking...
        </Text>
      )}
      {!isThinking && last && last.prompts.length > 0 && (
        <div className={styles.prompts} role="group" aria-label="What may be asked next">
          {last.prompts.map(({ title, prompt }) => (
            <Button key={title} size="small" onClick={() => onSend(prompt)}>
              {title}
            </Button>
          ))}
        </div>
      )}
    </div>
  );
}

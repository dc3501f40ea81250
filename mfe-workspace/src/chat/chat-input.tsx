import { QUESTION_LENGTH } from '@cairn/contracts';
import { IconButton } from '@cairn/ui';
import { TextArea } from '@cairn/ui/fields';
import { SendHorizontal } from 'lucide-react';
import { useState, type KeyboardEvent, type ReactNode, type RefObject } from 'react';
import styles from './chat.module.css';

/** The most rows of the input (W§9). */
export const CHAT_ROWS = 4;

interface ChatInputProps {
  input: RefObject<HTMLTextAreaElement | null>;
  isThinking: boolean;
  /** False when the text was not sent, so that it stays. */
  onSend: (text: string) => boolean;
}

/** The input of a conversation: Enter sends, Shift+Enter begins a line. */
export function ChatInput({ input, isThinking, onSend }: ChatInputProps): ReactNode {
  const [text, setText] = useState('');
  const send = () => {
    if (onSend(text)) setText('');
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send();
  };
  return (
    <div className={styles.input}>
      <TextArea
        ref={input}
        className={styles.field ?? ''}
        aria-label="Message"
        placeholder="Ask a question about your data..."
        autosize
        minRows={1}
        maxRows={CHAT_ROWS}
        maxLength={QUESTION_LENGTH}
        data-autofocus
        autoFocus
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <IconButton label="Send" disabled={isThinking || text.trim() === ''} onClick={send}>
        <SendHorizontal size={16} aria-hidden />
      </IconButton>
    </div>
  );
}

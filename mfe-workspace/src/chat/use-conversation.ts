import { conversationClient } from '@cairn/client/chat';
import { MOST_CHAT_SOURCES, type ChatReply, type ChatSource } from '@cairn/contracts/chat-replies';
import { useHost } from '@cairn/host';
import type { Query } from '@cairn/query';
import type { DateRange } from '@cairn/ui';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { chatFailureOf, EMPTY_REPLY, NO_ORG } from './chat-failures.ts';
import {
  botMessage,
  errorMessage,
  NEW_CONVERSATION,
  storeConversation,
  storedConversation,
  userMessage,
  type ChatMessage,
  type Conversation,
} from './conversation.ts';
import { rangeAsQuery, withinRange } from './within-range.ts';

const isEmpty = ({ summary, answers, entities }: ChatReply) =>
  summary.trim() === '' && answers.length === 0 && entities.length === 0;

/** What is taken out of a conversation; each gives what puts it back. */
function removalsOf(
  kept: Conversation,
  setKept: (change: (now: Conversation) => Conversation) => void,
  reset: () => void,
) {
  return {
    /** Forgets what was said; it comes back before anything that was said since. */
    clear: () => {
      const { messages, conversationId } = kept;
      reset();
      setKept((now) => ({ ...NEW_CONVERSATION, added: now.added, range: now.range }));
      return () =>
        setKept((now) => ({
          ...now,
          messages: [...messages, ...now.messages],
          ...(conversationId ? { conversationId } : {}),
        }));
    },
    /** Drops an added source. */
    remove: (at: number) => {
      const source = kept.added[at];
      setKept((now) => ({ ...now, added: now.added.filter((_, index) => index !== at) }));
      return () => {
        if (source) setKept((now) => ({ ...now, added: now.added.toSpliced(at, 0, source) }));
      };
    },
  };
}

/** A conversation about data sources, which this tab keeps over a reload. */
export function useConversation(place: string, given: readonly ChatSource[], within: Query | undefined) {
  const { org, user, timezone } = useHost();
  const [kept, setKept] = useState(() => storedConversation(user.id, org.id, place));
  const [arriving, setArriving] = useState<string | null>(null);
  useEffect(() => storeConversation(user.id, org.id, place, kept), [kept, user.id, org.id, place]);
  const say = (message: ChatMessage, conversationId?: string) =>
    setKept((now) => ({
      ...now,
      messages: [...now.messages, message],
      ...(conversationId ? { conversationId } : {}),
    }));
  const sources = [...given, ...kept.added].map((source) => withinRange(source, kept.range));
  const page = within ?? rangeAsQuery(kept.range);
  const ask = useMutation({
    mutationFn: async (prompt: string) => {
      if (!org.id) throw new Error(NO_ORG);
      const input = {
        mode: 'AGENT' as const,
        sections: [{ prompt, queries: sources.slice(0, MOST_CHAT_SOURCES) }],
        timezone,
        ...(page ? { within: page } : {}),
        ...(kept.conversationId ? { conversationId: kept.conversationId } : {}),
      };
      const { data } = await conversationClient.replyToMessage({ params: { orgId: org.id }, input });
      if (isEmpty(data)) throw new Error(EMPTY_REPLY);
      return data;
    },
    onSuccess: (reply) => {
      const message = botMessage(reply);
      setArriving(message.id);
      say(message, reply.conversationId);
    },
    onError: (error, prompt) => say(errorMessage(chatFailureOf(error), { title: 'Try again', prompt })),
  });
  return {
    messages: kept.messages,
    isThinking: ask.isPending,
    /** The message that is being shown word by word. */
    arriving,
    sources,
    added: kept.added,
    range: kept.range,
    /** Sends a text; one that says nothing, or comes while an answer is awaited, is not sent. */
    send: (text: string) => {
      const prompt = text.trim();
      if (prompt === '' || ask.isPending) return false;
      say(userMessage(prompt));
      ask.mutate(prompt);
      return true;
    },
    ...removalsOf(kept, setKept, ask.reset),
    setRange: (range: DateRange | null) => setKept((now) => ({ ...now, range })),
    add: (source: ChatSource) => setKept((now) => ({ ...now, added: [...now.added, source] })),
  };
}

export type OpenConversation = ReturnType<typeof useConversation>;

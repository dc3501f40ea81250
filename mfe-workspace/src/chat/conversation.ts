import { ChatReply, ChatSource, type ChatPrompt } from '@cairn/contracts/chat-replies';
import type { DateRange } from '@cairn/ui';
import { z } from 'zod';

const Reply = ChatReply.pick({ answers: true, entities: true, listsTeams: true, topicName: true });

const ChatMessage = z.object({
  id: z.string(),
  sender: z.enum(['user', 'bot']),
  text: z.string(),
  prompts: z.array(z.object({ title: z.string(), prompt: z.string() })).default([]),
  copyEnabled: z.boolean().default(false),
  isError: z.boolean().default(false),
  /** What the assistant answered beside its words. */
  reply: Reply.nullable().default(null),
});
/** A message of a conversation (W§3). */
export type ChatMessage = z.infer<typeof ChatMessage>;

const Conversation = z.object({
  conversationId: z.string().optional(),
  messages: z.array(ChatMessage),
  /** The data sources that the user added. */
  added: z.array(ChatSource),
  range: z
    .union([z.object({ duration: z.string() }), z.object({ startDate: z.string(), endDate: z.string() })])
    .nullable(),
});
/** A conversation as this tab keeps it. */
export interface Conversation extends Omit<z.infer<typeof Conversation>, 'range'> {
  readonly range: DateRange | null;
}

/** A conversation in which nothing was said. */
export const NEW_CONVERSATION: Conversation = { messages: [], added: [], range: null };

/** The most messages that are kept. */
const MOST_MESSAGES = 100;

const keyOf = (userId: string, orgId: string, place: string) => `cairn.chat.${userId}.${orgId}.${place}`;

/** Reads the conversation that this tab keeps for a place; a new one where none can be read. */
export function storedConversation(userId: string, orgId: string, place: string): Conversation {
  try {
    const text = sessionStorage.getItem(keyOf(userId, orgId, place));
    return Conversation.safeParse(JSON.parse(text ?? 'null')).data ?? NEW_CONVERSATION;
  } catch {
    return NEW_CONVERSATION;
  }
}

/** Keeps a conversation for this tab. Storage that is full or forbidden costs only the memory of it. */
export function storeConversation(
  userId: string,
  orgId: string,
  place: string,
  conversation: Conversation,
): void {
  const key = keyOf(userId, orgId, place);
  try {
    const messages = conversation.messages.slice(-MOST_MESSAGES);
    sessionStorage.setItem(key, JSON.stringify({ ...conversation, messages }));
  } catch {
    sessionStorage.removeItem(key);
  }
}

/** A message that the user sent. */
export const userMessage = (text: string): ChatMessage =>
  ChatMessage.parse({ id: crypto.randomUUID(), sender: 'user', text });

/** A message with the answer of the assistant. */
export const botMessage = (reply: ChatReply): ChatMessage =>
  ChatMessage.parse({
    id: crypto.randomUUID(),
    sender: 'bot',
    text: reply.summary,
    prompts: reply.follow_up_prompts,
    copyEnabled: true,
    reply,
  });

/** A message that says why there is no answer, and offers to ask again. */
export const errorMessage = (text: string, again: ChatPrompt): ChatMessage =>
  ChatMessage.parse({ id: crypto.randomUUID(), sender: 'bot', text, prompts: [again], isError: true });

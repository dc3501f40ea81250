import { Query } from '@cairn/query';
import { z } from 'zod';
// By its public name, so that a page has one copy of it.
import { defineContract, OrgId, QUESTION_LENGTH, View } from '@cairn/contracts';

/** The most data sources of one message. */
export const MOST_CHAT_SOURCES = 30;

/** A query that a conversation is about, with the view that it is drawn in. */
export const ChatSource = z.strictObject({
  title: z.string().max(200),
  query: Query,
  view: View.nullable().default(null),
});
export type ChatSource = z.infer<typeof ChatSource>;

const ChatPrompt = z.object({ title: z.string(), prompt: z.string() });
/** A message that is offered to be sent: what its button says, and what is sent. */
export type ChatPrompt = z.infer<typeof ChatPrompt>;

/** The prompts of an empty conversation (W§2.9). */
export const SAMPLE_PROMPTS = [
  { title: 'Performance Overview', prompt: 'Give a performance overview of this data' },
  { title: 'Trend Analysis', prompt: 'Show the trends of this data' },
  { title: 'Key Insights', prompt: 'Show the key insights of this data' },
  { title: 'Comparative Analysis', prompt: 'Compare this data with the period before' },
] as const satisfies readonly ChatPrompt[];

const NamedEntity = z.object({ uuid: z.string(), kind: z.string(), name: z.string() });

/** What the assistant answers: words, queries to draw, things of that name, and what may be asked next. */
export const ChatReply = z.object({
  summary: z.string(),
  follow_up_prompts: z.array(ChatPrompt),
  conversationId: z.string(),
  answers: z.array(z.object({ title: z.string(), query: Query, view: View.nullable() })),
  entities: z.array(NamedEntity),
  /** Whether the message asks for the list of teams. */
  listsTeams: z.boolean(),
  /** The name of a topic that the message asks for; null without one. */
  topicName: z.string().nullable(),
  /** The offline planner, or the name of the model that answered. */
  answeredBy: z.string(),
});
export type ChatReply = z.infer<typeof ChatReply>;

/** The route of svc-chat that answers a message of a conversation. */
export const chatReplyContract = defineContract({
  replyToMessage: {
    method: 'POST',
    path: '/api/{orgId}/chat/reply',
    access: 'viewer',
    summary:
      'Answers a message about data sources: with queries to draw, or with why it cannot. Nothing is stored; the id names the conversation.',
    params: z.object({ orgId: OrgId }),
    input: z.strictObject({
      mode: z.literal('AGENT'),
      sections: z
        .array(
          z.strictObject({
            prompt: z.string().trim().min(1, 'is required').max(QUESTION_LENGTH),
            queries: z.array(ChatSource).max(MOST_CHAT_SOURCES),
          }),
        )
        .length(1),
      conversationId: z.uuid().optional(),
      /** The dates and the filters of the page, for a question that names none. */
      within: Query.optional(),
      timezone: z.string().max(60).optional(),
    }),
    output: z.object({ data: ChatReply }),
    errors: ['invalid_query'],
  },
});

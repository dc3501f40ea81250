import { z } from 'zod';

/** How far a channel is read. */
const ChannelCursor = z.object({
  name: z.string(),
  isPrivate: z.boolean().catch(false),
  /** How many people belong to it, and how many did when they were listed last. */
  size: z.number().nullable().catch(null),
  listed: z.number().nullable().catch(null),
  /** The newest message of the last whole pass, and that of the pass under way. */
  top: z.string().nullable().catch(null),
  head: z.string().nullable().catch(null),
  /** The oldest message of the pass under way; it goes on before that. */
  at: z.string().nullable().catch(null),
  /** Whether this reading is over with its messages. */
  isRead: z.boolean().catch(false),
  /** Messages that the next pass meets again, with their digests; after a blank, the thread that they are in. */
  seen: z.record(z.string(), z.string()).catch({}),
  /** Who came and who left according to the messages of this reading. */
  joined: z.record(z.string(), z.number()).catch({}),
  left: z.record(z.string(), z.number()).catch({}),
});
export type ChannelCursor = z.infer<typeof ChannelCursor>;

const SlackCursor = z.object({
  /** When the reading that is under way began, in milliseconds since 1970. */
  begun: z.number().nullable().catch(null),
  /** What is read of the workspace: other channels, another day or texts need a whole reading. */
  scope: z.string().catch(''),
  /** Lists that are kept as they are now, by digest. */
  lists: z.record(z.string(), z.string()).catch({}),
  /** Whether this reading is over with its lists. */
  isListed: z.boolean().catch(false),
  /** The people of groups that can be mentioned. */
  groups: z.record(z.string(), z.array(z.string())).catch({}),
  channels: z.record(z.string(), ChannelCursor).catch({}),
  notes: z.record(z.string(), z.string()).catch({}),
});
export type SlackCursor = z.infer<typeof SlackCursor>;

/** The cursor of a reading that goes on, or that begins now. */
export function beginFrom(from: unknown, scope: string, now: number): SlackCursor {
  const kept = SlackCursor.safeParse(from);
  const cursor = kept.success && kept.data.scope === scope ? kept.data : { ...SlackCursor.parse({}), scope };
  return { ...cursor, begun: cursor.begun ?? now };
}

/** The cursor once a reading is over: the next one begins anew, from what is known now. */
export function endReading(cursor: SlackCursor): SlackCursor {
  return { ...cursor, begun: null, isListed: false };
}

/** A channel before its first pass. */
export const newChannel = (name: string, isPrivate: boolean): ChannelCursor =>
  ChannelCursor.parse({ name, isPrivate });

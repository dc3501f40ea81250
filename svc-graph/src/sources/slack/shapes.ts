import { z } from 'zod';

const Word = z.string().nullish().catch(null);
const Flag = z.boolean().nullish().catch(null);
/** A moment of Slack in seconds since 1970, as a number or a text. */
const Seconds = z
  .union([z.number(), z.string().regex(/^\d{1,12}(?:\.\d{1,9})?$/)])
  .transform(Number)
  .nullish()
  .catch(null);

const TS = /^\d{9,11}\.\d{1,6}$/;
/** The moment that names a message within its channel. */
export const Ts = z.string().regex(TS);
const MaybeTs = Ts.nullish().catch(null);

const USER = /^[UW][A-Z0-9]{1,20}$/;
/** The id of an account. */
export const UserId = z.string().regex(USER);
const Users = z
  .array(z.unknown())
  .catch([])
  .transform((list) => list.filter((id): id is string => UserId.safeParse(id).success));

/** An account of a workspace, without what is nobody's business here. */
export const SlackUser = z.object({
  id: UserId,
  name: Word,
  deleted: Flag,
  real_name: Word,
  tz: Word,
  is_bot: Flag,
  is_email_confirmed: Flag,
  profile: z
    .object({ real_name: Word, display_name: Word, title: Word, phone: Word, email: Word, image_192: Word })
    .nullish()
    .catch(null),
});
export type SlackUser = z.infer<typeof SlackUser>;

const Purpose = z.object({ value: Word }).nullish().catch(null);

/** A channel; direct messages are none. */
export const SlackChannel = z.object({
  id: z.string().regex(/^[CG][A-Z0-9]{1,20}$/),
  name: z.string().min(1),
  created: Seconds,
  /** In milliseconds. */
  updated: Seconds,
  creator: Word,
  is_private: Flag,
  is_archived: Flag,
  num_members: z.int().nullish().catch(null),
  purpose: Purpose,
});
export type SlackChannel = z.infer<typeof SlackChannel>;

/** What tells a direct message, of two or of more, from a channel. */
export const Directness = z.object({
  is_im: Flag,
  is_mpim: Flag,
});

const Reaction = z.object({
  name: z.string(),
  users: Users,
  count: z.int().nonnegative().catch(0),
});

/** A message as Slack sends it, as far as something is made of it. */
export const RawMessage = z.looseObject({
  ts: Ts,
  type: Word,
  subtype: Word,
  user: Word,
  bot_id: Word,
  username: Word,
  bot_profile: z.object({ name: Word }).nullish().catch(null),
  user_profile: z.object({ real_name: Word, name: Word }).nullish().catch(null),
  text: Word,
  thread_ts: MaybeTs,
  reply_count: z.int().nonnegative().nullish().catch(null),
  latest_reply: MaybeTs,
  edited: z.object({ ts: MaybeTs }).nullish().catch(null),
  hidden: Flag,
  room: z.unknown().optional(),
  blocks: z.unknown().optional(),
  reactions: z
    .array(z.unknown())
    .nullish()
    .catch(null)
    .transform((list) => (list ?? []).flatMap((each) => Reaction.safeParse(each).data ?? [])),
});
export type RawMessage = z.infer<typeof RawMessage>;

/** A message as payloads keep it: its text is there only where an admin said so. */
export const KeptMessage = z.object({
  /** The channel and the moment, which together name it. */
  id: z.string(),
  ts: Ts,
  subtype: Word,
  user: Word,
  bot_id: Word,
  name: Word,
  thread_ts: MaybeTs,
  reply_count: z.int().nullish().catch(null),
  latest_reply: MaybeTs,
  edited: MaybeTs,
  isHuddle: z.boolean().catch(false),
  reactions: z.array(Reaction).catch([]),
  mentions: Users,
  groups: z.array(z.string()).catch([]),
  references: z.array(z.string()).catch([]),
  length: z.int().nonnegative().catch(0),
  text: z.string().optional().catch(undefined),
});
export type KeptMessage = z.infer<typeof KeptMessage>;

/** The workspace that a payload is of. */
export const SlackTeam = z.object({ id: z.string().min(1), address: z.string().catch('') });
export type SlackTeam = z.infer<typeof SlackTeam>;

const Items = z.array(z.unknown()).catch([]);

/** A payload of a workspace; what one kind does not have is empty. */
export const SlackPayload = z.object({
  team: SlackTeam,
  items: Items,
  channel: z.object({ id: z.string(), name: z.string().nullish() }).nullish().catch(null),
  /** When a list of members was read, in seconds since 1970. */
  at: z.number().nullish().catch(null),
  joined: z.record(z.string(), z.number()).catch({}),
  left: z.record(z.string(), z.number()).catch({}),
  /** The people of the groups that messages mention. */
  groups: z.record(z.string(), z.array(z.string())).catch({}),
  /** A message of a webhook, which does not say all of what a reading does. */
  isTold: z.boolean().catch(false),
});
export type SlackPayload = z.infer<typeof SlackPayload>;

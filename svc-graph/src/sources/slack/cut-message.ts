import { type KeptMessage, RawMessage, UserId } from './shapes.ts';

const MOST = 50;
const LONGEST_REFERENCE = 300;
const DEEPEST = 12;

const PERSON = /<@([UW][A-Z0-9]{1,20})(?:\|[^>]*)?>/g;
const GROUP = /<!subteam\^(S[A-Z0-9]{1,20})(?:\|[^>]*)?>/g;
const LINK = /<(https?:\/\/[^|>\s]+)/g;
const KEY = /(?<![\w-])[A-Z][A-Z0-9]{1,9}-[1-9]\d{0,6}(?![\w-])/g;
/** Where addresses of issues, of pull requests and of merge requests end. */
const ADDRESS = /^https?:\/\/[\w.:-]+(?:\/[\w.~%-]+)+?\/(?:pull|issues|merge_requests|work_items)\/\d{1,9}/;

const each = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([whole, id]) => id ?? whole);

/** Marks in a message that name somebody or something. */
interface Marks {
  readonly mentions: Set<string>;
  readonly groups: Set<string>;
  readonly references: Set<string>;
}

function addReferences({ references }: Marks, text: string): void {
  for (const link of each(text, LINK)) {
    const address = ADDRESS.exec(link)?.[0];
    if (address && address.length <= LONGEST_REFERENCE) references.add(address);
  }
  for (const key of each(text, KEY)) references.add(key);
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/** Adds what the blocks of a message name, which its text may lack. */
function addBlocks(marks: Marks, value: unknown, depth = 0): void {
  if (depth > DEEPEST || !isObject(value)) return;
  if (Array.isArray(value)) {
    for (const item of value) addBlocks(marks, item, depth + 1);
    return;
  }
  const { type, user_id: user, usergroup_id: group, url, text, elements } = value;
  if (type === 'user' && typeof user === 'string') marks.mentions.add(user);
  if (type === 'usergroup' && typeof group === 'string') marks.groups.add(group);
  if (type === 'link' && typeof url === 'string') addReferences(marks, `<${url}`);
  if (type === 'text' && typeof text === 'string') addReferences(marks, text);
  addBlocks(marks, elements, depth + 1);
}

function findMarks({ text, blocks }: RawMessage): Marks {
  const said = text ?? '';
  const marks: Marks = {
    mentions: new Set(each(said, PERSON)),
    groups: new Set(each(said, GROUP)),
    references: new Set(),
  };
  addReferences(marks, said);
  addBlocks(marks, blocks);
  return marks;
}

const HUDDLES = new Set(['huddle_thread', 'sh_room_created', 'sh_room_shared']);
const first = (values: Set<string>) => [...values].slice(0, MOST);

/**
 * What is kept of a message: who wrote it, when and where, whom and what it names, its length and its reactions. Nothing
 * else of it is stored anywhere, but for its text where that is kept. Null for what is no message.
 */
export function cutMessage(
  value: unknown,
  { channel, keepsText }: { readonly channel: string; readonly keepsText: boolean },
): KeptMessage | null {
  const { success, data: raw } = RawMessage.safeParse(value);
  if (!success) return null;
  const marks = findMarks(raw);
  const user = UserId.safeParse(raw.user).data ?? null;
  return {
    id: `${channel}:${raw.ts}`,
    ts: raw.ts,
    subtype: raw.subtype ?? null,
    user,
    bot_id: raw.bot_id ?? null,
    name: raw.username ?? raw.bot_profile?.name ?? raw.user_profile?.real_name ?? null,
    thread_ts: raw.thread_ts ?? null,
    reply_count: raw.reply_count ?? null,
    latest_reply: raw.latest_reply ?? null,
    edited: raw.edited?.ts ?? null,
    isHuddle: HUDDLES.has(raw.subtype ?? '') || isObject(raw.room),
    reactions: raw.reactions,
    mentions: first(marks.mentions).filter((id) => UserId.safeParse(id).success),
    groups: first(marks.groups),
    references: first(marks.references),
    length: [...(raw.text ?? '')].length,
    ...(keepsText ? { text: raw.text ?? '' } : {}),
  };
}

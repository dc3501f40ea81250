import { isFree, momentOf } from './calendar.ts';
import { type TeamMember, membersAt } from './people.ts';
import { type Office, type RecentWork, workAt } from './offices.ts';
import type { Emitter } from './emitter.ts';
import { SAYINGS } from './phrases.ts';
import { DAY } from './calendar.ts';

interface Thread {
  uuid: string;
  name: string;
}

interface MessagePlan {
  readonly author: TeamMember;
  readonly at: number;
  readonly id: string;
  readonly thread: Thread | null;
  readonly people: readonly TeamMember[];
}

interface Said {
  readonly words: string;
  readonly issue: RecentWork | null;
  readonly pull: RecentWork | null;
}

/** Gives the ticket or the change of a saying its name, when there is one. */
function naming(said: string, office: Office, at: number): Said {
  const issue = /the ticket/.test(said) ? workAt(office.recent.issues, at).at(-1) : undefined;
  const pull = /review this/.test(said) ? workAt(office.recent.pulls, at).at(-1) : undefined;
  const words = said.replace('the ticket', issue?.key ?? 'the ticket').replace('this', pull?.key ?? 'this');
  return { words, issue: issue ?? null, pull: pull ?? null };
}

function postMessage(emitter: Emitter, office: Office, plan: MessagePlan): Thread {
  const { author, at, id, thread, people } = plan;
  const { random } = emitter;
  const channel = random.skewed(office.channels);
  const said = random.pick(SAYINGS);
  const externalId = `message:${id}`;
  const uuid = emitter.id('slack', externalId);
  const reply = thread !== null && random.chance(0.4) ? thread : null;
  const isHuddle = random.chance(0.01);
  const mentioned = random.chance(0.08) ? random.pick(people) : null;
  const { words, issue, pull } = naming(said, office, at);
  const body = mentioned ? `@${mentioned.name} ${words}` : words;
  const common = emitter.common('slack', externalId, { name: body, createdAt: at });
  emitter.add('Message', at, {
    ...common,
    body,
    thread: reply?.name ?? null,
    isHuddle,
    authorUuid: author.uuid,
    channelUuid: channel.uuid,
    replyToUuid: reply?.uuid ?? null,
  });
  if (mentioned) emitter.edge('messageMentions', uuid, mentioned.uuid, { since: at });
  if (issue) emitter.edge('messageMentionsIssue', uuid, issue.uuid, { since: at });
  if (pull) emitter.edge('messageMentionsPullRequest', uuid, pull.uuid, { since: at });
  emitter.event({
    at,
    integration: 'slack',
    action: 'posted',
    type: 'Message',
    uuid: common.uuid,
    id: externalId,
    name: body,
    actor: author,
    reference: channel.name,
    project: office.project,
    channel: channel.uuid,
  });
  return reply ?? { uuid: common.uuid, name: externalId };
}

/** Emits a team's messages of one day, mostly within working hours. */
export function postMessages(emitter: Emitter, office: Office, day: number): void {
  const { random } = emitter;
  const people = membersAt(office.team, day * DAY);
  const moments: [number, TeamMember][] = [];
  for (const member of people) {
    const count = isFree(member.zone, day) ? (random.chance(0.03) ? 1 : 0) : random.count(4.6 * member.pace);
    for (let left = count; left > 0; left -= 1) {
      const at = momentOf(member.zone, day, random);
      if (at >= member.joined && at < member.left) moments.push([at, member]);
    }
  }
  moments.sort(([left], [right]) => left - right);
  let thread: Thread | null = null;
  for (const [index, [at, member]] of moments.entries())
    thread = postMessage(emitter, office, {
      author: member,
      at,
      id: `${office.key}:${String(day)}:${String(index)}`,
      thread,
      people,
    });
}

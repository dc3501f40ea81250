import { isFree, momentOf } from './calendar.ts';
import { type Member, present } from './cast.ts';
import type { Place } from './places.ts';
import type { Stage } from './stage.ts';
import { SAYINGS } from './words.ts';
import { DAY } from './calendar.ts';

interface Thread {
  uuid: string;
  name: string;
}

function say(
  stage: Stage,
  place: Place,
  author: Member,
  at: number,
  id: string,
  thread: Thread | null,
  people: readonly Member[],
): Thread {
  const { random } = stage;
  const channel = random.skewed(place.channels);
  const body = random.pick(SAYINGS);
  const externalId = `message:${id}`;
  const common = stage.common('slack', externalId, body, at);
  const reply = thread !== null && random.chance(0.4) ? thread : null;
  stage.add('Message', at, {
    ...common,
    body,
    thread: reply?.name ?? null,
    isHuddle: random.chance(0.01),
    authorUuid: author.uuid,
    channelUuid: channel.uuid,
    replyToUuid: reply?.uuid ?? null,
  });
  if (random.chance(0.08)) stage.edge('messageMentions', common.uuid, random.pick(people).uuid, at);
  stage.event({
    at,
    integration: 'slack',
    action: 'posted',
    type: 'Message',
    uuid: common.uuid,
    id: externalId,
    name: body,
    actor: author,
    reference: channel.name,
    project: place.project,
  });
  return reply ?? { uuid: common.uuid, name: externalId };
}

/** What a team writes in a day, nearly all of it while its people work. */
export function talk(stage: Stage, place: Place, day: number): void {
  const { random } = stage;
  const people = present(place.team, day * DAY);
  const moments: [number, Member][] = [];
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
    thread = say(stage, place, member, at, `${place.key}:${String(day)}:${String(index)}`, thread, people);
}

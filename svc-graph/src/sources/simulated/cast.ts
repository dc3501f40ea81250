import { DAY, HOURS, ZONE_NAMES, holidaysOf } from './calendar.ts';
import type { Actor, Stage } from './stage.ts';
import { NAMES } from './words.ts';

/** Somebody who works, or worked, at the company. */
export interface Member extends Actor {
  readonly email: string;
  readonly zone: string;
  readonly joined: number;
  readonly left: number;
  /** How much they do beside the others; most do about as much, a few far more. */
  readonly pace: number;
  /** Until when reviews they have promised take them. */
  busyUntil: number;
}

export interface Team {
  readonly uuid: string;
  readonly name: string;
  readonly zone: string;
  readonly everyone: Member[];
}

const TITLES = [
  'Engineer',
  'Senior engineer',
  'Staff engineer',
  'Product manager',
  'Designer',
  'Engineering manager',
];
const ACCOUNTS = ['github', 'jira', 'slack', 'gcalendar'] as const;

function nameOf(number: number): string {
  const [given, family] = NAMES[number % NAMES.length] ?? [['Sam'], ['Doe']];
  const turn = Math.floor(number / NAMES.length);
  const first = given[turn % given.length] ?? '';
  const last = family[(turn * 3 + Math.floor(turn / given.length)) % family.length] ?? '';
  const round = Math.floor(turn / (given.length * family.length));
  const middle = round === 0 ? '' : ` ${String.fromCodePoint(65 + ((round - 1) % 26))}.`;
  return `${first}${middle} ${last}`;
}

/** As it stands in an address: plain letters. */
const plain = (text: string) =>
  text
    .normalize('NFD')
    .replace(/[^A-Za-z ]/g, '')
    .trim()
    .toLowerCase()
    .replace(/ +/g, '.');

/** A person, or a bot, with an account in each tool. */
function introduce(
  stage: Stage,
  person: Record<string, string | number | boolean | null>,
  externalId: string,
  email: string,
): void {
  const { name, uuid, joined, title, timezone, isBot, botReason } = person;
  const since = Number(joined);
  const accounts = isBot === true ? (['github'] as const) : ACCOUNTS;
  stage.add('Person', since, {
    ...stage.common('github', externalId, String(name), since, Number(person['left'])),
    email,
    emails: [email],
    title: title ?? null,
    phone: isBot === true ? null : `+00 000 ${externalId.slice(-4).padStart(4, '0')}`,
    timezone: timezone ?? null,
    isBot: isBot ?? false,
    botReason: botReason ?? null,
  });
  for (const integration of accounts) {
    const identity = stage.id(integration, `account:${email}`);
    stage.add('Identity', since, {
      uuid: identity,
      integration,
      externalId: `account:${email}`,
      emails: [email],
      username: email.split('@')[0] ?? '',
      name: name ?? null,
      isBot: isBot ?? false,
      botReason: botReason ?? null,
    });
    stage.add('IdentityLink', since, {
      identityUuid: identity,
      personUuid: uuid ?? null,
      method: 'email',
      confidence: 1,
      locked: false,
      author: integration,
      linkedAt: since,
    });
  }
}

/** The accounts without a person behind them. */
export function makeBot(stage: Stage, name: string): Actor {
  const externalId = `bot:${name}`;
  const uuid = stage.id('github', externalId);
  const botReason = 'The name ends in [bot].';
  introduce(
    stage,
    { uuid, name, joined: stage.from, left: stage.to, isBot: true, botReason },
    externalId,
    `${name}@simulated.invalid`,
  );
  return { uuid, name, teamAt: () => null };
}

function makeMember(stage: Stage, number: number, team: Team, next: Team, joined: number): Member {
  const { random } = stage;
  const name = nameOf(number);
  const externalId = `person:${String(number)}`;
  const uuid = stage.id('github', externalId);
  const email = `${plain(name)}.${String(number)}@simulated.invalid`;
  const zone = random.chance(0.7) ? team.zone : random.pick(ZONE_NAMES);
  const years = (stage.to - joined) / (365 * DAY);
  const left = random.chance(Math.min(0.6, 0.09 * years))
    ? joined + (0.3 + random.next() * 0.7) * years * 365 * DAY
    : stage.to + 1;
  const moves =
    next !== team && random.chance(0.15) ? joined + (left - joined) * (0.3 + random.next() * 0.4) : Infinity;
  const member: Member = {
    uuid,
    name,
    email,
    zone,
    joined,
    left: Math.floor(left),
    pace: Math.min(3, random.around(0.85, 0.55)),
    busyUntil: 0,
    teamAt: (at) => (at < joined || at >= left ? null : at < moves ? team.uuid : next.uuid),
  };
  introduce(
    stage,
    {
      uuid,
      name,
      joined,
      left: Math.floor(Math.min(left, stage.to - 1)),
      title: random.skewed(TITLES),
      timezone: zone,
    },
    externalId,
    email,
  );
  const changed = Number.isFinite(moves) ? Math.floor(moves) : null;
  stage.edge('memberOf', uuid, team.uuid, joined, changed ?? Math.floor(left));
  team.everyone.push(member);
  if (changed !== null) {
    stage.edge('memberOf', uuid, next.uuid, changed, Math.floor(left));
    next.everyone.push(member);
  }
  stage.event({
    at: joined,
    integration: 'settings',
    action: 'joined',
    type: 'Person',
    uuid,
    id: `joined:${externalId}`,
    name,
    actor: member,
  });
  if (left < stage.to)
    stage.event({
      at: Math.floor(left) - 1,
      integration: 'settings',
      action: 'left',
      type: 'Person',
      uuid,
      id: `left:${externalId}`,
      name,
      actor: member,
    });
  return member;
}

/** Teams with their people: three of five are there from the start, the others join as the company grows. */
export function makeTeams(stage: Stage, names: readonly string[], people: number): Team[] {
  const { random } = stage;
  const company = stage.id('settings', 'team:engineering');
  const row = (externalId: string, name: string, parentUuid: string | null) => ({
    ...stage.common('settings', externalId, name, stage.from),
    description: `The people who look after ${name.toLowerCase()}.`,
    parentUuid,
  });
  stage.add('Team', stage.from, row('team:engineering', 'Engineering', null));
  const teams = names.map((name): Team => {
    const externalId = `team:${name}`;
    stage.add('Team', stage.from, row(externalId, name, company));
    const team = {
      uuid: stage.id('settings', externalId),
      name,
      zone: random.pick(ZONE_NAMES),
      everyone: [],
    };
    stage.add('WorkingCalendar', stage.from, {
      owner: team.uuid,
      zone: team.zone,
      days: ['1', '2', '3', '4', '5'],
      ...HOURS,
      holidays: holidaysOf(team.zone, stage.from, stage.to),
    });
    return team;
  });
  for (let number = 0; number < people; number += 1) {
    const team = teams[number % teams.length];
    const next = teams[(number + 1) % teams.length];
    const founder = number < people * 0.6;
    const joined = founder ? stage.from : stage.from + Math.floor(random.next() * (stage.to - stage.from));
    if (team && next) makeMember(stage, number, team, next, joined);
  }
  return teams;
}

/** Who of a team is there at a moment. */
export function present(team: Team, at: number): Member[] {
  return team.everyone.filter((member) => member.teamAt(at) === team.uuid);
}

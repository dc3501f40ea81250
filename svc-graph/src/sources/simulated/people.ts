import { DAY, HOURS, ZONE_NAMES, holidaysOf } from './calendar.ts';
import type { SimulatedActor, Emitter } from './emitter.ts';
import { NAMES } from './phrases.ts';
import { SeededRandom } from './random.ts';

/** A present or former member of the company. */
export interface TeamMember extends SimulatedActor {
  readonly email: string;
  readonly zone: string;
  readonly joined: number;
  readonly left: number;
  /** Relative activity; most members are near the average, a few far above. */
  readonly pace: number;
  /** When the reviews assigned so far will be done. */
  busyUntil: number;
}

export interface SimulatedTeam {
  readonly uuid: string;
  readonly name: string;
  readonly zone: string;
  readonly everyone: TeamMember[];
}

const TITLES = [
  'Engineer',
  'Senior engineer',
  'Staff engineer',
  'Product manager',
  'Designer',
  'Engineering manager',
];
const ROLES = 3;
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

/** Reduces a name to plain letters for an e-mail address. */
const plain = (text: string) =>
  text
    .normalize('NFD')
    .replace(/[^A-Za-z ]/g, '')
    .trim()
    .toLowerCase()
    .replace(/ +/g, '.');

/** Emits a person or bot with an account in each tool. */
function introduce(
  emitter: Emitter,
  person: Record<string, string | number | boolean | null>,
  externalId: string,
  email: string,
): void {
  const { name, uuid, joined, title, timezone, isBot, botReason } = person;
  const since = Number(joined);
  const accounts = isBot === true ? (['github'] as const) : ACCOUNTS;
  emitter.add('Person', since, {
    ...emitter.common('github', externalId, {
      name: String(name),
      createdAt: since,
      updatedAt: Number(person['left']),
    }),
    email,
    emails: [email],
    title: title ?? null,
    // Numbers that begin with 555 01 belong to nobody.
    phone: isBot === true ? null : `+1 555 01${(/\d+$/.exec(externalId)?.[0] ?? '0').padStart(5, '0')}`,
    timezone: timezone ?? null,
    isBot: isBot ?? false,
    botReason: botReason ?? null,
  });
  for (const integration of accounts) {
    const identity = emitter.id(integration, `account:${email}`);
    emitter.add('Identity', since, {
      uuid: identity,
      integration,
      externalId: `account:${email}`,
      emails: [email],
      username: email.split('@')[0] ?? '',
      name: name ?? null,
      isBot: isBot ?? false,
      botReason: botReason ?? null,
    });
    emitter.add('IdentityLink', since, {
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

/** Emits a bot: accounts without a person. */
export function makeBot(emitter: Emitter, name: string): SimulatedActor {
  const externalId = `bot:${name}`;
  const uuid = emitter.id('github', externalId);
  const botReason = 'The name ends in [bot].';
  introduce(
    emitter,
    { uuid, name, joined: emitter.from, left: emitter.to, isBot: true, botReason },
    externalId,
    `${name}@simulated.invalid`,
  );
  return { uuid, name, teamAt: () => null };
}

interface TeamMove {
  readonly team: SimulatedTeam;
  readonly next: SimulatedTeam;
  /** When the member changes teams; infinite for never. */
  readonly moves: number;
}

/** The first of a team leads it; one in six of the others reviews for it. */
function roleIn({ everyone }: SimulatedTeam, { uuid }: TeamMember): string {
  if (everyone.length === 0) return 'lead';
  return SeededRandom.of(uuid, ROLES).chance(1 / 6) ? 'reviewer' : 'member';
}

function joinTeams(emitter: Emitter, member: TeamMember, { team, next, moves }: TeamMove): void {
  const { uuid, joined, left } = member;
  const changed = Number.isFinite(moves) ? Math.floor(moves) : null;
  const properties = { role: roleIn(team, member) };
  emitter.edge('memberOf', uuid, team.uuid, { since: joined, until: changed ?? left, properties });
  team.everyone.push(member);
  if (changed === null) return;
  emitter.edge('memberOf', uuid, next.uuid, { since: changed, until: left, properties: { role: 'member' } });
  next.everyone.push(member);
}

function emitMemberEvents(emitter: Emitter, member: TeamMember, externalId: string): void {
  const { uuid, name, joined, left } = member;
  const event = { integration: 'settings', type: 'Person', uuid, name, actor: member } as const;
  emitter.event({ ...event, at: joined, action: 'joined', id: `joined:${externalId}` });
  if (left < emitter.to) emitter.event({ ...event, at: left - 1, action: 'left', id: `left:${externalId}` });
}

interface MemberPlan {
  readonly number: number;
  readonly team: SimulatedTeam;
  /** The team that the member may change to. */
  readonly next: SimulatedTeam;
  readonly joined: number;
}

function makeMember(emitter: Emitter, { number, team, next, joined }: MemberPlan): TeamMember {
  const { random } = emitter;
  const name = nameOf(number);
  const externalId = `person:${String(number)}`;
  const uuid = emitter.id('github', externalId);
  const email = `${plain(name)}.${String(number)}@simulated.invalid`;
  const zone = random.chance(0.7) ? team.zone : random.pick(ZONE_NAMES);
  const years = (emitter.to - joined) / (365 * DAY);
  const left = random.chance(Math.min(0.6, 0.09 * years))
    ? joined + (0.3 + random.next() * 0.7) * years * 365 * DAY
    : emitter.to + 1;
  const moves =
    next !== team && random.chance(0.15) ? joined + (left - joined) * (0.3 + random.next() * 0.4) : Infinity;
  const member: TeamMember = {
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
    emitter,
    {
      uuid,
      name,
      joined,
      left: Math.floor(Math.min(left, emitter.to - 1)),
      title: random.skewed(TITLES),
      timezone: zone,
    },
    externalId,
    email,
  );
  joinTeams(emitter, member, { team, next, moves });
  emitMemberEvents(emitter, member, externalId);
  return member;
}

/** Makes teams with their people: three of five are there from the start, the others join over time. */
export function makeTeams(emitter: Emitter, names: readonly string[], people: number): SimulatedTeam[] {
  const { random } = emitter;
  const company = emitter.id('settings', 'team:engineering');
  const row = (externalId: string, name: string, parentUuid: string | null) => ({
    ...emitter.common('settings', externalId, { name, createdAt: emitter.from }),
    description: `The people who look after ${name.toLowerCase()}.`,
    parentUuid,
  });
  emitter.add('Team', emitter.from, row('team:engineering', 'Engineering', null));
  const teams = names.map((name): SimulatedTeam => {
    const externalId = `team:${name}`;
    emitter.add('Team', emitter.from, row(externalId, name, company));
    const team = {
      uuid: emitter.id('settings', externalId),
      name,
      zone: random.pick(ZONE_NAMES),
      everyone: [],
    };
    emitter.add('WorkingCalendar', emitter.from, {
      owner: team.uuid,
      zone: team.zone,
      days: ['1', '2', '3', '4', '5'],
      ...HOURS,
      holidays: holidaysOf(team.zone, emitter.from, emitter.to),
    });
    return team;
  });
  for (let number = 0; number < people; number += 1) {
    const team = teams[number % teams.length];
    const next = teams[(number + 1) % teams.length];
    const founder = number < people * 0.6;
    const joined = founder
      ? emitter.from
      : emitter.from + Math.floor(random.next() * (emitter.to - emitter.from));
    if (team && next) makeMember(emitter, { number, team, next, joined });
  }
  return teams;
}

/** The members of a team at a moment. */
export function membersAt(team: SimulatedTeam, at: number): TeamMember[] {
  return team.everyone.filter((member) => member.teamAt(at) === team.uuid);
}

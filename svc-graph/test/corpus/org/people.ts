import { edges } from './edges.ts';
import type { TableTexts } from './read.ts';

/** People, their days and what they say: Zoë has an empty title, robot none; pat never did anything. */
export const PEOPLE: TableTexts = {
  Person: `
    uuid  | name       | email           | emails                            | title    | timezone            | isBot | updatedAt
    Ann   | Ann        | ann@example.com | ann@example.com; ann@home.example | Lead     | Europe/Berlin       | false | 2024-11-04T23:30:00Z
    Bob   | Bob        | -               | []                                | Engineer | America/New_York    | false | 2024-11-03T06:30:00Z
    Zoe   | Zoë Ünal   | zoe@example.com | zoe@example.com                   | ""       | Australia/Lord_Howe | false | 2024-04-06T15:00:00Z
    robot | robot[bot] | -               | -                                 | -        | -                   | true  | 2024-10-27T01:30:00Z
    pat   | Pat O'Neil | pat@example.com | pat@example.com                   | Engineer | UTC                 | false | -
  `,
  Team: `
    uuid | name        | description | parentUuid | createdAt
    eng  | Engineering | -           | -          | 2024-01-01T00:00:00Z
    core | core        | The engine  | eng        | 2024-01-01T00:00:00Z
    web  | web         | The pages   | eng        | 2024-01-01T00:00:00Z
  `,
  Flow: `
    uuid | name          | Date       | dayStart             | dayEnd               | workingTime | focusTime | disruptedTime | focusTimePercent | meetingsCount | personUuid
    f1   | Ann, 4 March  | 2024-03-04 | 2024-03-04T08:00:00Z | 2024-03-04T16:00:00Z | 480         | 240       | 240           | 0.5              | 2             | Ann
    f2   | Ann, 5 March  | 2024-03-05 | 2024-03-05T08:00:00Z | 2024-03-05T16:00:00Z | 480         | 360       | 120           | 0.75             | 1             | Ann
    f3   | Bob, 5 March  | 2024-03-05 | 2024-03-05T13:00:00Z | 2024-03-05T21:00:00Z | 480         | 0         | 480           | 0                | 5             | Bob
    f4   | Bob, some day | -          | -                    | -                    | -           | -         | -             | -                | -             | Bob
  `,
  Channel: `
    uuid    | name         | purpose    | private
    general | general      | Everything | false
    secret  | secret-plans | -          | true
  `,
  Message: `
    uuid | name | body                  | thread | isHuddle | createdAt            | authorUuid | channelUuid | replyToUuid
    m1   | m1   | The parser is down    | t1     | false    | 2024-03-10T08:00:00Z | Ann        | general     | -
    m2   | m2   | Looking at the PARSER | t1     | false    | 2024-03-10T08:05:00Z | Bob        | general     | m1
    m3   | m3   | Solved: "100%"        | t1     | false    | 2024-03-10T09:00:00Z | Bob        | general     | m1
    m4   | m4   | ""                    | -      | true     | 2024-11-04T10:00:00Z | Zoe        | secret      | -
  `,
  CalendarEntry: `
    uuid     | name     | summary  | startTime            | endTime              | totalCostInHours | attendeesNumber | organiserUuid
    planning | Planning | Planning | 2024-03-04T09:00:00Z | 2024-03-04T10:30:00Z | 4.5              | 3               | Ann
    retro    | Retro    | Retro    | 2024-03-05T09:00:00Z | 2024-03-05T09:15:00Z | 0.5              | 2               | Ann
    solo     | Solo     | Solo     | 2024-11-05T09:00:00Z | 2024-11-05T10:00:00Z | -                | 1               | Bob
  `,
};

/** Ann moves from core to web at the very moment of a2; Bob is in two teams from April; Zoë leaves core in October. */
export const MEMBERSHIPS = `
    relation | fromUuid | toUuid | since                | until                | role
    memberOf | Ann      | core   | -                    | 2024-03-10T07:00:00Z | member
    memberOf | Ann      | web    | 2024-03-10T07:00:00Z | -                    | lead
    memberOf | Bob      | web    | -                    | -                    | member
    memberOf | Bob      | core   | 2024-04-01T00:00:00Z | -                    | lead
    memberOf | Zoe      | core   | 2024-01-01T00:00:00Z | 2024-10-01T00:00:00Z | member
`;

export const PEOPLE_EDGES = [
  ...edges('attends', ['Ann', 'planning', 'retro'], ['Bob', 'retro', 'solo']).map((edge) => ({
    ...edge,
    answer: 'accepted',
  })),
  ...edges('attends', ['Bob', 'planning']).map((edge) => ({ ...edge, answer: 'declined' })),
  ...edges('attends', ['Zoe', 'planning']),
  ...edges('ownsRepository', ['core', 'cairn'], ['web', 'tools', 'cairn']),
  ...edges('hasMember', ['general', 'Ann', 'Bob', 'Zoe'], ['secret', 'Zoe']),
  ...edges('messageMentions', ['m2', 'Ann'], ['m3', 'Ann', 'Zoe']),
];

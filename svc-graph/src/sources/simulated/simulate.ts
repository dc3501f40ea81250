import type { Row } from '../../store/load.ts';
import { DAY, HOUR, PERIOD } from './calendar.ts';
import { makeBot, makeTeams } from './people.ts';
import { holdMeetings } from './meetings.ts';
import { postMessages } from './messages.ts';
import { finding, incident, release } from './incidents.ts';
import { type Office, closeRepository, makeOffice } from './offices.ts';
import type { Recipe } from './recipe.ts';
import { type Bots, SPRINT, sprintOf } from './sprints.ts';
import { Emitter } from './emitter.ts';
import { DOMAINS } from './phrases.ts';

/** Events per person and year, as measured. */
const EVENTS_A_YEAR = 2_650;
/** The average number of people as a share of the final number. */
const ON_AVERAGE = 0.72;
const TEAM_SIZE = 8;

/** Four weeks of the company's rows. */
export interface SimulatedPeriod {
  readonly number: number;
  readonly of: number;
  readonly tables: ReadonlyMap<string, readonly Row[]>;
  /** Events so far, including ones dated in later periods. */
  readonly events: number;
}

function peopleFor({ events, from, to }: Recipe): number {
  const years = (to - from) / (365 * DAY);
  return Math.max(4, Math.round(events / (EVENTS_A_YEAR * years * ON_AVERAGE)));
}

function teamNames(people: number): string[] {
  const count = Math.max(1, Math.round(people / TEAM_SIZE));
  return Array.from({ length: count }, (_, index) => {
    const round = Math.floor(index / DOMAINS.length);
    return `${DOMAINS[index % DOMAINS.length] ?? 'team'}${round === 0 ? '' : String(round + 1)}`;
  });
}

function daysOf(emitter: Emitter, office: Office, start: number): void {
  for (let day = 0; day < PERIOD / DAY; day += 1) {
    const date = Math.floor(start / DAY) + day;
    if (date * DAY >= emitter.to) return;
    holdMeetings(emitter, office, date, day % 14);
    postMessages(emitter, office, date);
  }
}

function simulatePeriod(emitter: Emitter, office: Office, start: number, bots: Bots): void {
  for (const begin of [start, start + SPRINT])
    if (emitter.isPast(begin)) sprintOf(emitter, { office, start: begin, bots });
  daysOf(emitter, office, start);
  for (const repository of office.repositories) {
    if (emitter.random.chance(0.5)) finding(emitter, { office, repository, start });
    const merges = repository.unreleased.filter(({ at }) => at >= start && at < start + PERIOD);
    for (const { at } of merges)
      if (emitter.random.chance(0.025)) incident(emitter, { office, repository, at: at + HOUR, bots });
    for (const end of [start + SPRINT, start + PERIOD])
      release(emitter, { office, repository, at: end + 34 * HOUR });
  }
}

/** Simulates a company's history, four weeks at a time. Equal recipe and org give equal rows. */
export function* simulate(orgId: string, recipe: Recipe): Generator<SimulatedPeriod> {
  // Weeks start on Mondays.
  const monday = recipe.from - ((((Math.floor(recipe.from / DAY) + 3) % 7) + 7) % 7) * DAY;
  const emitter = new Emitter(orgId, { ...recipe, from: Math.floor(monday / DAY) * DAY });
  const people = peopleFor(recipe);
  const teams = makeTeams(emitter, teamNames(people), people);
  const bots = {
    runner: makeBot(emitter, 'pipeline-runner[bot]'),
    preview: makeBot(emitter, 'preview[bot]'),
    updates: makeBot(emitter, 'updates[bot]'),
  };
  const offices = teams.map((team, number) => makeOffice(emitter, team, number));
  for (let number = 0; number < emitter.periods; number += 1) {
    for (const office of offices) simulatePeriod(emitter, office, emitter.from + number * PERIOD, bots);
    const last = number === emitter.periods - 1;
    if (last)
      for (const { repositories } of offices)
        for (const repository of repositories) closeRepository(emitter, repository);
    const tables = last ? rest(emitter, number) : emitter.take(number);
    yield { number: number + 1, of: emitter.periods, tables, events: emitter.events };
  }
}

/** The last period, with rows that depend on the whole history, such as the files. */
function rest(emitter: Emitter, number: number): Map<string, Row[]> {
  const all = new Map<string, Row[]>();
  for (let each = 0; each <= number; each += 1)
    for (const [table, rows] of emitter.take(each)) all.set(table, [...(all.get(table) ?? []), ...rows]);
  return all;
}

import type { Row } from '../../store/load.ts';
import { DAY, HOUR, PERIOD } from './calendar.ts';
import { makeBot, makeTeams } from './cast.ts';
import { meet } from './meetings.ts';
import { talk } from './messages.ts';
import { finding, incident, release } from './mishaps.ts';
import { type Place, closeRepository, makePlace } from './places.ts';
import type { Recipe } from './recipe.ts';
import { type Bots, SPRINT, sprintOf } from './sprints.ts';
import { Stage } from './stage.ts';
import { DOMAINS } from './words.ts';

/** What a person leads to in a year, counted in events; measured. */
const EVENTS_A_YEAR = 2_650;
/** How many of the people that there are in the end are there on average. */
const ON_AVERAGE = 0.72;
const TEAM_SIZE = 8;

/** Four weeks of the company. */
export interface Period {
  readonly number: number;
  readonly of: number;
  readonly tables: ReadonlyMap<string, readonly Row[]>;
  /** Events that are known by now, those of later periods among them. */
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

function daysOf(stage: Stage, place: Place, start: number): void {
  for (let day = 0; day < PERIOD / DAY; day += 1) {
    const date = Math.floor(start / DAY) + day;
    if (date * DAY >= stage.to) return;
    meet(stage, place, date, day % 14);
    talk(stage, place, date);
  }
}

function period(stage: Stage, place: Place, start: number, bots: Bots): void {
  for (const begin of [start, start + SPRINT]) if (stage.isPast(begin)) sprintOf(stage, place, begin, bots);
  daysOf(stage, place, start);
  for (const repository of place.repositories) {
    if (stage.random.chance(0.5)) finding(stage, place, repository, start);
    const merges = repository.unreleased.filter(({ at }) => at >= start && at < start + PERIOD);
    for (const { at } of merges)
      if (stage.random.chance(0.025)) incident(stage, place, repository, at + HOUR, bots);
    for (const end of [start + SPRINT, start + PERIOD]) release(stage, place, repository, end + 34 * HOUR);
  }
}

/** The history of an invented company, four weeks at a time; the same recipe and org give the same rows. */
export function* simulate(orgId: string, recipe: Recipe): Generator<Period> {
  // Weeks begin on Mondays.
  const monday = recipe.from - ((((Math.floor(recipe.from / DAY) + 3) % 7) + 7) % 7) * DAY;
  const stage = new Stage(orgId, { ...recipe, from: Math.floor(monday / DAY) * DAY });
  const people = peopleFor(recipe);
  const teams = makeTeams(stage, teamNames(people), people);
  const bots = {
    runner: makeBot(stage, 'pipeline-runner[bot]'),
    preview: makeBot(stage, 'preview[bot]'),
    updates: makeBot(stage, 'updates[bot]'),
  };
  const places = teams.map((team) => makePlace(stage, team));
  for (let number = 0; number < stage.periods; number += 1) {
    for (const place of places) period(stage, place, stage.from + number * PERIOD, bots);
    const last = number === stage.periods - 1;
    if (last)
      for (const { repositories } of places)
        for (const repository of repositories) closeRepository(stage, repository);
    const tables = last ? rest(stage, number) : stage.take(number);
    yield { number: number + 1, of: stage.periods, tables, events: stage.events };
  }
}

/** The last period, and what is known only now about the first ones, such as the files there are. */
function rest(stage: Stage, number: number): Map<string, Row[]> {
  const all = new Map<string, Row[]>();
  for (let each = 0; each <= number; each += 1)
    for (const [table, rows] of stage.take(each)) all.set(table, [...(all.get(table) ?? []), ...rows]);
  return all;
}

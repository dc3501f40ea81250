import type { FoundChoice, FoundChoices } from '@cairn/contracts';
import type { Reader } from '../query/engine/reader.ts';
import {
  BoundValues,
  conditionsOf,
  FILTERS,
  instant,
  matchOf,
  MEMBERS,
  OWNED,
  wordsOf,
  type FilterName,
  type FoundFilter,
  type FoundWindow,
} from './matches.ts';
import { ENTITY_NAMES } from './searched-kinds.ts';

/** Choices of one filter at most; those with most finds are kept. */
const MOST_CHOICES = 50;

/** Where every filter holds but one, so that the choices of that one say what each would find. */
const butFor = (name: FilterName) =>
  FILTERS.filter((each) => each !== name)
    .map((each) => `fits_${each}`)
    .join(' AND ');

const KINDS = `SELECT 'kinds' AS field, kind AS value, kind AS label, count(*)::INTEGER AS count
  FROM matches WHERE ${butFor('kind')} GROUP BY kind`;

const inProjects = `SELECT place, sum(n) AS n FROM (
    SELECT repository AS place, count(*) AS n FROM matches WHERE ${butFor('project')} GROUP BY 1
    UNION ALL SELECT coalesce(m.project, r."projectUuid"), count(*) FROM matches m
      LEFT JOIN "Repository" r ON r.uuid = m.repository WHERE ${butFor('project')} GROUP BY 1)
  WHERE place IS NOT NULL GROUP BY place`;

const ofTeams = `SELECT team, sum(n) AS n FROM (
    SELECT x.team, g.n FROM (SELECT person, count(*) AS n FROM matches WHERE ${butFor('team')} GROUP BY person) g
      JOIN (${MEMBERS}) x USING (person)
    UNION ALL SELECT o.team, 1 FROM matches JOIN (${OWNED}) o ON o.thing = uuid WHERE ${butFor('team')}
    UNION ALL SELECT uuid, 1 FROM matches WHERE kind = 'Team' AND ${butFor('team')})
  GROUP BY team`;

/** The named things of a filter that find anything, and the chosen one. */
const named = (field: string, things: string, counted: string, key: string, chosen: string) =>
  `SELECT '${field}', t.uuid::VARCHAR, t.name, coalesce(c.n, 0)::INTEGER FROM (${things}) t
   LEFT JOIN (${counted}) c ON c.${key} = t.uuid WHERE t.name IS NOT NULL AND (c.n > 0 OR t.uuid = ${chosen})`;

/** The window of each time that a search may be narrowed to. */
export type FoundTimes = ReadonlyMap<string, FoundWindow>;

const windowsOf = (times: FoundTimes, bound: BoundValues) =>
  [...times]
    .map(
      ([code, { start, end }]) =>
        `(${[code, instant(start), instant(end)].map((value) => bound.add(value)).join()})`,
    )
    .join();

type ChoiceRow = FoundChoice & { readonly field: keyof FoundChoices };

function statementOf(
  filter: FoundFilter,
  times: FoundTimes,
  names: string,
  where: string,
  bound: BoundValues,
) {
  const is = conditionsOf(filter, bound);
  const chosen = (uuid: string | undefined) => (uuid === undefined ? 'NULL' : `${bound.add(uuid)}::UUID`);
  const flags = FILTERS.map((name) => `${is[name]} AS fits_${name}`).join(', ');
  const places = 'SELECT uuid, name FROM "Repository" UNION ALL SELECT uuid, name FROM "Project"';
  return `WITH matches AS MATERIALIZED (SELECT uuid, kind, changed, person, repository, project, ${flags} FROM ${names} WHERE ${where}),
    choices AS (${KINDS}
      UNION ALL ${named('projects', places, inProjects, 'place', chosen(filter.project))}
      UNION ALL ${named('teams', 'SELECT uuid, name FROM "Team"', ofTeams, 'team', chosen(filter.team))}
      UNION ALL SELECT 'times', code, code, count(*)::INTEGER FROM matches
        JOIN (VALUES ${windowsOf(times, bound)}) w(code, since, until) ON changed >= since::TIMESTAMP AND changed < until::TIMESTAMP
        WHERE ${butFor('window')} GROUP BY code)
    SELECT * FROM choices QUALIFY row_number() OVER (PARTITION BY field ORDER BY count DESC, label, value) <= ${String(MOST_CHOICES)}
    ORDER BY field, count DESC, label, value`;
}

/** What the filters of a search may name, each with what it would find beside the other filters. */
export async function foundChoices(
  reader: Reader,
  { term, times, ...filter }: FoundFilter & { readonly term: string; readonly times: FoundTimes },
  names = `(${ENTITY_NAMES})`,
): Promise<FoundChoices> {
  const text = wordsOf(term);
  if (text.words.length === 0) return { kinds: [], projects: [], teams: [], times: [] };
  const bound = new BoundValues();
  const { where } = matchOf(bound, text);
  const rows = await reader.rows<ChoiceRow>(statementOf(filter, times, names, where, bound), bound.values);
  const of = (field: keyof FoundChoices) =>
    rows.filter((row) => row.field === field).map(({ value, label, count }) => ({ value, label, count }));
  return { kinds: of('kinds'), projects: of('projects'), teams: of('teams'), times: of('times') };
}

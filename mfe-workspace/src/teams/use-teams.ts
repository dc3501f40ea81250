import { entitiesQuery, groupsQuery } from '@cairn/client';
import { useHost, withTimezone } from '@cairn/host';
import { useQuery } from '@tanstack/react-query';
import { useConfiguration } from '../graph-data.ts';
import {
  columnOf,
  measureOfTeams,
  membershipsQuery,
  repositoriesQuery,
  TEAM_MEASURES,
  type TeamMeasure,
} from './questions.ts';

/** A person's part in a team. */
export interface MemberOfTeam {
  readonly uuid: string;
  readonly name: string;
  readonly role: string;
}

/** A team with who is in it now. */
export interface TeamRow {
  readonly uuid: string;
  readonly name: string;
  readonly parent: string | null;
  /** 1 for a team that is within no other. */
  readonly level: number;
  readonly leads: readonly MemberOfTeam[];
  readonly members: number;
}

type Row = Readonly<Record<string, unknown>>;
const textOf = (row: Row, key: string) => (typeof row[key] === 'string' ? row[key] : null);

/** Teams with those within them beneath, by name; a circle of parents ends where it began. */
export function arrangeTeams(teams: readonly Row[], memberships: readonly Row[]): TeamRow[] {
  const named = teams.flatMap((row) => {
    const [uuid, name] = [textOf(row, 'uuid'), textOf(row, 'Team.name')];
    return uuid && name ? [{ uuid, name, parent: textOf(row, 'Parent.name') }] : [];
  });
  const names = new Set(named.map(({ name }) => name));
  const sorted = named.toSorted((one, other) => one.name.localeCompare(other.name));
  const seen = new Set<string>();
  const below = (parent: string | null, level: number): TeamRow[] =>
    sorted
      .filter((team) => (team.parent !== null && names.has(team.parent) ? team.parent : null) === parent)
      .flatMap((team) => {
        if (seen.has(team.uuid)) return [];
        seen.add(team.uuid);
        return [{ ...team, level, ...peopleOf(team.uuid, memberships) }, ...below(team.name, level + 1)];
      });
  const arranged = below(null, 1);
  const left = sorted.filter(({ uuid }) => !seen.has(uuid));
  return [...arranged, ...left.map((team) => ({ ...team, level: 1, ...peopleOf(team.uuid, memberships) }))];
}

function peopleOf(team: string, memberships: readonly Row[]): Pick<TeamRow, 'leads' | 'members'> {
  const people = memberships.flatMap((row): MemberOfTeam[] => {
    const [uuid, name] = [textOf(row, 'Person.uuid'), textOf(row, 'Person.name')];
    if (row['Team.uuid'] !== team || !uuid || !name) return [];
    return [{ uuid, name, role: textOf(row, 'Team.role') ?? 'member' }];
  });
  return {
    leads: people.filter(({ role }) => role === 'lead'),
    members: new Set(people.map(({ uuid }) => uuid)).size,
  };
}

/** The measures whose kind this org has data of. */
export function useMeasures(): readonly TeamMeasure[] {
  const kinds = useConfiguration().data?.kinds ?? [];
  const provided = new Set(kinds.filter((kind) => kind.provided).map(({ name }) => name));
  return TEAM_MEASURES.filter(({ kind }) => provided.has(kind));
}

/** The teams of the org as of now. */
export function useTeams() {
  const host = useHost();
  const { org, timezone } = host;
  const teams = useQuery(entitiesQuery(org.id, { select: ['Team'], pageSize: 200, filters: [] }));
  const memberships = useQuery(groupsQuery(org.id, withTimezone(membershipsQuery(timezone), host)));
  const failed = teams.isError ? teams : memberships.isError ? memberships : null;
  const data =
    teams.data && memberships.data ? arrangeTeams(teams.data.data, memberships.data.data) : undefined;
  return { data, failed };
}

/** A number for each team by its uuid, with its unit, from an answer grouped by team. */
function useByTeam(query: ReturnType<typeof measureOfTeams>, group: string, column: string, enabled = true) {
  const host = useHost();
  return useQuery({
    ...groupsQuery(host.org.id, withTimezone(query, host)),
    enabled,
    select: ({ data, columns }) => ({
      unit: columns.find(({ key }) => key === column)?.unit,
      values: new Map(
        data.flatMap((row) => {
          const [uuid, value] = [textOf(row, group), row[column]];
          return uuid && typeof value === 'number' ? [[uuid, value] as const] : [];
        }),
      ),
    }),
  });
}

/** How many repositories each team looks after, by its uuid. */
export function useRepositories() {
  const { timezone } = useHost();
  return useByTeam(repositoriesQuery(timezone), 'Team.uuid', 'count(Repository.uuid)');
}

/** A measure of the last 90 days of each team, by its uuid. */
export function useMeasureOfTeams(measure: TeamMeasure, enabled: boolean) {
  const { timezone } = useHost();
  return useByTeam(measureOfTeams(measure, timezone), `${measure.path}.uuid`, columnOf(measure), enabled);
}

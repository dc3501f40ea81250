import { addressAt, useHost } from '@cairn/host';
import { formatWorkingTime, workdayOf } from '@cairn/query';
import {
  Avatar,
  DataTable,
  EmptyState,
  ErrorState,
  formatNumber,
  PageHeader,
  TableSkeleton,
  plural,
  useMatches,
  type TableColumn,
} from '@cairn/ui';
import { UsersRound } from 'lucide-react';
import { useEffect, type ReactNode } from 'react';
import { NewTeamButton } from './team-buttons.tsx';
import styles from './teams.module.css';
import { TEAM_MEASURES, type TeamMeasure } from './questions.ts';
import { useMeasureOfTeams, useMeasures, useRepositories, useTeams, type TeamRow } from './use-teams.ts';

const [PULLS, CYCLE] = TEAM_MEASURES as readonly [TeamMeasure, TeamMeasure];

const PHONE = '(max-width: 700px)';
/** What a phone has room for stands first there: figures before who leads, and narrower. */
const PHONE_WIDTHS: Readonly<Record<string, number>> = {
  name: 120,
  members: 84,
  pulls: 118,
  cycle: 190,
  repositories: 110,
  leads: 180,
};

/** The same columns as a phone shows them. */
function forPhone(columns: readonly TableColumn<TeamRow>[]): readonly TableColumn<TeamRow>[] {
  return Object.entries(PHONE_WIDTHS).flatMap(([id, width]) =>
    columns
      .filter((column) => column.id === id)
      .map((column) => (column.width === undefined ? { ...column, least: width } : { ...column, width })),
  );
}

/** The list of teams, those within others beneath them. */
export function TeamList(): ReactNode {
  const { setTitle } = useHost();
  const { data: teams, failed } = useTeams();
  useEffect(() => setTitle('Teams'), [setTitle]);
  const count = teams?.length === 0 ? undefined : teams ? plural(teams.length, 'team') : ' ';
  return (
    <div className={styles['page']}>
      <PageHeader title="Teams" description={count} actions={<NewTeamButton />} />
      <div className={styles['body']}>
        {failed ? (
          <ErrorState
            title="The teams could not be read"
            error={failed.error}
            onRetry={() => void failed.refetch()}
          />
        ) : !teams ? (
          <TableSkeleton rows={6} />
        ) : teams.length === 0 ? (
          <NoTeams />
        ) : (
          <TeamTable teams={teams} />
        )}
      </div>
    </div>
  );
}

function NoTeams(): ReactNode {
  return (
    <EmptyState icon={<UsersRound aria-hidden />} title="Teams appear here">
      No source of this organization says who belongs to which team. GitHub and Jira do, once they are
      connected; until then an admin makes teams of people here.
    </EmptyState>
  );
}

function TeamTable({ teams }: { teams: readonly TeamRow[] }): ReactNode {
  const { org, navigate } = useHost();
  const columns = useColumns();
  return (
    <DataTable
      label="Teams"
      columns={useMatches(PHONE) ? forPhone(columns) : columns}
      pinned
      rows={teams}
      rowId={({ uuid }) => uuid}
      rowName={({ name }) => name}
      rowHeight={44}
      onOpen={({ uuid }) => navigate(addressAt(org.id, 'teams', uuid))}
    />
  );
}

function Leads({ team: { leads } }: { team: TeamRow }): ReactNode {
  return (
    <span className={styles['people']}>
      {leads.map(({ uuid, name }) => (
        <span key={uuid}>
          <Avatar name={name} />
          {name}
        </span>
      ))}
    </span>
  );
}

const shown = (value: number | undefined, format: (value: number) => string) =>
  value === undefined ? '' : format(value);

function useColumns(): TableColumn<TeamRow>[] {
  const repositories = useRepositories().data;
  const measured = useMeasures();
  const pulls = useMeasureOfTeams(PULLS, measured.includes(PULLS)).data;
  const cycle = useMeasureOfTeams(CYCLE, measured.includes(CYCLE)).data;
  const figures: TableColumn<TeamRow>[] = measured.includes(PULLS)
    ? [
        {
          id: 'pulls',
          header: 'Pull requests',
          numeric: true,
          width: 130,
          hint: 'Opened in the last 90 days by who is in the team.',
          cell: ({ uuid }) => shown(pulls?.values.get(uuid), formatNumber),
        },
        {
          id: 'cycle',
          header: 'Median working cycle time',
          numeric: true,
          width: 200,
          hint: 'Of the pull requests of the last 90 days, in working days of their calendar, or in hours where calendars differ.',
          cell: ({ uuid }) =>
            shown(cycle?.values.get(uuid), (value) =>
              formatWorkingTime(value, workdayOf(cycle?.unit) ?? null),
            ),
        },
      ]
    : [];
  return [
    {
      id: 'name',
      header: 'Name',
      least: 140,
      cell: ({ name, level }) => <span data-level={level}>{name}</span>,
    },
    { id: 'leads', header: 'Lead', width: 200, cell: (team) => <Leads team={team} /> },
    {
      id: 'members',
      header: 'Members',
      numeric: true,
      width: 100,
      cell: ({ members }) => formatNumber(members),
    },
    {
      id: 'repositories',
      header: 'Repositories',
      numeric: true,
      width: 120,
      cell: ({ uuid }) => shown(repositories?.values.get(uuid), formatNumber),
    },
    ...figures,
  ];
}

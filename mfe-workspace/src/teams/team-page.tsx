import { entityQuery } from '@cairn/client';
import { AppError, EntityUuid, type EntityDetail } from '@cairn/contracts';
import { addressAt, useHost } from '@cairn/host';
import { FollowBell } from '@cairn/saved';
import {
  buttonAttributes,
  EmptyState,
  ErrorState,
  PageHeader,
  Panel,
  plural,
  TableSkeleton,
  linkAttributes,
} from '@cairn/ui';
import { useQuery } from '@tanstack/react-query';
import { useEffect, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { QuestionPanel } from '../question-panel.tsx';
import { Members } from './members.tsx';
import { weeksOfTeam } from './questions.ts';
import { TeamBoards } from './team-boards.tsx';
import { OwnTeamButtons } from './team-buttons.tsx';
import styles from './teams.module.css';
import { useMeasures } from './use-teams.ts';

/** One team: who is in it and since when, what it looks after, and what it did in the last 90 days. */
export function TeamPage({ teamId }: { teamId: string }): ReactNode {
  const { org, timezone, setTitle } = useHost();
  const isUuid = EntityUuid.safeParse(teamId).success;
  const { data, error, refetch } = useQuery({ ...entityQuery(org.id, teamId, timezone), enabled: isUuid });
  const team = data?.labels.includes('Team') ? data : undefined;
  useEffect(() => setTitle(team?.name ?? 'Team'), [setTitle, team]);
  const missing = !isUuid || (data && !team) || (error instanceof AppError && error.code === 'not_found');
  if (missing) return <NoTeam />;
  if (error && !data)
    return <ErrorState title="The team could not be read" error={error} onRetry={() => void refetch()} />;
  if (!team) return <TableSkeleton rows={8} />;
  return <Team team={team} />;
}

function NoTeam(): ReactNode {
  const { org } = useHost();
  return (
    <EmptyState
      whole
      title="There is no such team"
      action={
        <Link to={addressAt(org.id, 'teams')} {...buttonAttributes()}>
          All teams
        </Link>
      }
    >
      It may have been removed, or the link is not of this organization.
    </EmptyState>
  );
}

const relationOf = (team: EntityDetail, name: string) => team.relations.find((each) => each.name === name);

function Team({ team }: { team: EntityDetail }): ReactNode {
  const { org } = useHost();
  const name = team.name ?? 'Team';
  const members = relationOf(team, 'Person');
  // Without anybody it did nothing that a picture could show.
  const hadPeople = (members?.total ?? 0) + (members?.former?.total ?? 0) > 0;
  const parent = relationOf(team, 'Parent')?.items[0];
  const about = [
    parent ? `within ${parent.name}` : null,
    plural(members?.total ?? 0, 'member'),
    typeof team.properties['description'] === 'string' ? team.properties['description'] : null,
  ];
  return (
    <div className={styles['page']}>
      <PageHeader
        title={name}
        description={about.filter(Boolean).join(' · ')}
        actions={
          <>
            <OwnTeamButtons uuid={team.uuid} />
            <FollowBell kind="team" id={team.uuid} name={name} />
            <Link to={addressAt(org.id, 'entity', team.uuid)} {...buttonAttributes()}>
              Properties and history
            </Link>
          </>
        }
      />
      <div className={styles['body']}>
        {hadPeople && <Charts teamId={team.uuid} name={name} />}
        <div className={styles['lists']}>
          <Members relation={members} />
          <Owned team={team} relation="Repository" title="Repositories" />
          <Owned team={team} relation="Project" title="Projects" />
          <Owned team={team} relation="Child" title="Teams within" />
          <TeamBoards name={name} />
        </div>
      </div>
    </div>
  );
}

function Charts({ teamId, name }: { teamId: string; name: string }): ReactNode {
  const { timezone } = useHost();
  return (
    <div className={styles['charts']}>
      {useMeasures().map((measure) => (
        <QuestionPanel
          key={measure.id}
          title={measure.chart}
          label={`${measure.chart}, ${name}`}
          chartClassName={styles['chart']}
          {...weeksOfTeam(measure, teamId, timezone)}
        />
      ))}
    </div>
  );
}

/** What a team looks after, or the teams within it; nothing where there is none. */
function Owned({
  team,
  relation,
  title,
}: {
  team: EntityDetail;
  relation: string;
  title: string;
}): ReactNode {
  const { org } = useHost();
  const items = relationOf(team, relation)?.items ?? [];
  if (items.length === 0) return null;
  const page = relation === 'Child' ? 'teams' : 'entity';
  return (
    <Panel title={title}>
      <ul className={styles['list']}>
        {items.map(({ uuid, name }) => (
          <li key={uuid}>
            <Link to={addressAt(org.id, page, uuid)} {...linkAttributes()}>
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

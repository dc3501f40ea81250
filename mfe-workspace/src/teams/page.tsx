import type { ReactNode } from 'react';
import { useParams } from 'react-router-dom';
import { TeamPage } from './team-page.tsx';
import { TeamList } from './team-list.tsx';

/** The teams of the org, or one of them (W§2.1). */
export function Page(): ReactNode {
  const { teamId } = useParams();
  return teamId ? <TeamPage key={teamId} teamId={teamId} /> : <TeamList />;
}

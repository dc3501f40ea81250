import { addressAt, useHost } from '@cairn/host';
import { Button, IconButton, lazyComponent } from '@cairn/ui';
import { Pencil, Plus, Trash2 } from 'lucide-react';
import { Suspense, useState, type ReactNode } from 'react';
import { useMayMakeTeams, useOwnTeam, useTeamChanges } from './use-own-teams.ts';

const TeamDialog = lazyComponent(async () => (await import('./team-dialog.tsx')).TeamDialog);

/** Makes a team of people; nothing for those who may not. */
export function NewTeamButton(): ReactNode {
  const { org, navigate } = useHost();
  const [isOpen, setOpen] = useState(false);
  if (!useMayMakeTeams()) return null;
  return (
    <>
      <Button variant="primary" icon={<Plus aria-hidden />} onClick={() => setOpen(true)}>
        New team
      </Button>
      {isOpen && (
        <Suspense>
          <TeamDialog
            onClose={() => setOpen(false)}
            onSaved={(uuid) => navigate(addressAt(org.id, 'teams', uuid))}
          />
        </Suspense>
      )}
    </>
  );
}

/** Changes and removes a team that an admin made; nothing for the teams of sources. */
export function OwnTeamButtons({ uuid }: { uuid: string }): ReactNode {
  const team = useOwnTeam(uuid);
  const { remove } = useTeamChanges();
  const [isOpen, setOpen] = useState(false);
  if (!team) return null;
  return (
    <>
      <Button icon={<Pencil aria-hidden />} onClick={() => setOpen(true)}>
        Edit team
      </Button>
      <IconButton label="Remove team" onClick={() => void remove(team)}>
        <Trash2 size={16} aria-hidden />
      </IconButton>
      {isOpen && (
        <Suspense>
          <TeamDialog team={team} onClose={() => setOpen(false)} onSaved={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

import { invalidate } from '@cairn/client';
import { ownTeamsQuery, teamClient } from '@cairn/client/teams';
import { orgDenial } from '@cairn/contracts';
import type { OwnTeam } from '@cairn/contracts/teams';
import { addressAt, actorOf, useHost } from '@cairn/host';
import { useConfirm } from '@cairn/ui';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';

/** Whether this person may make teams, and change those that admins made. */
export function useMayMakeTeams(): boolean {
  return orgDenial(actorOf(useHost()).role, 'manageIdentities') === null;
}

/** The team of this uuid, where an admin made it and this person may change it. */
export function useOwnTeam(uuid: string): OwnTeam | undefined {
  const { org } = useHost();
  const { data } = useQuery({ ...ownTeamsQuery(org.id), enabled: useMayMakeTeams() });
  return data?.find((team) => team.uuid === uuid);
}

/** A team as it is edited. */
export type EditedTeam = Omit<OwnTeam, 'uuid'> & { readonly uuid?: string };

const inputOf = ({ uuid, name, description, members, ...team }: EditedTeam) => ({
  ...(uuid === undefined ? {} : { uuid }),
  name: name.trim(),
  description,
  members: members.map(({ uuid: person, role, since, until }) => ({ person, role, since, until })),
  repositories: team.repositories.map((each) => each.uuid),
  projects: team.projects.map((each) => each.uuid),
  parent: team.parent?.uuid ?? null,
});

/** Saves and removes teams that admins make; what shows teams is read again. */
export function useTeamChanges() {
  const { org, navigate, toast } = useHost();
  const cache = useQueryClient();
  const confirm = useConfirm();
  const params = { orgId: org.id };
  const reload = () =>
    Promise.all(
      (['ownTeams', 'rows', 'entity', 'configuration'] as const).map((thing) =>
        invalidate(cache, thing, org.id),
      ),
    );
  const save = useMutation({
    mutationFn: async (team: EditedTeam) =>
      (await teamClient.saveTeam({ params, input: inputOf(team) })).data.uuid,
    onSuccess: reload,
  });
  const onError = ({ message }: Error) => toast({ kind: 'error', message });
  const restore = useMutation({
    mutationFn: (uuid: string) => teamClient.restoreTeam({ params, input: { uuid } }),
    onSuccess: reload,
    onError,
  });
  const removal = useMutation({
    mutationFn: ({ uuid }: OwnTeam) => teamClient.removeTeam({ params, input: { uuid } }),
    onSuccess: async (_, { uuid, name }) => {
      navigate(addressAt(org.id, 'teams'));
      await reload();
      toast({ kind: 'undo', message: `Removed ${name}`, onUndo: () => restore.mutate(uuid) });
    },
    onError,
  });
  const remove = async (team: OwnTeam) => {
    const sure = await confirm({
      title: 'Remove this team?',
      message: `“${team.name}” goes from every page and query. Its people stay.`,
      confirm: 'Remove team',
      danger: true,
    });
    if (sure) removal.mutate(team);
  };
  return { save, remove };
}

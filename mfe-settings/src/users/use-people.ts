import { invitationsQuery, membersQuery, peopleClient } from '@cairn/client';
import type { Invitation, OrgMember, Role, UserId } from '@cairn/contracts';
import { useHost } from '@cairn/host';
import { useConfirm } from '@cairn/ui';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';

/** The people of the org. */
export function useMembers() {
  return useQuery(membersQuery(useHost().org.id));
}

/** The invitations into the org. */
export function useInvitations() {
  return useQuery(invitationsQuery(useHost().org.id));
}

/** Puts the members after a change into the shared cache. Users who changed themselves now have other rights. */
function useKeepMembers(userId: UserId) {
  const { org, user, refreshUser } = useHost();
  const cache = useQueryClient();
  return ({ data }: { data: OrgMember[] }) => {
    cache.setQueryData(membersQuery(org.id).queryKey, data);
    // Some of their invitations may have been turned off.
    void cache.invalidateQueries(invitationsQuery(org.id));
    if (userId === user.id) refreshUser();
  };
}

/** Gives a member another role. */
export function useSetRole({ userId, name }: OrgMember) {
  const { org, toast } = useHost();
  const keep = useKeepMembers(userId);
  return useMutation({
    mutationFn: (role: Role) =>
      peopleClient.setMemberRole({ params: { orgId: org.id }, input: { user_id: userId, role } }),
    onSuccess: keep,
    onError: ({ message }) => toast({ kind: 'error', message: `The role of ${name} stays. ${message}` }),
  });
}

/** Takes somebody out of the org, once that is confirmed. */
export function useRemoveMember({ userId, name }: OrgMember) {
  const { org, toast } = useHost();
  const keep = useKeepMembers(userId);
  const confirm = useConfirm();
  const remove = useMutation({
    mutationFn: () => peopleClient.removeMember({ params: { orgId: org.id }, input: { user_id: userId } }),
    onSuccess: (answer) => {
      keep(answer);
      toast({ kind: 'info', message: `Removed ${name} from ${org.name}` });
    },
    onError: ({ message }) => toast({ kind: 'error', message: `${name} was not removed. ${message}` }),
  });
  const ask = async () => {
    const sure = await confirm({
      title: `Remove ${name} from ${org.name}?`,
      message:
        'They lose access at once, and invitations that they made are turned off. What they shared stays.',
      confirm: 'Remove',
      danger: true,
    });
    if (sure) remove.mutate();
  };
  return { ask, isPending: remove.isPending };
}

/** Makes a link with which a member sets a new password. */
export function usePasswordLink({ userId }: OrgMember) {
  const { org, toast } = useHost();
  return useMutation({
    mutationFn: () =>
      peopleClient.createPasswordLink({ params: { orgId: org.id }, input: { user_id: userId } }),
    onError: ({ message }) => toast({ kind: 'error', message }),
  });
}

/** Turns an invitation on or off. */
export function useToggleInvitations() {
  const { org, toast } = useHost();
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (input: { id?: string; enabled: boolean }) =>
      peopleClient.toggleInvitations({ input: { org_id: org.id, ...input } }),
    onSuccess: ({ data }) => cache.setQueryData(invitationsQuery(org.id).queryKey, data),
    onError: ({ message }) => toast({ kind: 'error', message }),
  });
}

/** Turns every invitation off; those that were on come back by undo. */
export function useTurnAllOff(): (invitations: readonly Invitation[]) => void {
  const { toast } = useHost();
  const toggle = useToggleInvitations();
  return (invitations) => {
    const were = invitations.filter(({ enabled }) => enabled);
    const turnOn = async () => {
      for (const { id } of were) await toggle.mutateAsync({ id, enabled: true });
    };
    // The hook has said why one failed.
    const onUndo = () => void turnOn().catch(() => undefined);
    const message = were.length === 1 ? 'Turned the invitation off' : `Turned ${were.length} invitations off`;
    void toggle.mutateAsync({ enabled: false }).then(
      () => toast({ kind: 'undo', message, onUndo }),
      () => undefined,
    );
  };
}

/** Makes an invitation; the newest of the list is it. */
export function useInvite() {
  const { org } = useHost();
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (input: { role: Role; email?: string; days: number }) =>
      peopleClient.createInvitation({ input: { org_id: org.id, ...input } }),
    onSuccess: ({ data }) => cache.setQueryData(invitationsQuery(org.id).queryKey, data),
  });
}

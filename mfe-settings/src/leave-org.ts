import { peopleClient } from '@cairn/client';
import { useHost } from '@cairn/host';
import { useConfirm } from '@cairn/ui';
import { useMutation } from '@tanstack/react-query';

/** Takes the user out of the org, once that is confirmed, and leads to their other orgs. */
export function useLeaveOrg() {
  const { org, toast } = useHost();
  const confirm = useConfirm();
  const leave = useMutation({
    mutationFn: () => peopleClient.leaveOrg({ params: { orgId: org.id } }),
    onSuccess: () => window.location.assign('/orgs'),
    onError: ({ message }) => toast({ kind: 'error', message }),
  });
  const ask = async () => {
    const sure = await confirm({
      title: `Leave ${org.name}?`,
      message: 'You lose access at once. Somebody has to invite you to come back.',
      confirm: 'Leave',
      danger: true,
    });
    if (sure) leave.mutate();
  };
  return { ask, isPending: leave.isPending };
}

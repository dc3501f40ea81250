import { workspaceClient } from '@cairn/client';
import type { Org } from '@cairn/contracts';
import { useHost } from '@cairn/host';
import { useMutation } from '@tanstack/react-query';

type Changes = Partial<Pick<Org, 'name' | 'boardCreator' | 'personMeasures'>> & {
  twoFactor?: 'optional' | 'required';
};

/** Changes the settings for everybody in the org, one change after the other, and has the org read again. */
export function useUpdateOrg(saved: string) {
  const { org, refreshUser, toast } = useHost();
  return useMutation({
    mutationFn: (input: Changes) => workspaceClient.updateOrg({ params: { orgId: org.id }, input }),
    scope: { id: `org-settings ${org.id}` },
    onSuccess: () => {
      refreshUser();
      toast({ kind: 'info', message: saved });
    },
    onError: ({ message }) => toast({ kind: 'error', message: `This is not saved. ${message}` }),
  });
}

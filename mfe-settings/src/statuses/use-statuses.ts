import { invalidate, keyOf, statusClient, statusesQuery } from '@cairn/client';
import type { ProjectStatuses } from '@cairn/contracts';
import { useHost } from '@cairn/host';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { choicesOf, type StatusChoice } from './edits.ts';

/** The statuses of all projects. */
export function useStatuses() {
  const { org } = useHost();
  return useQuery(statusesQuery(org.id));
}

export interface StatusChange {
  readonly of: ProjectStatuses;
  /** Null follows the history of the issues again. */
  readonly statuses: readonly StatusChoice[] | null;
  /** Whether the message offers to undo it. */
  readonly canUndo?: boolean;
}

/** The statuses of a project as they will be, so that the page shows them at once. */
function changed(known: ProjectStatuses, { of, statuses }: StatusChange): ProjectStatuses {
  if (known.project.uuid !== of.project.uuid || statuses === null) return known;
  const issues = new Map(known.statuses.map((status) => [status.name, status.issues]));
  return {
    ...known,
    decided: true,
    statuses: statuses.map((status) => ({ ...status, issues: issues.get(status.name) ?? 0 })),
  };
}

/** Sets the statuses of a project; measures follow them later. */
export function useSetStatuses() {
  const { org, toast } = useHost();
  const client = useQueryClient();
  const query = statusesQuery(org.id);
  const set = useMutation({
    mutationKey: keyOf('statuses', org.id),
    scope: { id: `statuses ${org.id}` },
    mutationFn: ({ of, statuses }: StatusChange) =>
      statusClient.setStatuses({
        params: { orgId: org.id },
        input: { projectUuid: of.project.uuid, statuses: statuses && [...statuses] },
      }),
    onMutate: async (change) => {
      await client.cancelQueries(query);
      client.setQueryData(query.queryKey, (known) => known?.map((each) => changed(each, change)));
    },
    onSuccess: (_, { of, canUndo = true }) => {
      if (!canUndo) return;
      const before = of.decided ? choicesOf(of.statuses) : null;
      toast({
        kind: 'undo',
        message: `Changed the statuses of ${of.project.name}`,
        onUndo: () => set.mutate({ of, statuses: before, canUndo: false }),
      });
    },
    onError: ({ message }, { of }) =>
      toast({ kind: 'error', message: `The statuses of ${of.project.name} are not changed. ${message}` }),
    onSettled: () => invalidate(client, 'statuses', org.id),
  });
  return set;
}

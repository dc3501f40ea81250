import { GRAPH_DATA, useHost } from '@cairn/host';
import { Select } from '@cairn/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { workspaceClient } from '@cairn/client';
import { DAY_CHOICES, DAY_NAMES, type DayNumber } from '../day-names.ts';

/** Chooses the first day of the org's weeks, and saves the choice at once. */
export function FirstDay(): ReactNode {
  const { org, refreshUser, toast } = useHost();
  const answers = useQueryClient();
  const [known, setKnown] = useState(org.firstDay);
  const [shown, setShown] = useState(org.firstDay);
  if (known !== org.firstDay) {
    setKnown(org.firstDay);
    setShown(org.firstDay);
  }
  const save = useMutation({
    mutationFn: (firstDay: DayNumber) =>
      workspaceClient.updateOrg({ params: { orgId: org.id }, input: { firstDay } }),
    // Changes run one after the other, so that the last choice is kept.
    scope: { id: `org-settings ${org.id}` },
    onMutate: (firstDay) => setShown(firstDay),
    onSuccess: ({ data }) => {
      refreshUser();
      // Earlier answers count the old weeks, so they are asked for again.
      void answers.invalidateQueries({
        predicate: ({ meta }) => meta?.['readsGraph'] === GRAPH_DATA.readsGraph,
      });
      toast({ kind: 'info', message: `Weeks now begin on ${DAY_NAMES[data.firstDay]}` });
    },
    onError: (error) => {
      setShown(org.firstDay);
      toast({ kind: 'error', message: `The first day of the week is not saved. ${error.message}` });
    },
  });
  return (
    <Select
      aria-label="First day of the week"
      data={DAY_CHOICES}
      value={String(shown)}
      allowDeselect={false}
      onChange={(chosen) => {
        const day = Number(chosen) as DayNumber;
        if (chosen !== null && day !== shown) save.mutate(day);
      }}
    />
  );
}

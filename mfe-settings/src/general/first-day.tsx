import type { Org } from '@cairn/contracts';
import { GRAPH_DATA, useHost } from '@cairn/host';
import { Select } from '@cairn/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { workspaceClient } from '@cairn/client';

type Day = Org['firstDay'];

/** The days of the week by the numbers that queries have for them. */
export const DAY_NAMES: Readonly<Record<Day, string>> = {
  1: 'Monday',
  2: 'Tuesday',
  3: 'Wednesday',
  4: 'Thursday',
  5: 'Friday',
  6: 'Saturday',
  7: 'Sunday',
};

const CHOICES = Object.entries(DAY_NAMES).map(([value, label]) => ({ value, label }));

/** The day that the org's weeks begin with, saved as soon as it is chosen. */
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
    mutationFn: (firstDay: Day) =>
      workspaceClient.updateOrg({ params: { orgId: org.id }, input: { firstDay } }),
    // One after the other, so that what was chosen last is what is kept.
    scope: { id: `org-settings ${org.id}` },
    onMutate: (firstDay) => setShown(firstDay),
    onSuccess: ({ data }) => {
      refreshUser();
      // The graph counts weeks anew; what was answered before is of the old ones.
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
      data={CHOICES}
      value={String(shown)}
      allowDeselect={false}
      onChange={(chosen) => {
        const day = Number(chosen) as Day;
        if (chosen !== null && day !== shown) save.mutate(day);
      }}
    />
  );
}

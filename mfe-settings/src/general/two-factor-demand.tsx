import { TwoFactorDemand } from '@cairn/contracts';
import { useHost } from '@cairn/host';
import { Select } from '@cairn/ui';
import type { ReactNode } from 'react';
import { useUpdateOrg } from './use-update-org.ts';

/** Whether members need two factors, in words. */
export const TWO_FACTOR_DEMANDS = {
  optional: 'Members may use them',
  required: 'Members need them',
} as const;

const CHOICES = Object.entries(TWO_FACTOR_DEMANDS).map(([value, label]) => ({ value, label }));

/** Chooses whether members need two factors, and saves the choice at once. */
export function FactorDemand(): ReactNode {
  const { org } = useHost();
  const update = useUpdateOrg('Saved who needs two factors');
  const present = org.twoFactor ?? 'optional';
  return (
    <Select
      aria-label="Two factors"
      data={CHOICES}
      value={update.isPending ? (update.variables.twoFactor ?? present) : present}
      allowDeselect={false}
      onChange={(chosen) => {
        const twoFactor = TwoFactorDemand.safeParse(chosen).data;
        if (twoFactor && twoFactor !== present) update.mutate({ twoFactor });
      }}
    />
  );
}

import { BoardCreator, type Org } from '@cairn/contracts';
import { useHost } from '@cairn/host';
import { Select } from '@cairn/ui';
import type { ReactNode } from 'react';
import { useUpdateOrg } from './use-update-org.ts';

/** Who may create boards, in words (ruling 13). */
export const BOARD_CREATORS: Readonly<Record<Org['boardCreator'], string>> = {
  admin: 'Admins',
  user: 'Everybody but viewers',
};

const CHOICES = Object.entries(BOARD_CREATORS).map(([value, label]) => ({ value, label }));

/** Chooses who may create boards, and saves the choice at once. */
export function BoardCreators(): ReactNode {
  const { org } = useHost();
  const update = useUpdateOrg('Saved who may create boards');
  return (
    <Select
      aria-label="Who may create boards"
      data={CHOICES}
      value={update.isPending ? (update.variables.boardCreator ?? org.boardCreator) : org.boardCreator}
      allowDeselect={false}
      onChange={(chosen) => {
        const boardCreator = BoardCreator.safeParse(chosen).data;
        if (boardCreator && boardCreator !== org.boardCreator) update.mutate({ boardCreator });
      }}
    />
  );
}

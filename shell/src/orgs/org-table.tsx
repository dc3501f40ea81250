import { addressAt } from '@cairn/host';
import { ROLE_WORDS, type Org } from '@cairn/contracts';
import { Badge, DataTable, Text, type TableColumn } from '@cairn/ui';
import type { ReactNode } from 'react';
import styles from './orgs.module.css';

const address = ({ id }: Org) => addressAt(id, 'home');

const COLUMNS: readonly TableColumn<Org>[] = [
  {
    id: 'name',
    header: 'Name',
    least: 140,
    cell: (org, active) => (
      <span className={styles['name']}>
        <a href={address(org)} tabIndex={active ? 0 : -1} onClick={(event) => event.stopPropagation()}>
          <Text truncate>{org.name}</Text>
        </a>
        {org.simulated && <Badge tone="warn">Simulated data</Badge>}
      </span>
    ),
  },
  { id: 'role', header: 'Role', width: 120, cell: ({ role }) => ROLE_WORDS[role] },
];

/** The orgs of the user, all on one page. */
export function OrgTable({ orgs }: { orgs: readonly Org[] }): ReactNode {
  return (
    <div className={styles['table']}>
      <DataTable
        label="Your organizations"
        columns={COLUMNS}
        rows={orgs}
        rowId={({ id }) => id}
        rowHeight={48}
        onOpen={(org) => window.location.assign(address(org))}
      />
    </div>
  );
}

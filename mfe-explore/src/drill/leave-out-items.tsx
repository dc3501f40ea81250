import type { Query } from '@cairn/query';
import { Menu } from '@cairn/ui';
import { formatCell, type Selection } from '@cairn/views';
import { FilterX } from 'lucide-react';
import type { ReactNode } from 'react';
import { withoutValue } from './drill-query.ts';

interface LeaveOutItemsProps {
  readonly query: Query;
  readonly groups: Selection['groups'];
  readonly timezone: string;
  readonly onDrill: (query: Query) => void;
}

/** The items that leave one of the values out. Other is many values, so it is not offered. */
export function LeaveOutItems({ query, groups, timezone, onDrill }: LeaveOutItemsProps): ReactNode {
  const single = groups.filter(({ except }) => !except);
  return (
    <>
      {single.length > 0 && <Menu.Label>Leave out</Menu.Label>}
      {single.map((group) => (
        <Menu.Item
          key={group.column.key}
          leftSection={<FilterX size={16} />}
          onClick={() => onDrill(withoutValue(query, group, timezone))}
        >
          {`${group.column.label} is not ${formatCell(group.value, group.column, timezone)}`}
        </Menu.Item>
      ))}
    </>
  );
}

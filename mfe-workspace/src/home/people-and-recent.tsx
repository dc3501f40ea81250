import type { DateRange } from '@cairn/ui';
import type { ReactNode } from 'react';
import styles from './home-page.module.css';
import { People } from './people.tsx';
import { Recent } from './recent.tsx';

/** The end of Home, beneath the charts. */
export function PeopleAndRecent(props: { range: DateRange; onDefaultBranch: boolean }): ReactNode {
  return (
    <>
      <People {...props} className={styles.people} />
      <Recent className={styles.recent} />
    </>
  );
}

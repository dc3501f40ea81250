import type { ReactNode } from 'react';
import { useParams } from 'react-router-dom';
import { UserList } from './user-list.tsx';
import { UserPage } from './user-page.tsx';

/** The people who use this org, or one of them (W§2.1). */
export function Page(): ReactNode {
  const { userId } = useParams();
  return userId ? <UserPage key={userId} userId={userId} /> : <UserList />;
}

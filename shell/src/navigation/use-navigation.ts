import { useEffect, useState } from 'react';
import { Navigation, type Guard } from './navigation.ts';

/** The navigation of an org for as long as the caller is mounted. */
export function useNavigation(orgId: string, userId: string, guard: Guard): Navigation {
  const [navigation] = useState(() => new Navigation({ page: window, orgId, userId, guard }));
  useEffect(() => () => navigation.stop(), [navigation]);
  return navigation;
}

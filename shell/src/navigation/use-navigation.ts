import { usePages } from '@cairn/host';
import { useEffect, useState } from 'react';
import { showToast } from '../toasts/toasts.tsx';
import { Navigation, type Guard } from './navigation.ts';

const onNoPage = () =>
  showToast({ kind: 'error', message: 'That link leads to no page of this organization, so Home is shown.' });

const onNoTab = () =>
  showToast({
    kind: 'error',
    message: 'You have no such tab: it was closed, or is somebody else’s. Home is shown.',
  });

/** The navigation of an org for as long as the caller is mounted. */
export function useNavigation(orgId: string, userId: string, guard: Guard): Navigation {
  const pages = usePages();
  const [navigation] = useState(
    () => new Navigation({ page: window, orgId, userId, guard, pages, onNoPage, onNoTab }),
  );
  useEffect(() => () => navigation.stop(), [navigation]);
  return navigation;
}

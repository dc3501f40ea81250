import { keyOf } from '@cairn/client';
import { Button } from '@cairn/ui';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { fetchRegistry, type Registry } from '../remotes/registry.ts';
import { knownRegistry } from '../remotes/load-part.ts';
import styles from './new-version.module.css';

const EVERY_MS = 60_000;

/** True when the deployed version differs from the one that this page loaded. */
export function isNewer(loaded: Registry, now: Registry): boolean {
  return now.some(({ name, version }) =>
    loaded.some((known) => known.name === name && known.version !== version),
  );
}

/** True when a newer version than this page's is deployed. */
export async function isOutdated(): Promise<boolean> {
  return isNewer(await knownRegistry(), await fetchRegistry());
}

/** The banner that offers a new version (W§2.8); until then the page uses the old one. */
export function NewVersion(): ReactNode {
  const { data: newer = false } = useQuery({
    queryKey: keyOf('registry'),
    queryFn: isOutdated,
    refetchInterval: EVERY_MS,
    refetchOnWindowFocus: true,
    staleTime: EVERY_MS / 2,
    retry: false,
  });
  if (!newer) return null;
  return (
    <div className={styles['banner']} role="status">
      <span>A new version of the application is available.</span>
      <Button size="small" variant="primary" onClick={() => window.location.reload()}>
        Reload
      </Button>
    </div>
  );
}

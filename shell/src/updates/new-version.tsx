import { keyOf } from '@cairn/client';
import { Button, lazyComponent } from '@cairn/ui';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState, type ReactNode } from 'react';
import { fetchRegistry, type Registry } from '../remotes/registry.ts';
import { knownRegistry } from '../remotes/load-part.ts';
import styles from './new-version.module.css';

const VersionScreen = lazyComponent(async () => (await import('./version-screen.tsx')).VersionScreen);

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

/** Offers a new version, full-screen and then in a bar (W§2.8); until it is taken the page uses the old one. */
export function NewVersion(): ReactNode {
  const { data: newer } = useQuery({
    queryKey: keyOf('registry'),
    queryFn: isOutdated,
    // The page has just read what is deployed.
    initialData: false,
    refetchInterval: EVERY_MS,
    refetchOnWindowFocus: true,
    staleTime: EVERY_MS / 2,
    retry: false,
  });
  const [isPutOff, setIsPutOff] = useState(false);
  if (!newer) return null;
  if (!isPutOff)
    return (
      <Suspense fallback={null}>
        <VersionScreen onLater={() => setIsPutOff(true)} />
      </Suspense>
    );
  return (
    <div className={styles['banner']} role="status">
      <span>A new version of the application is available.</span>
      <Button size="small" variant="primary" onClick={() => window.location.reload()}>
        Reload
      </Button>
    </div>
  );
}

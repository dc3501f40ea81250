import type { PartName, Parts } from '@cairn/host';
import { Button, LoadFailed, Skeleton } from '@cairn/ui';
import type { ReactNode } from 'react';
import type { RemoteProblem } from './problem.ts';
import { RemotePart } from './remote-part.tsx';
import styles from './part-frame.module.css';

const NAMES: Readonly<Record<string, string>> = {
  explore: 'Explore',
  entity: 'Entity pages',
  workspace: 'The workspace',
  settings: 'Settings',
};

const nameOf = (part: PartName) => NAMES[part.split('/')[0] ?? ''] ?? part;

function PageFailed({
  part,
  problem,
  retry,
}: {
  part: PartName;
  problem: RemoteProblem;
  retry: () => void;
}): ReactNode {
  return (
    <LoadFailed title={`${nameOf(part)} cannot be shown`} failure={problem} onRetry={retry} inline={false} />
  );
}

function SmallFailed({ problem, retry }: { problem: RemoteProblem; retry: () => void }): ReactNode {
  return (
    <div className={styles['failed']} role="alert">
      <span>This part cannot be shown. {problem.message}</span>
      <Button size="small" variant="subtle" onClick={retry}>
        Retry
      </Button>
    </div>
  );
}

/** The placeholder of a page while it loads. */
export function PageWaiting(): ReactNode {
  return (
    <div className={styles['waiting']} role="status" aria-label="Loading">
      <Skeleton width={180} height={20} />
      <Skeleton width={320} />
      <div className={styles['tiles']}>
        <Skeleton height={180} />
        <Skeleton height={180} />
        <Skeleton height={180} />
      </div>
      <Skeleton height={260} />
    </div>
  );
}

/** A remote's page; a failure fills the page. */
export function PagePart<N extends PartName>({ name, props }: { name: N; props: Parts[N] }): ReactNode {
  return (
    <RemotePart
      name={name}
      props={props}
      waiting={<PageWaiting />}
      failed={(problem, retry) => <PageFailed part={name} problem={problem} retry={retry} />}
    />
  );
}

/** A remote's part inside another page; a failure stays small. */
export function SmallPart<N extends PartName>({ name, props }: { name: N; props: Parts[N] }): ReactNode {
  return (
    <RemotePart
      name={name}
      props={props}
      waiting={<Skeleton height="100%" style={{ minHeight: 48 }} />}
      failed={(problem, retry) => <SmallFailed problem={problem} retry={retry} />}
    />
  );
}

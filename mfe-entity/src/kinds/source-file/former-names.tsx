import type { EntityDetail } from '@cairn/contracts';
import { Panel } from '@cairn/ui';
import type { ReactNode } from 'react';
import type { SectionProps } from '../../kind-page/kind-page.ts';
import { CopyText } from '../../text/copy-text.tsx';
import styles from './former-names.module.css';

/** The paths that a file had before, the latest first. */
export function formerPathsOf({ properties: { formerPaths } }: EntityDetail): string[] {
  return Array.isArray(formerPaths)
    ? formerPaths.filter((path): path is string => typeof path === 'string' && path !== '')
    : [];
}

/** The paths that a file had before it was renamed; absent for one that never was. */
export function FormerNames({ entity }: SectionProps): ReactNode {
  const paths = formerPathsOf(entity);
  if (paths.length === 0) return null;
  return (
    <Panel title="Former names">
      <ol className={styles.names}>
        {paths.map((path, at) => (
          <li key={at}>
            <CopyText text={path} label="Copy path" />
          </li>
        ))}
      </ol>
    </Panel>
  );
}

import type { ChangedFile } from '@cairn/contracts';
import { formatNumber, Text, VisuallyHidden } from '@cairn/ui';
import type { ReactNode } from 'react';
import colors from '../changed-lines.module.css';
import styles from './file-change.module.css';

const LETTERS = { added: 'A', modified: 'M', deleted: 'D', renamed: 'R' } as const;

/** The change of a file as a letter, and as a word for screen readers. */
export function ChangeMark({ change }: { change: ChangedFile['change'] }): ReactNode {
  return (
    <span
      className={styles.mark}
      data-change={change}
      title={`${change.charAt(0).toUpperCase()}${change.slice(1)}`}
    >
      <span aria-hidden>{LETTERS[change]}</span>
      <VisuallyHidden>{change}</VisuallyHidden>
    </span>
  );
}

/** A path whose folder is fainter than its name. */
export function FilePath({ file: { path, previousPath } }: { file: ChangedFile }): ReactNode {
  const cut = path.lastIndexOf('/') + 1;
  return (
    <span className={styles.path} title={previousPath ? `${previousPath} → ${path}` : path}>
      {previousPath && (
        <Text tone="faint" className={styles.folder ?? ''}>
          {previousPath} →{' '}
        </Text>
      )}
      <Text tone="muted" className={styles.folder ?? ''}>
        {path.slice(0, cut)}
      </Text>
      <span className={styles.name}>{path.slice(cut)}</span>
    </span>
  );
}

const BOXES = 5;

/** Splits five boxes between added and deleted lines; a count above zero has at least one. */
export function shareOf(
  additions: number,
  deletions: number,
  most: number,
): { added: number; deleted: number } {
  const sum = additions + deletions;
  if (sum === 0 || most === 0) return { added: 0, deleted: 0 };
  const filled = Math.max(
    1,
    additions > 0 && deletions > 0 ? 2 : 1,
    Math.round((BOXES * Math.log1p(sum)) / Math.log1p(most)),
  );
  const added = Math.round((filled * additions) / sum);
  const kept = Math.min(Math.max(added, additions > 0 ? 1 : 0), filled - (deletions > 0 ? 1 : 0));
  return { added: kept, deleted: filled - kept };
}

function Bar({ added, deleted }: { added: number; deleted: number }): ReactNode {
  return (
    <span className={styles.bar} aria-hidden>
      {Array.from({ length: BOXES }, (_, box) => (
        <i key={box} data-is={box < added ? 'added' : box < added + deleted ? 'deleted' : undefined} />
      ))}
    </span>
  );
}

/** Lines added and deleted as figures, and as a bar relative to the file with `most` changes. */
export function LineChange({
  file,
  most,
}: {
  file: Pick<ChangedFile, 'additions' | 'deletions'>;
  most?: number;
}): ReactNode {
  if (file.additions === null || file.deletions === null) return <Text tone="faint">binary</Text>;
  return (
    <span className={styles.lines}>
      <span className={colors.added}>
        <span aria-hidden>+{formatNumber(file.additions)}</span>
        <VisuallyHidden>{file.additions} lines added,</VisuallyHidden>
      </span>
      <span className={colors.deleted}>
        <span aria-hidden>−{formatNumber(file.deletions)}</span>
        <VisuallyHidden>{file.deletions} deleted</VisuallyHidden>
      </span>
      {most !== undefined && <Bar {...shareOf(file.additions, file.deletions, most)} />}
    </span>
  );
}

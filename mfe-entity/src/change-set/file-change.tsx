import type { ChangedFile } from '@cairn/contracts';
import { formatNumber } from '@cairn/ui';
import type { ReactNode } from 'react';

const LETTERS = { added: 'A', modified: 'M', deleted: 'D', renamed: 'R' } as const;

/** What happened to a file: a letter with its word for those who do not see it. */
export function ChangeMark({ change }: { change: ChangedFile['change'] }): ReactNode {
  return (
    <span
      className="en-mark"
      data-change={change}
      title={`${change.charAt(0).toUpperCase()}${change.slice(1)}`}
    >
      <span aria-hidden>{LETTERS[change]}</span>
      <span className="cn-hidden">{change}</span>
    </span>
  );
}

/** A path with the folder quieter than the name. */
export function FilePath({ file: { path, previousPath } }: { file: ChangedFile }): ReactNode {
  const cut = path.lastIndexOf('/') + 1;
  return (
    <span className="en-path" title={previousPath ? `${previousPath} → ${path}` : path}>
      {previousPath && <span className="cn-faint">{previousPath} → </span>}
      <span className="cn-muted">{path.slice(0, cut)}</span>
      <span className="en-path__name">{path.slice(cut)}</span>
    </span>
  );
}

const BOXES = 5;

/** How five boxes are shared between lines added and deleted; whatever changed has at least one. */
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

/** Lines added and deleted, as figures and as a small bar beside those of the other files. */
export function LineChange({
  file,
  most,
}: {
  file: Pick<ChangedFile, 'additions' | 'deletions'>;
  most?: number;
}): ReactNode {
  if (file.additions === null || file.deletions === null) return <span className="cn-faint">binary</span>;
  const { added, deleted } = shareOf(file.additions, file.deletions, most ?? 0);
  return (
    <span className="en-lines">
      <span className="en-lines__added">
        <span aria-hidden>+{formatNumber(file.additions)}</span>
        <span className="cn-hidden">{file.additions} lines added,</span>
      </span>
      <span className="en-lines__deleted">
        <span aria-hidden>−{formatNumber(file.deletions)}</span>
        <span className="cn-hidden">{file.deletions} deleted</span>
      </span>
      {most !== undefined && (
        <span className="en-lines__bar" aria-hidden>
          {Array.from({ length: BOXES }, (_, box) => (
            <i key={box} data-is={box < added ? 'added' : box < added + deleted ? 'deleted' : undefined} />
          ))}
        </span>
      )}
    </span>
  );
}

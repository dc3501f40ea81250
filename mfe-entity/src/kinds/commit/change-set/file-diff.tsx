import type { ChangedFile } from '@cairn/contracts';
import { Button, formatNumber, lazyComponent, Skeleton } from '@cairn/ui';
import { Checkbox } from '@cairn/ui/fields';
import { ChevronDown, ChevronRight } from 'lucide-react';
import { type ReactNode, Suspense, useState } from 'react';
import { EntityLink } from '../../../frame/entity-link.tsx';
import { useSeen } from '../../../story/windowed.tsx';
import { CopyButton } from '../../../text/copy-text.tsx';
import { ChangeMark, FilePath, LineChange } from './file-change.tsx';
import styles from './file-diff.module.css';

const DiffText = lazyComponent(async () => (await import('./diff-text.tsx')).DiffText);

/** A larger diff is shown on demand. */
const LARGE = 400;
const [HEAD_PX, LINE_PX, NOTE_PX] = [40, 19, 54];

const linesOf = ({ patch }: ChangedFile) => patch?.match(/\n/g)?.length ?? 1;

function Body({ file, split, commit }: { file: ChangedFile; split: boolean; commit: string }): ReactNode {
  const lines = linesOf(file);
  const [wanted, setWanted] = useState(lines <= LARGE);
  const skeleton = <Skeleton height={Math.min(lines, LARGE) * LINE_PX} style={{ borderRadius: 0 }} />;
  if (!wanted) {
    return (
      <p className={styles.note}>
        {`A large diff of ${formatNumber(lines)} lines.`}{' '}
        <Button size="small" onClick={() => setWanted(true)}>
          Show diff
        </Button>
      </p>
    );
  }
  return (
    <div className={styles.body}>
      <Suspense fallback={skeleton}>
        <DiffText file={file} split={split} commit={commit} />
      </Suspense>
    </div>
  );
}

export interface FileDiffProps {
  readonly commit: string;
  readonly file: ChangedFile;
  readonly id: string;
  readonly split: boolean;
  readonly open: boolean;
  readonly onToggle: () => void;
  /** The uuid of the file's own page, if it has one. */
  readonly page: string | undefined;
  readonly viewed: boolean;
  readonly onViewed: (viewed: boolean) => void;
}

function Head({ file, open, onToggle, page, viewed, onViewed }: FileDiffProps): ReactNode {
  const Chevron = open ? ChevronDown : ChevronRight;
  return (
    <div className={styles.head}>
      <button type="button" className={styles.toggle} aria-expanded={open} onClick={onToggle}>
        <Chevron size={14} aria-hidden />
        <ChangeMark change={file.change} />
        <FilePath file={file} />
      </button>
      <CopyButton text={file.path} label="Copy path" />
      {page && (
        <EntityLink uuid={page} className={styles.page}>
          History of the file
        </EntityLink>
      )}
      <LineChange file={file} />
      <Checkbox
        size="xs"
        label="Viewed"
        aria-label={`Viewed ${file.path}`}
        checked={viewed}
        onChange={({ currentTarget }) => onViewed(currentTarget.checked)}
      />
    </div>
  );
}

/** The height that a file is likely to have once it is drawn. */
function likelyHeight(file: ChangedFile, open: boolean): number {
  const lines = linesOf(file);
  if (!open) return HEAD_PX;
  return HEAD_PX + (lines > LARGE ? NOTE_PX : lines * LINE_PX);
}

/**
 * One file of a change set: a line with its name, which toggles its diff, its page, and whether it was viewed. It is
 * drawn once it is near the visible part, or when it `isWanted`.
 */
export function FileDiff({ isWanted, ...props }: FileDiffProps & { isWanted: boolean }): ReactNode {
  const { file, id, open, split, commit } = props;
  const [ref, seen] = useSeen();
  const isDrawn = seen || isWanted;
  const style = isDrawn ? undefined : { height: likelyHeight(file, open) };
  return (
    <section ref={ref} className={styles.diff} id={id} aria-label={file.path} style={style}>
      {isDrawn && (
        <>
          <Head {...props} />
          {open && <Body file={file} split={split} commit={commit} />}
        </>
      )}
    </section>
  );
}

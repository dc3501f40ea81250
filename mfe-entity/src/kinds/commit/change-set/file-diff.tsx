import type { ChangedFile } from '@cairn/contracts';
import { Button, formatNumber, lazyComponent, Skeleton } from '@cairn/ui';
import { Checkbox } from '@cairn/ui/fields';
import { ChevronDown, ChevronRight } from 'lucide-react';
import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { EntityLink } from '../../../frame/entity-link.tsx';
import { CopyButton } from '../../../text/copy-text.tsx';
import { ChangeMark, FilePath, LineChange } from './file-change.tsx';
import styles from './file-diff.module.css';

const DiffText = lazyComponent(async () => (await import('./diff-text.tsx')).DiffText);

/** A larger diff is shown on demand. */
const LARGE = 400;
const LINE_PX = 19;

/** True once the element has come within 800 px of the viewport. */
function useSeen(): [(element: Element | null) => void, boolean] {
  const [element, setElement] = useState<Element | null>(null);
  const [seen, setSeen] = useState(false);
  useEffect(() => {
    if (!element || seen) return undefined;
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && setSeen(true),
      { rootMargin: '800px' },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [element, seen]);
  return [setElement, seen];
}

const linesOf = ({ patch }: ChangedFile) => patch?.match(/\n/g)?.length ?? 1;

function Body({ file, split, commit }: { file: ChangedFile; split: boolean; commit: string }): ReactNode {
  const lines = linesOf(file);
  const [wanted, setWanted] = useState(lines <= LARGE);
  const [ref, seen] = useSeen();
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
    <div ref={ref} className={styles.body}>
      {seen ? (
        <Suspense fallback={skeleton}>
          <DiffText file={file} split={split} commit={commit} />
        </Suspense>
      ) : (
        skeleton
      )}
    </div>
  );
}

/** One file of a change set: a line with its name, which toggles its diff, its page, and whether it was viewed. */
export function FileDiff({
  commit,
  file,
  id,
  split,
  open,
  onToggle,
  page,
  viewed,
  onViewed,
}: {
  commit: string;
  file: ChangedFile;
  id: string;
  split: boolean;
  open: boolean;
  onToggle: () => void;
  /** The uuid of the file's own page, if it has one. */
  page: string | undefined;
  viewed: boolean;
  onViewed: (viewed: boolean) => void;
}): ReactNode {
  const Chevron = open ? ChevronDown : ChevronRight;
  return (
    <section className={styles.diff} id={id} aria-label={file.path}>
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
      {open && <Body file={file} split={split} commit={commit} />}
    </section>
  );
}

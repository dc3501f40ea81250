import type { ChangedFile } from '@cairn/contracts';
import { Button, formatNumber, Skeleton } from '@cairn/ui';
import { ChevronDown, ChevronRight } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { CopyButton } from '../place/copy-text.tsx';
import { ChangeMark, FilePath, LineChange } from './file-change.tsx';

const DiffText = lazy(async () => ({ default: (await import('./diff-text.tsx')).DiffText }));

/** A diff of more lines than this waits until it is asked for. */
const LARGE = 400;
const LINE_PX = 19;

/** Whether the element has come near the screen; it stays so. */
function useNear(): [(element: Element | null) => void, boolean] {
  const [element, setElement] = useState<Element | null>(null);
  const [near, setNear] = useState(false);
  useEffect(() => {
    if (!element || near) return undefined;
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && setNear(true),
      { rootMargin: '800px' },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [element, near]);
  return [setElement, near];
}

const linesOf = ({ patch }: ChangedFile) => patch?.match(/\n/g)?.length ?? 1;

function Body({ file, split }: { file: ChangedFile; split: boolean }): ReactNode {
  const lines = linesOf(file);
  const [asked, setAsked] = useState(lines <= LARGE);
  const [ref, near] = useNear();
  const waiting = <Skeleton height={Math.min(lines, LARGE) * LINE_PX} style={{ borderRadius: 0 }} />;
  if (!asked) {
    return (
      <p className="en-diff__note">
        {`A large diff of ${formatNumber(lines)} lines.`}{' '}
        <Button size="small" onClick={() => setAsked(true)}>
          Show diff
        </Button>
      </p>
    );
  }
  return (
    <div ref={ref} className="en-diff__body">
      {near ? (
        <Suspense fallback={waiting}>
          <DiffText file={file} split={split} />
        </Suspense>
      ) : (
        waiting
      )}
    </div>
  );
}

/** One file of a change set: its name, which opens and closes it, and its diff once it is near the screen. */
export function FileDiff({
  file,
  id,
  split,
  open,
  onToggle,
}: {
  file: ChangedFile;
  id: string;
  split: boolean;
  open: boolean;
  onToggle: () => void;
}): ReactNode {
  const Chevron = open ? ChevronDown : ChevronRight;
  return (
    <section className="en-diff" id={id} aria-label={file.path}>
      <div className="en-diff__head">
        <button type="button" className="en-diff__toggle" aria-expanded={open} onClick={onToggle}>
          <Chevron size={14} aria-hidden />
          <ChangeMark change={file.change} />
          <FilePath file={file} />
        </button>
        <CopyButton text={file.path} label="Copy path" />
        <LineChange file={file} />
      </div>
      {open && <Body file={file} split={split} />}
    </section>
  );
}

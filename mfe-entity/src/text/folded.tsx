import { Button } from '@cairn/ui';
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import styles from './folded.module.css';

/** The height from which a summary is folded (E§9). */
const FOLD_PX = 150;
/** A text taller by at most this much is not folded. */
const TOLERANCE_PX = 40;

/** Content that is folded at 150 px, with a button that unfolds it. */
export function Folded({ children }: { children: ReactNode }): ReactNode {
  const [open, setOpen] = useState(false);
  const [tall, setTall] = useState(false);
  const body = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = body.current;
    if (!element) return undefined;
    const measure = () => setTall(element.scrollHeight > FOLD_PX + TOLERANCE_PX);
    measure();
    const observer = new ResizeObserver(measure);
    for (const child of element.children) observer.observe(child);
    return () => observer.disconnect();
  }, [children]);
  const folded = tall && !open;
  return (
    <div>
      <div
        ref={body}
        className={styles.body}
        data-folded={folded || undefined}
        style={folded ? { maxHeight: FOLD_PX } : undefined}
      >
        <div>{children}</div>
      </div>
      {tall && (
        <Button
          size="small"
          variant="subtle"
          className={styles.toggle ?? ''}
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        >
          {open ? 'Collapse' : 'Expand'}
        </Button>
      )}
    </div>
  );
}

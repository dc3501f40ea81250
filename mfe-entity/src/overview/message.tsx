import { Button } from '@cairn/ui';
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { readMessage } from './read-message.ts';

/** Height at which a summary is folded (E§9). */
const FOLD_PX = 150;

/** Prose that is folded at 150 px, with a way to open it. */
export function Folded({ children }: { children: ReactNode }): ReactNode {
  const [open, setOpen] = useState(false);
  const [tall, setTall] = useState(false);
  const body = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = body.current;
    if (!element) return undefined;
    const measure = () => setTall(element.scrollHeight > FOLD_PX + 40);
    measure();
    const observer = new ResizeObserver(measure);
    for (const child of element.children) observer.observe(child);
    return () => observer.disconnect();
  }, [children]);
  const folded = tall && !open;
  return (
    <div className="en-folded">
      <div
        ref={body}
        className="en-folded__body"
        data-folded={folded || undefined}
        style={folded ? { maxHeight: FOLD_PX } : undefined}
      >
        <div>{children}</div>
      </div>
      {tall && (
        <Button size="small" variant="subtle" aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? 'Collapse' : 'Expand'}
        </Button>
      )}
    </div>
  );
}

/** The body of a commit message as prose; its trailers (Signed-off-by and the like) apart. */
export function Message({ text }: { text: string }): ReactNode {
  const { blocks, trailers } = readMessage(text);
  if (blocks.length === 0 && trailers.length === 0) return null;
  return (
    <Folded>
      <div className="en-message">
        {blocks.map(({ code, text: block }, at) =>
          code ? <pre key={at}>{block}</pre> : <p key={at}>{block}</p>,
        )}
        {trailers.length > 0 && (
          <dl className="en-trailers">
            {trailers.map(({ name, value }, at) => (
              <div key={at}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        )}
      </div>
    </Folded>
  );
}

import { type ReactNode, startTransition, useEffect, useRef, useState } from 'react';

/** How far beyond the visible part blocks are drawn. */
const MARGIN = '900px 0px';

/** The box that scrolls an element; null for the page itself. */
function scrollParent(element: HTMLElement): HTMLElement | null {
  for (let box = element.parentElement; box && box !== document.body; box = box.parentElement) {
    if (/auto|scroll/.test(getComputedStyle(box).overflowY)) return box;
  }
  return null;
}

/** Calls back when an element comes near the visible part of what scrolls it, and when it leaves. */
export function useNear<Element extends HTMLElement>(onNear: (isNear: boolean, element: Element) => void) {
  const ref = useRef<Element>(null);
  const call = useRef(onNear);
  useEffect(() => {
    call.current = onNear;
  });
  useEffect(() => {
    const element = ref.current;
    if (!element) return;
    const observer = new IntersectionObserver(
      (entries) => call.current(entries.at(-1)?.isIntersecting ?? false, element),
      { root: scrollParent(element), rootMargin: MARGIN },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return ref;
}

/** A block of a long list, drawn only near the visible part; away from it, it keeps its height. */
export function NearBlock({
  estimate,
  startsNear,
  className,
  children,
}: {
  estimate: number;
  startsNear: boolean;
  className: string;
  children: () => ReactNode;
}): ReactNode {
  const [{ isNear, height }, setNear] = useState({ isNear: startsNear, height: estimate });
  const ref = useNear<HTMLOListElement>((next, element) => {
    // The height is read before the lines go. A transition draws in slices, so that scrolling goes on.
    const left = next ? undefined : element.offsetHeight;
    startTransition(() =>
      setNear((now) => ({ isNear: next, height: now.isNear ? (left ?? now.height) : now.height })),
    );
  });
  return (
    <ol ref={ref} className={className} style={isNear ? undefined : { height }}>
      {isNear && children()}
    </ol>
  );
}

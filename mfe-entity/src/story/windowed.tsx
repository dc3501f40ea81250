import {
  createContext,
  type ReactNode,
  startTransition,
  useCallback,
  useContext,
  useEffect,
  useRef,
  useState,
} from 'react';

/** How far beyond the visible part blocks are drawn. */
const MARGIN = '900px 0px';

type OnNear = (isNear: boolean) => void;
type Observe = (element: Element, onNear: OnNear) => () => void;

/** The box that scrolls an element; null for the page itself. */
function scrollParent(element: Element): Element | null {
  for (let box = element.parentElement; box && box !== document.body; box = box.parentElement) {
    if (/auto|scroll/.test(getComputedStyle(box).overflowY)) return box;
  }
  return null;
}

/** One observer for all blocks of a list: it calls back when an element comes near the visible part, or leaves. */
function createObserve(): Observe {
  const callbacks = new Map<Element, OnNear>();
  let observer: IntersectionObserver | undefined;
  return (element, onNear) => {
    observer ??= new IntersectionObserver(
      (entries) => entries.forEach(({ target, isIntersecting }) => callbacks.get(target)?.(isIntersecting)),
      { root: scrollParent(element), rootMargin: MARGIN },
    );
    callbacks.set(element, onNear);
    observer.observe(element);
    return () => {
      callbacks.delete(element);
      observer?.unobserve(element);
    };
  };
}

const ObserveContext = createContext<Observe>(() => () => undefined);

/** The list around blocks that are drawn only near the visible part. */
export function Windowed({ children }: { children: ReactNode }): ReactNode {
  const [observe] = useState(createObserve);
  return <ObserveContext value={observe}>{children}</ObserveContext>;
}

/** Whether an element has come near the visible part of the list around it; from then on it has. */
export function useSeen(): [ref: (element: Element | null) => (() => void) | undefined, seen: boolean] {
  const observe = useContext(ObserveContext);
  const [seen, setSeen] = useState(false);
  const watch = useCallback(
    (element: Element | null) =>
      element && !seen
        ? observe(element, (isNear) => isNear && startTransition(() => setSeen(true)))
        : undefined,
    [observe, seen],
  );
  return [watch, seen];
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
  const observe = useContext(ObserveContext);
  const ref = useRef<HTMLOListElement>(null);
  const [{ isNear, height }, setNear] = useState({ isNear: startsNear, height: estimate });
  useEffect(() => {
    const element = ref.current;
    if (!element) return;
    return observe(element, (next) => {
      // The height is read before the lines go. A transition draws in slices, so that scrolling goes on.
      const left = next ? undefined : element.offsetHeight;
      startTransition(() =>
        setNear((now) => {
          if (now.isNear === next) return now;
          return { isNear: next, height: left ?? now.height };
        }),
      );
    });
  }, [observe]);
  return (
    <ol ref={ref} className={className} style={isNear ? undefined : { height }}>
      {isNear && children()}
    </ol>
  );
}

/** A mark at the end of a list; it calls back when it is near the visible part, and again when it still is with more lines. */
export function NearEnd({
  lines,
  onNear,
  children,
}: {
  lines: number;
  onNear: () => void;
  children: ReactNode;
}): ReactNode {
  const [observe] = useState(createObserve);
  const call = useRef(onNear);
  useEffect(() => {
    call.current = onNear;
  });
  const watch = useCallback(
    // An observer tells changes alone, so an end that stays near is watched anew.
    (element: HTMLDivElement) => observe(element, (isNear) => isNear && lines >= 0 && call.current()),
    [observe, lines],
  );
  return <div ref={watch}>{children}</div>;
}

import { type PointerEvent, useEffect, useState } from 'react';

/** How long the pointer stays on a link before its card appears. */
const STAY_MS = 500;

/** The box of the hovered element once the pointer stayed on it; Escape, scrolling and leaving take it away. */
export function useHover(): {
  anchor: DOMRect | null;
  element: Element | null;
  /** Hovers over an element, or over none. */
  hoverOn: (element: Element | null) => void;
  onPointerEnter: (event: PointerEvent) => void;
  onPointerLeave: () => void;
} {
  const [element, setElement] = useState<Element | null>(null);
  const [anchor, setAnchor] = useState<DOMRect | null>(null);
  useEffect(() => {
    if (!element) return undefined;
    const hide = () => setElement(null);
    const onKeyDown = ({ key }: KeyboardEvent) => key === 'Escape' && hide();
    const timer = setTimeout(() => setAnchor(element.getBoundingClientRect()), STAY_MS);
    window.addEventListener('scroll', hide, { capture: true });
    window.addEventListener('keydown', onKeyDown);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('scroll', hide, { capture: true });
      window.removeEventListener('keydown', onKeyDown);
      setAnchor(null);
    };
  }, [element]);
  return {
    anchor,
    element,
    hoverOn: setElement,
    onPointerEnter: ({ currentTarget, pointerType }) => {
      if (pointerType === 'mouse') setElement(currentTarget);
    },
    onPointerLeave: () => setElement(null),
  };
}

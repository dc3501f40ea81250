import { useLayoutEffect, useRef, type RefObject } from 'react';

/** Sets `data-more-left` and `data-more-right` on the returned element while columns of `frame` are scrolled out of view. */
export function useHiddenSides(frame: RefObject<HTMLElement | null>): RefObject<HTMLDivElement | null> {
  const around = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = frame.current;
    if (!element) return undefined;
    let before = '';
    const mark = () => {
      const { scrollLeft, clientWidth, clientHeight, scrollWidth } = element;
      const outer = around.current;
      // Scrolling down changes none of it, and each write would make all rows be styled again.
      const now = [scrollLeft, clientWidth, clientHeight, scrollWidth].join(' ');
      if (now === before) return;
      before = now;
      outer?.toggleAttribute('data-more-left', scrollLeft > 1);
      outer?.toggleAttribute('data-more-right', scrollLeft + clientWidth < scrollWidth - 1);
      // The fade ends at the scroll bars.
      outer?.style.setProperty('--cn-seen-width', `${clientWidth}px`);
      outer?.style.setProperty('--cn-seen-height', `${clientHeight}px`);
    };
    const observer = new ResizeObserver(mark);
    observer.observe(element);
    if (element.firstElementChild) observer.observe(element.firstElementChild);
    element.addEventListener('scroll', mark, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', mark);
    };
  }, [frame]);
  return around;
}

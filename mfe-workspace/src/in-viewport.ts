import { useEffect, useState, type RefObject } from 'react';

/** Turns true, and stays so, when the element comes within a margin of the viewport, or onto paper. */
export function useInViewport(ref: RefObject<Element | null>, margin = 400): boolean {
  const [seen, setSeen] = useState(false);
  useEffect(() => {
    const element = ref.current;
    if (!element || seen) return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setSeen(true);
      },
      { rootMargin: `${margin}px` },
    );
    observer.observe(element);
    const print = () => setSeen(true);
    addEventListener('beforeprint', print);
    return () => {
      observer.disconnect();
      removeEventListener('beforeprint', print);
    };
  }, [ref, seen, margin]);
  return seen;
}

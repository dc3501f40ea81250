import { createElement } from 'react';

/** For Mantine's scroll lock, which works by a style element: the page's policy refuses one, so no window asks for it. */
export function RemoveScroll({ children }) {
  return createElement('div', null, children);
}

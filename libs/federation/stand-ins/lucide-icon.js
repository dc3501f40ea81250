import { createElement } from 'react';

const LOOK = {
  xmlns: 'http://www.w3.org/2000/svg',
  viewBox: '0 0 24 24',
  fill: 'none',
  stroke: 'currentColor',
  strokeWidth: 2,
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
};

const isNamed = (props) =>
  'role' in props || 'title' in props || Object.keys(props).some((key) => key.startsWith('aria-'));

/** For Lucide's maker of icons, which weighs as much as all of ours and travels with each front-end: only a size is asked of one. */
export default function createLucideIcon({ name, node, aliases = [] }) {
  const classes = ['lucide', ...[name, ...aliases].map((each) => `lucide-${each}`)].join(' ');
  const children = node.map(([tag, attributes]) => createElement(tag, attributes));
  return function Icon({ size = 24, className, ...rest }) {
    const hidden = isNamed(rest) ? undefined : { 'aria-hidden': 'true' };
    const look = {
      ...LOOK,
      width: size,
      height: size,
      className: className ? `${classes} ${className}` : classes,
    };
    return createElement('svg', { ...look, ...hidden, ...rest }, children);
  };
}

import { Tooltip } from '@cairn/ui';
import { ChevronDown, ChevronRight, type LucideIcon } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { Link } from 'react-router-dom';

/** One entry of the sidebar; collapsed it is its icon, with the label as tooltip. */
export function Item({
  to,
  icon: Icon,
  label,
  collapsed,
  current,
}: {
  to: string;
  icon: LucideIcon;
  label: string;
  collapsed: boolean;
  current: boolean;
}): ReactNode {
  const link = (
    <Link to={to} className="sh-item" aria-current={current ? 'page' : undefined} aria-label={label}>
      <Icon size={16} aria-hidden />
      {!collapsed && <span className="cn-truncate">{label}</span>}
    </Link>
  );
  return (
    <li>
      {collapsed ? (
        <Tooltip label={label} position="right">
          {link}
        </Tooltip>
      ) : (
        link
      )}
    </li>
  );
}

/** A titled group of the sidebar that can be folded; folded ones stay so in this browser. */
export function Section({
  title,
  id,
  collapsed,
  action,
  children,
}: {
  title: string;
  id: string;
  collapsed: boolean;
  action?: ReactNode;
  children: ReactNode;
}): ReactNode {
  const key = `cairn.folded.${id}`;
  const [folded, setFolded] = useState(() => localStorage.getItem(key) === 'yes');
  const toggle = () => {
    localStorage.setItem(key, folded ? 'no' : 'yes');
    setFolded(!folded);
  };
  const Chevron = folded ? ChevronRight : ChevronDown;
  return (
    <section className="sh-section" aria-label={title}>
      {!collapsed && (
        <div className="sh-section__head">
          <button type="button" aria-expanded={!folded} onClick={toggle}>
            {title}
            <Chevron size={12} aria-hidden />
          </button>
          {action}
        </div>
      )}
      {collapsed && action}
      {(!folded || collapsed) && <ul>{children}</ul>}
    </section>
  );
}

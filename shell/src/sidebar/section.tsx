import { ChevronDown, ChevronRight } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import styles from './section.module.css';

/** A titled, collapsible group of the sidebar; this browser remembers the collapsed ones. */
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
    <section className={styles['section']} aria-label={title}>
      {!collapsed && (
        <div className={styles['head']}>
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

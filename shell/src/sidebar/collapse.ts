import { useEffect, useState } from 'react';

const NARROW = '(max-width: 1100px)';

/**
 * Whether the sidebar is collapsed: by the user's choice in this org, and initially always in a narrow window
 * (W§2.2).
 */
export function useCollapsed(orgId: string): [collapsed: boolean, toggle: () => void] {
  const key = `cairn.sidebar.${orgId}`;
  const [kept, setKept] = useState(() => localStorage.getItem(key) === 'collapsed');
  const [narrow, setNarrow] = useState(() => matchMedia(NARROW).matches);
  // In a narrow window it opens only temporarily.
  const [opened, setOpened] = useState(false);
  useEffect(() => {
    const query = matchMedia(NARROW);
    const onChange = () => {
      setNarrow(query.matches);
      setOpened(false);
    };
    query.addEventListener('change', onChange);
    return () => query.removeEventListener('change', onChange);
  }, []);
  const toggle = () => {
    if (narrow) {
      setOpened((now) => !now);
      return;
    }
    localStorage.setItem(key, kept ? 'expanded' : 'collapsed');
    setKept(!kept);
  };
  return [narrow ? !opened : kept, toggle];
}

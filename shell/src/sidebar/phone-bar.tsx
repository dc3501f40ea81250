import { pathBelowOrg } from '@cairn/host';
import { IconButton, UntitledDialog, Text } from '@cairn/ui';
import { Menu as MenuIcon, Search } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './phone-bar.module.css';

export interface PhoneBarProps {
  /** The title of the page beneath. */
  title: string;
  /** The path of the page where it is the main one. */
  path: string | null;
  open: boolean;
  onOpen: (open: boolean) => void;
  onSearch: () => void;
  locked: boolean;
  /** The sidebar, which the menu button opens as a sheet. */
  children: ReactNode;
}

/** The bar that stands for the sidebar in a window narrower than 700 pixels; newcomers do without the search (W§2.1). */
export function PhoneBar({
  title,
  path,
  open,
  onOpen,
  onSearch,
  locked,
  children,
}: PhoneBarProps): ReactNode {
  return (
    <header className={styles['bar']}>
      <IconButton label="Open the menu" onClick={() => onOpen(true)} aria-expanded={open}>
        <MenuIcon size={18} aria-hidden />
      </IconButton>
      <Text truncate>{title}</Text>
      {pathBelowOrg(path ?? '') !== 'onboarding' && (
        <IconButton label="Search or ask" disabled={locked} onClick={onSearch}>
          <Search size={18} aria-hidden />
        </IconButton>
      )}
      <UntitledDialog open={open} onClose={() => onOpen(false)} label="Menu" placement="left" width={280}>
        <div className={styles['sheet']}>{children}</div>
      </UntitledDialog>
    </header>
  );
}

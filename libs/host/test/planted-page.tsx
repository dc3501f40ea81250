// By its public name, so that tests use the shared copy.
import { PAGES, type PageEntry } from '@cairn/host';
import { Telescope } from 'lucide-react';
import type { ReactNode } from 'react';

/** A page that only tests have. */
export const plantedPage: PageEntry = {
  path: 'outlook',
  part: 'workspace/App',
  title: 'Outlook',
  icon: Telescope,
  keys: 'g o',
  section: 'main',
  role: 'admin',
};

/** The page table with one more entry. */
export const plantedPages: readonly PageEntry[] = [...PAGES, plantedPage];

/** The component of the planted page. */
export function PlantedPage(): ReactNode {
  return <h1>What lies ahead</h1>;
}

import { lazyComponent } from '@cairn/ui';
import type { KindTab } from '../kind-page/kind-page.ts';

/** The tab with the reports of an entity. */
export const REPORTS: KindTab = {
  id: 'reports',
  label: 'Reports',
  Body: lazyComponent(async () => (await import('./reports-tab.tsx')).ReportsTab),
};

import {
  ChartArea,
  ChartBar,
  ChartColumn,
  ChartLine,
  ChartNoAxesCombined,
  Grid3x3,
  Hash,
  LayoutDashboard,
  Table2,
  type LucideIcon,
} from 'lucide-react';

/** The icons that the picks of libs/views name. */
export const ICONS: Readonly<Record<string, LucideIcon>> = {
  'chart-area': ChartArea,
  'chart-bar': ChartBar,
  'chart-column': ChartColumn,
  'chart-line': ChartLine,
  'chart-no-axes-combined': ChartNoAxesCombined,
  'grid-3x3': Grid3x3,
  hash: Hash,
  'layout-dashboard': LayoutDashboard,
  'table-2': Table2,
};

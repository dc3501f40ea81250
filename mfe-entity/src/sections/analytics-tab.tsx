import { useHost } from '@cairn/host';
import { EmptyState, lazyComponent, Panel } from '@cairn/ui';
import { ChartNoAxesColumn } from 'lucide-react';
import { type ReactNode, Suspense } from 'react';
import type { ChartSpec } from '../charts/chart-spec.ts';
import { ChartPanels } from '../charts/chart-panels.tsx';
import { chartsOf } from '../charts/charts-of.ts';
import { AnalysisPanel } from '../insights/analysis-panel.tsx';
import type { KindTab, TabProps } from '../kind-page/kind-page.ts';
import { groupProperties } from '../properties/group-properties.ts';
import { PropertyList } from '../properties/property-list.tsx';
import { OthersPanel } from './others-panel.tsx';
import type { OthersSpec } from './others-query.ts';
import styles from './rows-tab.module.css';

const InsightBoard = lazyComponent(
  async () => (await import('../dashboards/insight-board.tsx')).InsightBoard,
);

const MEASURES =
  /Time$|Efficiency$|^(?:storyPoints|additions|deletions|changedFiles|commits|totalComments|age)$/i;

/**
 * The tab with everything that is measured of an entity: charts, measures in both clocks beside those of others of its
 * kind, and its analysis.
 */
export function analyticsTab(specs: readonly ChartSpec[], others: OthersSpec): KindTab {
  function Body({ entity }: TabProps): ReactNode {
    const { timezone } = useHost();
    const hasCharts = chartsOf(entity, specs, timezone).length > 0;
    const { properties, analysis } = groupProperties(entity);
    const measures = [...properties, ...analysis].filter(({ name }) => MEASURES.test(name));
    if (!hasCharts && measures.length === 0) {
      return (
        <EmptyState icon={<ChartNoAxesColumn aria-hidden />} title="None">
          Nothing is measured of this yet.
        </EmptyState>
      );
    }
    return (
      <div className={styles.lists}>
        <ChartPanels entity={entity} specs={specs} />
        <OthersPanel entity={entity} properties={measures} spec={others} />
        <Panel title="Measures">
          <PropertyList whole properties={measures} />
        </Panel>
        <AnalysisPanel entity={entity} />
        <Suspense fallback={null}>
          <InsightBoard expected entity={entity} />
        </Suspense>
      </div>
    );
  }
  return { id: 'analytics', label: 'Analytics', Body };
}

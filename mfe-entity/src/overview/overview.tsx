import { useHost } from '@cairn/host';
import { ClauseSwitch, lazyComponent, Panel, Text } from '@cairn/ui';
import { type ReactNode, Suspense, useState } from 'react';
import type { EntityProps, KindPage, StoryPart, TabProps } from '../kind-page/kind-page.ts';
import { groupProperties } from '../properties/group-properties.ts';
import { ChartPanels } from '../charts/chart-panels.tsx';
import { useTimeRange } from '../charts/time-range.tsx';
import { chartsOf } from '../charts/charts-of.ts';
import styles from './overview.module.css';
import { ContributorAvatars, Contributors } from '../story/contributors.tsx';
import { LatestEvents } from '../story/latest-events.tsx';
import { Lineage } from '../story/lineage.tsx';
import { ProgressStepper } from '../story/progress.tsx';
import { StatusTimes } from '../story/status-times.tsx';
import { Rail } from './rail.tsx';

const InsightBoard = lazyComponent(
  async () => (await import('../dashboards/insight-board.tsx')).InsightBoard,
);

function Charts({ entity, page }: EntityProps & { readonly page: KindPage }): ReactNode {
  const { timezone } = useHost();
  const { charts: specs, startsOnDefaultBranch, range: usual, insteadOfCharts } = page.overview;
  const [onDefaultBranch, setLens] = useState(startsOnDefaultBranch);
  const [range, rangeControl] = useTimeRange(usual ?? null);
  if (chartsOf(entity, specs, timezone).length === 0) return null;
  const instead = insteadOfCharts(entity);
  if (instead) {
    return (
      <Panel title={instead.title}>
        <Text as="p" tone="muted">
          {instead.reason}
        </Text>
      </Panel>
    );
  }
  return (
    <>
      <div className={styles.scope}>
        {startsOnDefaultBranch && (
          <ClauseSwitch
            label="Default branch"
            without="All branches"
            on={onDefaultBranch}
            onChange={setLens}
          />
        )}
        {usual !== undefined && rangeControl}
      </div>
      <div className={styles.charts}>
        <ChartPanels
          entity={entity}
          specs={specs}
          range={usual === undefined ? null : range}
          onDefaultBranch={onDefaultBranch}
        />
      </div>
    </>
  );
}

/** The overview of an entity: summary, sections and charts of its kind, and its key attributes in a rail. */
export function Overview(props: TabProps): ReactNode {
  const { entity, page, openTab } = props;
  const { Summary, overview } = page;
  const section = { ...props, groups: groupProperties(entity) };
  const { uuid } = entity;
  const tells = (part: StoryPart) => page.story.includes(part);
  return (
    <div className={styles.rows}>
      {tells('progress') && <ProgressStepper key={`progress ${uuid}`} entity={entity} />}
      <overview.Stepper {...section} />
      <div className={styles.columns}>
        <div className={styles.main}>
          <div className={styles.summary}>
            <div>
              <Summary entity={entity} />
            </div>
            {tells('contributors') && <ContributorAvatars key={`avatars ${uuid}`} entity={entity} />}
          </div>
          {tells('lineage') && <Lineage key={`lineage ${uuid}`} entity={entity} />}
          {overview.sections.map((Section, at) => (
            <Section key={at} {...section} />
          ))}
          <Charts entity={entity} page={page} />
          <Suspense fallback={null}>
            <InsightBoard entity={entity} expected={overview.expectsBoard} />
          </Suspense>
          {tells('statusTimes') && <StatusTimes key={`status ${uuid}`} entity={entity} />}
          {tells('timeline') && <LatestEvents key={`timeline ${uuid}`} entity={entity} openTab={openTab} />}
        </div>
        <aside className={styles.rail} aria-label="Key attributes">
          <Rail {...section} />
          {tells('contributors') && <Contributors key={`people ${uuid}`} entity={entity} />}
        </aside>
      </div>
    </div>
  );
}

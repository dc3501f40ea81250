import { useHost } from '@cairn/host';
import { latestEventsQuery } from '@cairn/client/story';
import { ClauseSwitch, formatDate, lazyComponent, Panel, Text } from '@cairn/ui';
import { useInfiniteQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense, useMemo, useState } from 'react';
import type { EntityProps, KindPage, SectionProps, StoryPart, TabProps } from '../kind-page/kind-page.ts';
import { groupProperties } from '../properties/group-properties.ts';
import { BranchLens, useBranchLens } from '../charts/branch-lens.ts';
import { ChartPanels } from '../charts/chart-panels.tsx';
import { lastSpan, type Span } from '../charts/last-span.ts';
import { useStoryOf } from '../story/use-story.ts';
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

/** The clause of the default branch, which holds for every part of the page that counts commits. */
function Lens({ onChange }: { readonly onChange: (on: boolean) => void }): ReactNode {
  return (
    <ClauseSwitch label="Default branch" without="All branches" on={useBranchLens()} onChange={onChange} />
  );
}

/** The window that ends with the latest event of an entity, where the usual range has none. */
function useLastSpan(uuid: string, range: string | null, isAsked: boolean): Span | null {
  const story = latestEventsQuery(useStoryOf(uuid));
  const { data } = useInfiniteQuery({ ...story, enabled: isAsked });
  const latest = data?.pages[0]?.data[0]?.occurredat;
  const [now] = useState(Date.now);
  return useMemo(() => (isAsked ? lastSpan(range, latest, now) : null), [isAsked, range, latest, now]);
}

function Charts({
  entity,
  page,
  lens,
}: EntityProps & { readonly page: KindPage; readonly lens: ReactNode }): ReactNode {
  const { timezone } = useHost();
  const { charts: specs, range: usual, insteadOfCharts } = page.overview;
  const onDefaultBranch = useBranchLens();
  const [range, rangeControl] = useTimeRange(usual ?? null);
  const span = useLastSpan(entity.uuid, range, typeof usual === 'string' && range === usual);
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
        {lens}
        {usual !== undefined && rangeControl}
      </div>
      {span && (
        <Text as="p" tone="muted">
          {`Nothing happened in this time, so the charts end with the latest event, on ${formatDate(span.endDate, timezone)}.`}
        </Text>
      )}
      <div className={styles.charts}>
        <ChartPanels
          entity={entity}
          specs={specs}
          range={usual === undefined ? null : range}
          span={span}
          onDefaultBranch={onDefaultBranch}
        />
      </div>
    </>
  );
}

interface FurtherProps extends SectionProps, Pick<TabProps, 'openTab'> {
  /** The number of sections that stand elsewhere. */
  readonly from: number;
  readonly lens: ReactNode;
}

/** What follows the first sections: those that are left, charts, the board of the kind, and the timeline. */
function Further({ from, lens, ...section }: FurtherProps): ReactNode {
  const { entity, page, openTab } = section;
  const { uuid } = entity;
  const tells = (part: StoryPart) => page.story.includes(part);
  return (
    <>
      {page.overview.sections.slice(from).map((Section, at) => (
        <Section key={at} {...section} />
      ))}
      <Charts entity={entity} page={page} lens={lens} />
      <Suspense fallback={null}>
        <InsightBoard entity={entity} expected={page.overview.expectsBoard} />
      </Suspense>
      {tells('statusTimes') && <StatusTimes key={`status ${uuid}`} entity={entity} />}
      {tells('timeline') && <LatestEvents key={`timeline ${uuid}`} entity={entity} openTab={openTab} />}
    </>
  );
}

/** The overview of an entity: summary, sections and charts of its kind, and its key attributes in a rail. */
export function Overview(props: TabProps): ReactNode {
  const { entity, page } = props;
  const { Summary, overview } = page;
  const section = { ...props, groups: groupProperties(entity) };
  const { uuid } = entity;
  const tells = (part: StoryPart) => page.story.includes(part);
  const [onDefaultBranch, setLens] = useState(overview.startsOnDefaultBranch);
  const lens = overview.startsOnDefaultBranch && !overview.insteadOfCharts(entity) && (
    <Lens onChange={setLens} />
  );
  // Where charts begin with a range of their own, the clause stands beside it.
  const isOnTop = !overview.range;
  // Beside a short rail stands the first section alone, and the rest beneath both.
  const most = page.rail.isShort ? 1 : overview.sections.length;
  const further = <Further {...section} from={most} lens={isOnTop ? null : lens} />;
  return (
    <BranchLens value={onDefaultBranch}>
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
            {isOnTop && lens && <div className={styles.scope}>{lens}</div>}
            {tells('lineage') && <Lineage key={`lineage ${uuid}`} entity={entity} />}
            {overview.sections.slice(0, most).map((Section, at) => (
              <Section key={at} {...section} />
            ))}
            {!page.rail.isShort && further}
          </div>
          <aside className={styles.rail} aria-label="Key attributes">
            <Rail {...section} />
            {tells('contributors') && <Contributors key={`people ${uuid}`} entity={entity} />}
          </aside>
        </div>
        {page.rail.isShort && further}
      </div>
    </BranchLens>
  );
}

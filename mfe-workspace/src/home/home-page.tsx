import { isBeingRead, type Configuration, type Me } from '@cairn/contracts';
import { createSharedColors, useHost } from '@cairn/host';
import { withDefaultBranch } from '@cairn/query';
import {
  ChartSkeleton,
  ClauseSwitch,
  DateRangePicker,
  ErrorState,
  lazyComponent,
  PageHeader,
  PageHeaderSkeleton,
  Skeleton,
  Surface,
  type DateRange,
} from '@cairn/ui';
import { Suspense, useEffect, useMemo, useState, type ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useConfiguration, useSources } from '../graph-data.ts';
import { QuestionPanel } from '../question-panel.tsx';
import { Figures } from './figures.tsx';
import { HomeSearch } from './home-search.tsx';
import { defaultPeriod, periodOf, periodParams, PERIODS } from './period.ts';
import styles from './home-page.module.css';
import { homeQuestions } from './questions.ts';

// The figures are drawn without them. The first two are fetched with the page, because everybody sees them.
const HomeBanner = lazyComponent(
  async () => (await import(/* webpackPreload: true */ './home-banner.tsx')).HomeBanner,
);
const Personal = lazyComponent(
  async () => (await import(/* webpackPreload: true */ './personal.tsx')).Personal,
);
const IngestNotes = lazyComponent(async () => (await import('./ingest-notes.tsx')).IngestNotes);
const NoHistory = lazyComponent(async () => (await import('./no-history.tsx')).NoHistory);
const NoSource = lazyComponent(async () => (await import('./no-source.tsx')).NoSource);
const PeopleAndRecent = lazyComponent(async () => (await import('./people-and-recent.tsx')).PeopleAndRecent);

/** The first page: real charts of what was ingested, and a box to ask in. */
export function HomePage(): ReactNode {
  const { setTitle } = useHost();
  const configuration = useConfiguration();
  const sources = useSources();
  useEffect(() => setTitle('Home'), [setTitle]);
  const failed = configuration.isError ? configuration : sources.isError ? sources : null;
  if (failed && !(configuration.data && sources.data))
    return <WithoutFigures error={failed.error} onRetry={() => void failed.refetch()} />;
  if (!configuration.data || !sources.data) return <HomeSkeleton />;
  if (sources.data.length === 0)
    return (
      <Suspense fallback={<HomeSkeleton />}>
        <NoSource />
      </Suspense>
    );
  const { earliest, latest } = configuration.data;
  return (
    <Overview
      earliest={earliest}
      latest={latest}
      key={latest ? 'data' : 'none'}
      readingChanges={sources.data.some(isBeingRead)}
      knowsBranches={configuration.data.kinds.some(({ name, provided }) => name === 'Branch' && provided)}
    />
  );
}

/** Home while svc-graph fails: what others answer goes on. */
function WithoutFigures({ error, onRetry }: { error: unknown; onRetry: () => void }): ReactNode {
  const { org, user } = useHost();
  return (
    <div className={styles.page}>
      <PageHeader title={org.name} description={welcome(user, null)} />
      <div className={styles.body}>
        <HomeSearch />
        <ErrorState
          title="The figures of this organization could not be read"
          error={error}
          onRetry={onRetry}
        />
        <Suspense fallback={null}>
          <Personal knowsData={false} />
        </Suspense>
      </div>
    </div>
  );
}

/** The lens on branches as the address carries it; without it Home shows default branches. */
const lensParams = (onDefaultBranch: boolean): Record<string, string> =>
  onDefaultBranch ? {} : { branches: 'all' };

/** The sentence beneath the org's name: a welcome, and why the period is what it is. */
function welcome({ preferences, email }: Me, note: string | null): string {
  const words = `Welcome, ${preferences.displayName || email}.`;
  return note === null ? words : `${words} ${note}`;
}

interface OverviewProps {
  earliest: string | null;
  latest: string | null;
  readingChanges: boolean;
  knowsBranches: boolean;
}

/** The period and the lens on branches, which the address carries. */
function useShownData({ earliest, latest, knowsBranches }: OverviewProps) {
  const { user } = useHost();
  const [params, setParams] = useSearchParams();
  const [fallback] = useState(() => defaultPeriod({ earliest, latest }, new Date(), user.preferences.period));
  const chosen = periodOf(params);
  const onDefaultBranch = knowsBranches && params.get('branches') !== 'all';
  return {
    range: chosen ?? fallback.range,
    onDefaultBranch,
    note: chosen ? null : fallback.note,
    setRange: (next: DateRange | null) =>
      setParams({ ...periodParams(next), ...lensParams(onDefaultBranch) }),
    setLens: (on: boolean) => setParams({ ...periodParams(chosen), ...lensParams(on) }),
  };
}

function Overview(props: OverviewProps): ReactNode {
  const { earliest, latest, readingChanges, knowsBranches } = props;
  const { org, timezone, firstDay, user } = useHost();
  const { range, onDefaultBranch, note, setRange, setLens } = useShownData(props);
  return (
    <div className={styles.page}>
      <PageHeader
        title={org.name}
        description={welcome(user, note)}
        actions={
          <>
            {knowsBranches && (
              <ClauseSwitch
                label="Default branch"
                without="All branches"
                on={onDefaultBranch}
                onChange={setLens}
              />
            )}
            <DateRangePicker
              label="Period"
              presets={PERIODS}
              timezone={timezone}
              firstDay={firstDay}
              value={range}
              onChange={setRange}
            />
          </>
        }
      />
      <div className={styles.body}>
        <HomeSearch />
        <Suspense fallback={<div className={styles.banner} />}>
          <HomeBanner />
        </Suspense>
        <Suspense fallback={null}>
          <IngestNotes />
        </Suspense>
        {earliest === null && latest === null ? (
          <>
            <Suspense fallback={null}>
              <NoHistory />
            </Suspense>
            <Suspense fallback={null}>
              <Personal knowsData={false} />
            </Suspense>
          </>
        ) : (
          <Charts range={range} readingChanges={readingChanges} onDefaultBranch={onDefaultBranch} />
        )}
      </div>
    </div>
  );
}

/** Whether a kind is that of commits, and a source tells the clocks of their authors. */
const knowsClocks = ({ name, attributes }: Configuration['kinds'][number]) =>
  name === 'Commit' && attributes.some((each) => each.name === 'localHour' && each.provided);

function Charts({
  range,
  readingChanges,
  onDefaultBranch,
}: {
  range: DateRange;
  readingChanges: boolean;
  onDefaultBranch: boolean;
}): ReactNode {
  const { timezone } = useHost();
  const [colors] = useState(createSharedColors);
  const rangeKey = JSON.stringify(range);
  const ownClocks = useConfiguration().data?.kinds.some(knowsClocks) ?? false;
  const questions = useMemo(
    () =>
      homeQuestions(JSON.parse(rangeKey) as DateRange, timezone, ownClocks).map((question) =>
        onDefaultBranch ? { ...question, query: withDefaultBranch(question.query) } : question,
      ),
    [rangeKey, timezone, ownClocks, onDefaultBranch],
  );
  return (
    <>
      <Figures range={range} readingChanges={readingChanges} onDefaultBranch={onDefaultBranch} />
      <Suspense fallback={<div className={styles.personal} />}>
        <Personal knowsData />
      </Suspense>
      <div className={styles.grid}>
        {questions.map((question) => (
          <QuestionPanel
            key={question.id}
            className={styles[question.id] ?? ''}
            title={question.title}
            query={question.query}
            view={question.view}
            colors={colors}
            chartClassName={styles.chart}
          >
            {question.needsChanges && readingChanges && (
              <p className={styles.partial}>Not complete yet: changes are still being read.</p>
            )}
          </QuestionPanel>
        ))}
        <Suspense fallback={null}>
          <PeopleAndRecent range={range} onDefaultBranch={onDefaultBranch} />
        </Suspense>
      </div>
    </>
  );
}

function HomeSkeleton(): ReactNode {
  return (
    <div className={styles.page} role="status" aria-label="Loading">
      <PageHeaderSkeleton />
      <div className={styles.body}>
        <Skeleton height={42} />
        <Skeleton height={64} style={{ marginTop: 8 }} />
        <div className={styles.grid}>
          {['weeks', 'places', 'hours'].map((id) => (
            <Surface key={id} className={`${styles[id]} ${styles.waiting}`}>
              <ChartSkeleton height={240} />
            </Surface>
          ))}
        </div>
      </div>
    </div>
  );
}

import { isBeingRead, type Configuration } from '@cairn/contracts';
import { createSharedColors, useHost } from '@cairn/host';
import { withDefaultBranch } from '@cairn/query';
import {
  ChartSkeleton,
  ClauseSwitch,
  DateRangePicker,
  EmptyState,
  ErrorState,
  PageHeader,
  PageHeaderSkeleton,
  Skeleton,
  Surface,
  type DateRange,
} from '@cairn/ui';
import { GitBranch } from 'lucide-react';
import { useEffect, useMemo, useState, type ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useConfiguration, useSources } from '../graph-data.ts';
import { QuestionPanel } from '../question-panel.tsx';
import { AskBox } from './ask-box.tsx';
import { Figures } from './figures.tsx';
import { IngestNotes } from './ingest-notes.tsx';
import { People } from './people.tsx';
import { defaultPeriod, periodOf, periodParams, PERIODS } from './period.ts';
import styles from './home-page.module.css';
import { NoSource } from './no-source.tsx';
import { homeQuestions } from './questions.ts';
import { Recent } from './recent.tsx';

/** The first page: real charts of what was ingested, and a box to ask in. */
export function HomePage(): ReactNode {
  const { setTitle } = useHost();
  const configuration = useConfiguration();
  const sources = useSources();
  useEffect(() => setTitle('Home'), [setTitle]);
  const failed = configuration.isError ? configuration : sources.isError ? sources : null;
  if (failed && !(configuration.data && sources.data)) {
    return (
      <ErrorState
        title="The figures of this organization could not be read"
        error={failed.error}
        onRetry={() => void failed.refetch()}
      />
    );
  }
  if (!configuration.data || !sources.data) return <HomeSkeleton />;
  if (sources.data.length === 0) return <NoSource />;
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

/** The lens on branches as the address carries it; without it Home shows default branches. */
const lensParams = (onDefaultBranch: boolean): Record<string, string> =>
  onDefaultBranch ? {} : { branches: 'all' };

function Overview({
  earliest,
  latest,
  readingChanges,
  knowsBranches,
}: {
  earliest: string | null;
  latest: string | null;
  readingChanges: boolean;
  knowsBranches: boolean;
}): ReactNode {
  const { org, timezone, firstDay, user } = useHost();
  const [params, setParams] = useSearchParams();
  const [fallback] = useState(() => defaultPeriod({ earliest, latest }, new Date(), user.preferences.period));
  const chosen = periodOf(params);
  const range = chosen ?? fallback.range;
  const onDefaultBranch = knowsBranches && params.get('branches') !== 'all';
  const setRange = (next: DateRange | null) =>
    setParams({ ...periodParams(next), ...lensParams(onDefaultBranch) });
  const setLens = (on: boolean) => setParams({ ...periodParams(chosen), ...lensParams(on) });
  return (
    <div className={styles.page}>
      <PageHeader
        title={org.name}
        description={chosen ? undefined : fallback.note}
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
        <AskBox />
        <IngestNotes />
        {earliest === null && latest === null ? (
          <EmptyState icon={<GitBranch aria-hidden />} title="Charts of the history appear here">
            The source has no commits yet. They show up here as soon as they are read.
          </EmptyState>
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
        <People range={range} onDefaultBranch={onDefaultBranch} className={styles.people} />
        <Recent className={styles.recent} />
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

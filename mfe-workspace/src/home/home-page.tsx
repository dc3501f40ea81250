import { isBeingRead } from '@cairn/contracts';
import { useHost } from '@cairn/host';
import { exploreAddress } from '@cairn/query';
import {
  ChartSkeleton,
  DateRangePicker,
  EmptyState,
  ErrorState,
  Note,
  PageHeader,
  Panel,
  Skeleton,
  type DateRange,
} from '@cairn/ui';
import { ArrowUpRight, GitBranch } from 'lucide-react';
import { useEffect, useMemo, useState, type ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { useConfiguration, useSources } from '../saved.ts';
import { AskBox } from './ask-box.tsx';
import { Figures } from './figures.tsx';
import { IngestNotes } from './ingest-notes.tsx';
import { People } from './people.tsx';
import { defaultPeriod, periodOf, periodParams, PERIODS } from './period.ts';
import { homeQuestions, type HomeQuestion } from './questions.ts';
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
    />
  );
}

function Overview({
  earliest,
  latest,
  readingChanges,
}: {
  earliest: string | null;
  latest: string | null;
  readingChanges: boolean;
}): ReactNode {
  const { org, timezone } = useHost();
  const [params, setParams] = useSearchParams();
  const [fallback] = useState(() => defaultPeriod({ earliest, latest }, new Date()));
  const chosen = periodOf(params);
  const range = chosen ?? fallback.range;
  const setRange = (next: DateRange | null) => setParams(periodParams(next));
  return (
    <div className="ws-page ws-home">
      <PageHeader
        title={org.name}
        description={chosen ? undefined : fallback.note}
        actions={
          <DateRangePicker
            label="Period"
            presets={PERIODS}
            timezone={timezone}
            firstDay={org.firstDay}
            value={range}
            onChange={setRange}
          />
        }
      />
      <div className="ws-home__body">
        <AskBox />
        <IngestNotes />
        {earliest === null && latest === null ? (
          <EmptyState icon={<GitBranch aria-hidden />} title="Charts of the history appear here">
            The source has no commits yet. They show up here as soon as they are read.
          </EmptyState>
        ) : (
          <Charts range={range} readingChanges={readingChanges} />
        )}
      </div>
    </div>
  );
}

function Charts({ range, readingChanges }: { range: DateRange; readingChanges: boolean }): ReactNode {
  const { timezone } = useHost();
  const rangeKey = JSON.stringify(range);
  const questions = useMemo(
    () => homeQuestions(JSON.parse(rangeKey) as DateRange, timezone),
    [rangeKey, timezone],
  );
  return (
    <>
      <Figures range={range} readingChanges={readingChanges} />
      <div className="ws-home__grid">
        {questions.map((question) => (
          <QuestionPanel
            key={question.id}
            question={question}
            partial={question.needsChanges && readingChanges}
          />
        ))}
        <People range={range} />
        <Recent />
      </div>
    </>
  );
}

function QuestionPanel({ question, partial }: { question: HomeQuestion; partial: boolean }): ReactNode {
  const { org, renderPart } = useHost();
  const { query, view, title } = question;
  return (
    <Panel
      className={`ws-home__${question.id}`}
      title={title}
      actions={
        <Link
          className="cn-icon-button"
          to={exploreAddress(org.id, { query, view, title })}
          aria-label={`Open “${title}” in Explore`}
          title="Open in Explore"
        >
          <ArrowUpRight size={16} aria-hidden />
        </Link>
      }
    >
      <div className="ws-home__chart">
        {renderPart('explore/QuestionView', { query, view, label: title })}
      </div>
      {partial && <p className="ws-partial">Not complete yet: changes are still being read.</p>}
    </Panel>
  );
}

function NoSource(): ReactNode {
  const { org } = useHost();
  return (
    <div className="ws-page">
      <PageHeader title={org.name} />
      <EmptyState
        icon={<GitBranch aria-hidden />}
        title="Charts of your repositories belong here"
        action={
          <Link className="cn-button" data-variant="primary" to={`/${org.id}/settings/integrations`}>
            Add a repository
          </Link>
        }
      >
        No source is connected yet. Add a git repository and its history is here a few seconds later.
      </EmptyState>
      <div className="ws-home__alone">
        <Note>From a terminal: npm start -- --repo PATH</Note>
      </div>
    </div>
  );
}

function HomeSkeleton(): ReactNode {
  return (
    <div className="ws-page ws-home" role="status" aria-label="Loading">
      <div className="cn-page-header">
        <Skeleton width={180} height={24} />
      </div>
      <div className="ws-home__body">
        <Skeleton height={42} />
        <Skeleton height={64} style={{ marginTop: 8 }} />
        <div className="ws-home__grid">
          {['weeks', 'places', 'hours'].map((id) => (
            <div key={id} className={`cn-panel ws-home__${id}`} style={{ padding: 16 }}>
              <ChartSkeleton height={240} />
            </div>
          ))}
        </div>
      </div>
    </div>
  );
}

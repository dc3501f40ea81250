import { STANDARD_VIEWS, type Highlight } from '@cairn/contracts';
import { useHost, withTimezone } from '@cairn/host';
import { exploreAddress, type Query, withDefaultBranch } from '@cairn/query';
import {
  formatNumber,
  lazyComponent,
  LinkButton,
  Skeleton,
  Text,
  Tooltip,
  VisuallyHidden,
  type DateRange,
} from '@cairn/ui';
import { useQuery } from '@tanstack/react-query';
import { ArrowRight } from 'lucide-react';
import { Suspense, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { groupsQuery } from '@cairn/client';
import { useConfiguration } from '../graph-data.ts';
import styles from './figures.module.css';
import {
  changeInWords,
  endInWords,
  expectedTiles,
  mostInWords,
  periodInWords,
  shortValue,
  useHighlights,
  withheldInWords,
  type ChangeWords,
} from './highlights.ts';
import { homeFigures, type Figure } from './questions.ts';

// The figures are drawn and read without their lines.
const Trend = lazyComponent(async () => (await import('./trend.tsx')).Trend);

/** The key figures of a period, each beside the period before as soon as that is known. */
export function Figures({
  range,
  readingChanges,
  onDefaultBranch,
}: {
  range: DateRange;
  readingChanges: boolean;
  onDefaultBranch: boolean;
}): ReactNode {
  const { timezone } = useHost();
  const configuration = useConfiguration();
  const { data, isError, isPlaceholderData, refetch } = useHighlights(range, onDefaultBranch);
  const figures = homeFigures(range, timezone).map((figure) =>
    onDefaultBranch ? { ...figure, query: withDefaultBranch(figure.query) } : figure,
  );
  const period = data ? periodInWords(data.meta.compared, data.meta.timezone) : '';
  const changeOf = (highlight: Highlight | undefined) => highlight && changeInWords(highlight, period);
  const others = data?.data.filter(({ key }) => figures.every(({ id }) => id !== key));
  const awaited = configuration.data && !isError ? expectedTiles(configuration.data) : 0;
  return (
    <section aria-label="Highlights" aria-busy={isPlaceholderData}>
      <dl className={styles.figures}>
        {figures.map((figure) => {
          const partial = figure.needsChanges && readingChanges;
          const highlight = data?.data.find(({ key }) => key === figure.id);
          return (
            <FigureTile
              key={figure.id}
              range={data && range}
              figure={figure}
              partial={partial}
              change={partial ? null : changeOf(highlight)}
            />
          );
        })}
        {others?.map((highlight) => (
          <HighlightTile
            key={highlight.key}
            highlight={highlight}
            range={range}
            change={changeOf(highlight)}
          />
        )) ?? Array.from({ length: awaited }, (_, index) => <WaitingTile key={index} />)}
      </dl>
      <p className={styles.note} role={isError ? 'alert' : undefined}>
        {isError ? (
          <>
            The period before could not be read.{' '}
            <LinkButton onClick={() => void refetch()}>Try again</LinkButton>
          </>
        ) : (
          period && `Compared with ${period}.${endInWords(data?.meta)}${withheldInWords(data?.meta)}`
        )}
      </p>
    </section>
  );
}

interface FigureTileProps {
  /** The period, once its line may be asked for. */
  readonly range: DateRange | undefined;
  readonly figure: Figure;
  readonly partial: boolean;
  readonly change: ChangeWords | null | undefined;
}

function FigureTile({ figure, range, partial, change }: FigureTileProps): ReactNode {
  const host = useHost();
  const { org } = host;
  const asked = withTimezone(figure.query, host);
  const answer = useQuery({
    ...groupsQuery(org.id, asked),
    select: ({ data: [first], meta }) => {
      const value = first?.[figure.column];
      return meta.withheld?.words ?? (typeof value === 'number' ? value : 0);
    },
  });
  if (typeof answer.data === 'string') return <WithheldTile label={figure.label} words={answer.data} />;
  if (answer.data !== undefined) {
    const whole = `${formatNumber(answer.data)} ${figure.label.toLowerCase()}${partial ? ' so far' : ''}`;
    return (
      <Tile label={figure.label} query={figure.query} range={range} whole={whole} change={change}>
        {shortValue(answer.data)}
        {partial && (
          <Text tone="faint" className={styles.soFar}>
            {' '}
            so far
          </Text>
        )}
      </Tile>
    );
  }
  if (!answer.isError) return <WaitingTile label={figure.label} />;
  return (
    <div className={styles.figure}>
      <dt>{figure.label}</dt>
      <dd>
        <Tooltip label={answer.error.message}>
          <LinkButton className={styles.error} onClick={() => void answer.refetch()}>
            Not available, try again
          </LinkButton>
        </Tooltip>
      </dd>
    </div>
  );
}

function HighlightTile({
  highlight,
  range,
  change,
}: {
  highlight: Highlight;
  range: DateRange;
  change: ChangeWords | null | undefined;
}): ReactNode {
  const { label, value, unit, query } = highlight;
  const whole = `${unit === 'second' ? shortValue(value, unit) : formatNumber(value ?? 0)}, ${label.toLowerCase()}`;
  return (
    <Tile
      label={label}
      query={query}
      range={range}
      whole={whole}
      change={change}
      most={mostInWords(highlight)}
    >
      {shortValue(value, unit)}
    </Tile>
  );
}

interface TileProps {
  readonly label: string;
  readonly query: Query;
  readonly range: DateRange | undefined;
  /** The exact value, shown in the tooltip. */
  readonly whole: string;
  readonly change: ChangeWords | null | undefined;
  readonly most?: string | null;
  readonly children: ReactNode;
}

function Tile({ label, query, range, whole, change, most, children }: TileProps): ReactNode {
  const { org } = useHost();
  return (
    <div className={styles.figure}>
      <dt>{label}</dt>
      <dd>
        <Tooltip label={change ? `${whole}. ${change.whole}.` : whole}>
          <Link
            className={styles.value}
            to={exploreAddress(org.id, {
              query,
              view: { value: STANDARD_VIEWS.metric, config: {} },
              title: label,
            })}
          >
            {children}
          </Link>
        </Tooltip>
        {range && (
          <div className={styles.trend}>
            <Suspense fallback={null}>
              <Trend query={query} range={range} />
            </Suspense>
          </div>
        )}
        <div className={styles.change}>
          {change && (
            <Text
              numeric
              className={styles.direction}
              data-direction={change.direction}
              data-sense={change.sense}
            >
              <ArrowRight size={13} aria-hidden />
              <span aria-hidden>{change.short}</span>
              <VisuallyHidden>{change.whole}</VisuallyHidden>
            </Text>
          )}
          {most && (
            <Text truncate title={most}>
              {most}
            </Text>
          )}
        </div>
      </dd>
    </div>
  );
}

function WithheldTile({ label, words }: { label: string; words: string }): ReactNode {
  return (
    <div className={styles.figure}>
      <dt>{label}</dt>
      <dd>
        <Text tone="muted">Withheld</Text>
        <div className={styles.change}>
          <Text truncate title={words}>
            {words}
          </Text>
        </div>
      </dd>
    </div>
  );
}

function WaitingTile({ label }: { label?: string }): ReactNode {
  return (
    <div className={styles.figure}>
      <dt>{label ?? <Skeleton width={96} height={12} style={{ marginTop: 3 }} />}</dt>
      <dd>
        <Skeleton width={72} height={24} style={{ marginTop: 2 }} />
        <div className={styles.change} />
      </dd>
    </div>
  );
}

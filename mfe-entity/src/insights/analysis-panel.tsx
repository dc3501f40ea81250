import type { EntityDetail } from '@cairn/contracts';
import { formatNumber, Panel, Text } from '@cairn/ui';
import { type ReactNode, useState } from 'react';
import { WordBadge } from '@cairn/ui/viewers';
import { Value } from '../properties/value.tsx';
import { MoreButton } from '../text/more-button.tsx';
import styles from './analysis-panel.module.css';
import { barTone, type Insight, type InsightScale, insightsOf, percentOf, scoreBand } from './insights.ts';

type Score = Extract<InsightScale, { kind: 'score' }>;

function ScoreBar({
  label,
  score,
  scale: { most, better },
}: {
  label: string;
  score: number;
  scale: Score;
}): ReactNode {
  const percent = percentOf(score, most);
  return (
    <div className={styles.score}>
      <span
        className={styles.track}
        role="meter"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={most}
        aria-valuenow={(percent * most) / 100}
      >
        <i data-tone={barTone(percent, better)} style={{ width: `${String(percent)}%` }} />
      </span>
      <Text numeric className={styles.figure ?? ''} data-band={scoreBand(percent)}>
        {formatNumber((percent * most) / 100)} of {most}
      </Text>
    </div>
  );
}

function Words({ insight: { name, label, value }, kind }: { insight: Insight; kind: string }): ReactNode {
  return <Value property={{ kind, name, label, value, priority: 0 }} />;
}

function InsightValue({ insight, kind }: { insight: Insight; kind: string }): ReactNode {
  const { label, scale, value } = insight;
  if (scale.kind === 'score' && typeof value === 'number') {
    return <ScoreBar label={label} score={value} scale={scale} />;
  }
  if (scale.kind !== 'word' || typeof value !== 'string') return <Words insight={insight} kind={kind} />;
  const step = scale.steps.indexOf(value.toLowerCase()) + 1;
  return (
    <>
      <WordBadge of={scale.of} word={value} />
      {step > 0 && (
        <Text tone="faint" numeric>
          {' '}
          step {step} of {scale.steps.length}
        </Text>
      )}
    </>
  );
}

function InsightCard({ insight, kind }: { insight: Insight; kind: string }): ReactNode {
  const [open, setOpen] = useState(false);
  return (
    <div className={styles.card}>
      <button type="button" className={styles.name} aria-expanded={open} onClick={() => setOpen(!open)}>
        {insight.label}
      </button>
      <InsightValue insight={insight} kind={kind} />
      {open && (
        <div className={styles.explanation}>
          <p>{insight.explanation ?? 'No explanation available'}</p>
          <Text as="p" tone="faint">
            {insight.method}
          </Text>
        </div>
      )}
    </div>
  );
}

const NAMED = 3;

function Absent({ insights }: { insights: readonly Insight[] }): ReactNode {
  const [open, setOpen] = useState(false);
  if (insights.length === 0) return null;
  const shown = open ? insights : insights.slice(0, NAMED);
  const rest = insights.length - NAMED;
  return (
    <Text as="p" tone="muted">
      No text analysis has read this yet. Absent: {shown.map(({ label }) => label).join(', ')}
      {rest > 0 && (
        <MoreButton open={open} onClick={() => setOpen(!open)}>
          {open ? 'show fewer' : `and ${String(rest)} more`}
        </MoreButton>
      )}
    </Text>
  );
}

/** What text analysis tells of an entity; what has no value is named with the reason. */
export function AnalysisPanel({ entity }: { entity: EntityDetail }): ReactNode {
  const insights = insightsOf(entity);
  if (insights.length === 0) return null;
  const kind = entity.labels[0] ?? '';
  const filled = insights.filter(({ value }) => value !== null);
  return (
    <Panel title="Analysis">
      {filled.map((insight) => (
        <InsightCard key={insight.name} insight={insight} kind={kind} />
      ))}
      <Absent insights={insights.filter(({ value }) => value === null)} />
    </Panel>
  );
}

import type { Configuration } from '@cairn/contracts';
import { formatDate, formatNumber, plural } from '@cairn/ui';
import type { ReactNode } from 'react';
import type { DrawnAnswer } from '../answer/use-answer.ts';
import { notesOf } from './answer-notes.tsx';
import styles from './meta-line.module.css';

/** The meta of an answer: "1,240 commits · Aug 12, 2026 – Nov 21, 2026 · Europe/Berlin · answered in 42 ms". */
export function MetaLine({
  drawn,
  configuration,
}: {
  drawn: DrawnAnswer;
  configuration: Configuration;
}): ReactNode {
  const { meta } = drawn.answer;
  const parts = [
    countInWords(drawn, configuration),
    [
      rangeOf(meta.start, meta.end, meta.timezone),
      ...(meta.compared ? [rangeOf(meta.compared.start, meta.compared.end, meta.timezone)] : []),
    ].join(' vs '),
    meta.timezone,
    ...notesOf(drawn),
  ].filter(Boolean);
  return (
    <p className={styles.line} role="status">
      <span title={parts.join(' · ')}>{parts.join(' · ')}</span>
      <span>&nbsp;{`· answered in ${formatNumber(Math.round(drawn.elapsed))} ms`}</span>
    </p>
  );
}

function countInWords({ answer, query, view }: DrawnAnswer, configuration: Configuration): string {
  const kindOfAnswer = view.answers(query);
  if (kindOfAnswer === 'entities') {
    const kind = configuration.kinds.find(({ name }) => name === (query.select[0] ?? 'Event'));
    return plural(
      answer.meta.total,
      (kind?.label ?? 'row').toLowerCase(),
      (kind?.plural ?? 'rows').toLowerCase(),
    );
  }
  if (kindOfAnswer === 'series')
    return answer.meta.timeUnit ? `per ${answer.meta.timeUnit.replace(/s$/, '')}` : '';
  return query.groupBys.length === 0 ? '' : plural(answer.meta.total, 'group');
}

/** The dates of a window whose end is exclusive. */
export function rangeOf(start: string | null, end: string | null, timezone: string): string {
  if (!start && !end) return 'all time';
  const from = start && formatDate(start, timezone);
  const to = end && formatDate(Date.parse(end) - 1, timezone);
  if (!to) return `since ${from ?? ''}`;
  return from ? `${from} – ${to}` : `until ${to}`;
}

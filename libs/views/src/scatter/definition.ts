import { fieldKey, type Query } from '@cairn/query';
import { ChartScatter } from 'lucide-react';
import { z } from 'zod';
import { choice, flag, options } from '../config-fields.ts';
import { OVERLAY_FIELDS, overlayQueries, TIMED_OVERLAY_SETTINGS } from '../overlays/overlays.ts';
import { THEME_FIELD, themeSetting } from '../theme-field.ts';
import { defineView } from '../view.ts';

/** Each entity as a dot over time. */
export const ScatterConfig = z.object({
  scale: choice(['linear', 'log']),
  percentiles: flag(true),
  showGrid: flag(true),
  ...THEME_FIELD,
  ...OVERLAY_FIELDS,
});
export type ScatterConfig = z.infer<typeof ScatterConfig>;

const DOTS = 2_000;
/** The main moment of the kinds that are not dated by their creation. The catalogue itself is too large for Home. */
const MAIN_MOMENTS: Readonly<Record<string, string>> = {
  Branch: 'updatedAt',
  Commit: 'committedAt',
  SourceFile: 'updatedAt',
  Release: 'publishedAt',
  Person: 'updatedAt',
  Flow: 'dayStart',
  PullRequestReview: 'submittedAt',
  Worklog: 'recordedAt',
  Sprint: 'startDate',
  TimeInStatus: 'enteredAt',
  CalendarEntry: 'startTime',
  Event: 'occurredAt',
  Vulnerability: 'introducedAt',
};

/** The attribute to which a date range of a kind applies. */
export const mainMoment = (kind: string): string => MAIN_MOMENTS[kind] ?? 'createdAt';

export const scatter = defineView<ScatterConfig>({
  id: 'scatter',
  label: 'Scatter',
  icon: ChartScatter,
  config: ScatterConfig,
  settings: [
    {
      key: 'scale',
      label: 'Scale',
      kind: 'choice',
      options: options(['linear', 'Linear'], ['log', 'Logarithmic']),
    },
    { key: 'percentiles', label: 'Lines at p50 and p85', kind: 'toggle' },
    { key: 'showGrid', label: 'Grid lines', kind: 'toggle' },
    themeSetting('series'),
    ...TIMED_OVERLAY_SETTINGS,
  ],
  fits: ({ measured, measures }) => {
    if (measures > 1) return { ok: false, isOver: true, reason: 'Exactly 1 measure required' };
    const reason = 'A measure of a number of what is selected is required, such as a cycle time';
    return measured === undefined ? { ok: false, isOver: false, reason } : { ok: true, rank: 4 };
  },
  answers: () => 'entities',
  request: (query): Query => {
    const { page: _page, pageSize: _size, ...rest } = query;
    const [measure] = query.aggregations;
    if (!measure) return { ...rest, limit: DOTS };
    const kind = measure.target;
    const time = fieldKey({ target: kind, attribute: mainMoment(kind) });
    const own = { target: kind, attribute: measure.attribute, key: fieldKey(measure) };
    return {
      ...rest,
      groupBys: [],
      aggregations: [],
      formulas: [],
      having: [],
      filters: [...query.filters, ...(measure.filters ?? []), { ...own, comparison: { 'NOT IN': [null] } }],
      columns: [time, own.key, fieldKey({ target: kind, attribute: 'name' })],
      order: [{ by: time, direction: 'descending' }],
      limit: DOTS,
    };
  },
  further: overlayQueries,
  load: async () => (await import('./scatter-view.tsx')).ScatterView,
});

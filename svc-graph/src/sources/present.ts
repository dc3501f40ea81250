import {
  ORG_RIGHTS,
  atLeast,
  type AppError,
  type Caller,
  type Source,
  type SourceProgress,
  type SourceType,
} from '@cairn/contracts';
import type { ReadProgress, SourceRow } from '../store/source-row.ts';
import { awaitsChoice } from './awaits-choice.ts';
import { type Connector, type RebuildProgress, isRead } from './connector.ts';
import { countOf, failProgress } from './progress.ts';
import type { ReadingPlan } from './schedule/reading-plan.ts';
import { scheduleInWords } from './schedule/schedule-words.ts';
import { patientSchedule } from './schedule/schedule.ts';
import { webhookPath } from './webhook.ts';

const WAITING = {
  status: 'ingesting',
  progress: { state: 'waiting', current: null, counts: {} },
  error: null,
} as const;

const BUILDING = { label: 'Building again', activity: 'Building again', background: false };

/** The progress of building again, in the unit of the first phase: as many of its items as the part that is done. */
function rebuildProgress(
  { done, total }: RebuildProgress,
  { counts }: ReadProgress,
  connector: Connector | undefined,
): SourceProgress {
  const [first] = connector?.phases ?? [];
  if (!first) return { state: 'running', phases: [], current: null };
  const all = counts[first.id]?.done ?? 0;
  const count = { done: Math.round((all * done) / Math.max(1, total)), total: all, perSecond: null };
  return { state: 'running', phases: [{ ...first, ...BUILDING, ...count }], current: first.id };
}

function presentProgress({ state, current, counts }: ReadProgress, connector?: Connector): SourceProgress {
  const phases = (connector?.phases ?? []).map((phase) => ({
    ...phase,
    ...countOf({ state, current: phase.id, counts }),
  }));
  // Unchanged lists yield no page, so that the first phase may last without one.
  const first = state === 'running' ? (phases[0]?.id ?? null) : null;
  return { state, phases, current: current ?? first };
}

/** Whether an earlier version made the rows of a source. Before versions were kept, the first one did. */
const isOlder = (
  connector: Connector | undefined,
  { madeBy = 1, cursor, lastIngestedAt }: SourceRow['state'],
) => (cursor !== null || lastIngestedAt !== null) && madeBy < (connector?.version ?? 1);

/** The state of a failed source whose row could not be written. */
function failureOf(error: AppError | undefined, progress: ReadProgress) {
  if (!error) return undefined;
  const { code, message } = error;
  return { status: 'error', progress: failProgress(progress), error: { code, message } } as const;
}

/** The error of a source; one that returns says that the source now waits longer. */
function errorWords({ error, failed }: SourceRow['state'], plan: Parameters<typeof presentSource>[3]) {
  if (!error || !failed || !plan) return error;
  const patient = patientSchedule(plan.schedule, failed.times);
  if (patient === plan.schedule) return error;
  const wait = `It failed at the same place ${String(failed.times)} times, so it is now read ${scheduleInWords(patient)}. Sync it to try at once.`;
  return { ...error, message: `${error.message} ${wait}` };
}

/** When a source is read by itself; nothing for one that is read once and for all. */
function scheduleOf(
  connector: Connector | undefined,
  plan: Parameters<typeof presentSource>[3],
): Pick<Source, 'schedule' | 'scheduleWords' | 'nextRunAt'> {
  if (!plan || !isRead(connector)) return {};
  const { schedule, nextRunAt } = plan;
  const scheduleWords = scheduleInWords(schedule);
  return {
    schedule,
    scheduleWords,
    ...(nextRunAt === null ? {} : { nextRunAt: new Date(nextRunAt).toISOString() }),
  };
}

/** Presents a source by its row, or as waiting until a requested task shows there. */
export function presentSource(
  source: SourceRow,
  connector: Connector | undefined,
  tasks: {
    isDue(lastChange: number): boolean;
    readonly stalledBy?: AppError | undefined;
    readonly rebuild?: RebuildProgress | undefined;
  },
  plan?: ReadingPlan & { readonly nextRunAt: number | null },
): Source {
  const { id, type, name, state } = source;
  const { status, progress, notes, coverage, erroredAt, lastIngestedAt } = state;
  const error = errorWords(state, plan);
  const lastChange = Math.max(...[erroredAt, lastIngestedAt].map((at) => (at ? Date.parse(at) : 0)));
  const paused = plan?.paused === true;
  const due = !paused && status !== 'new' && status !== 'ingesting' && tasks.isDue(lastChange);
  const webhook = webhookPath(connector, source);
  const asRead = due ? WAITING : (failureOf(tasks.stalledBy, progress) ?? { status, progress, error });
  const now = paused ? ({ ...asRead, status: 'paused' } as const) : asRead;
  const isHeld = now.status === 'paused' || now.status === 'limited';
  return {
    id,
    type,
    name,
    ...now,
    ...(tasks.rebuild ? { status: 'ingesting', error: null } : {}),
    progress: tasks.rebuild
      ? rebuildProgress(tasks.rebuild, progress, connector)
      : { ...presentProgress(now.progress, connector), ...(isHeld ? { state: 'paused' as const } : {}) },
    notes: [...notes],
    ...(coverage ? { coverage } : {}),
    ...(awaitsChoice(connector, source, paused) ? { awaitsChoice: true as const } : {}),
    ...(isOlder(connector, state) && !tasks.rebuild ? { isOlder: true as const } : {}),
    erroredAt,
    lastIngestedAt,
    ...scheduleOf(connector, plan),
    ...(webhook ? { webhook } : {}),
  };
}

/** What those are told of a failed source who cannot mend it: words of git and paths of the machine are for admins. */
const UNTOLD = 'This source could not be read. Admins see why under Settings, Integrations.';

/** A source as a caller may see it. */
export function toldTo(
  { role = 'viewer', superuser }: Pick<Caller, 'role' | 'superuser'>,
  source: Source,
): Source {
  if (source.error === null || superuser || atLeast(role, ORG_RIGHTS.manageSources)) return source;
  return { ...source, error: { ...source.error, message: UNTOLD } };
}

/** Presents a connector to pages: words and data, no functions. */
export function presentConnector(connector: Connector): SourceType {
  const { type, words, fields, parts, phases, provides, simulated, receives, webhook, install } = connector;
  return {
    type,
    words,
    settings: [...fields],
    ...(parts ? { choice: parts.choice } : {}),
    phases: phases.map(({ id, label, unit }) => ({ id, label, unit })),
    provides: [...provides],
    ...(webhook
      ? { webhook: { steps: [...webhook.steps], takesUnsigned: webhook.takesUnsigned === true } }
      : {}),
    ...(receives ? { receives } : {}),
    ...(install?.isThere() ? { install: { label: install.label } } : {}),
    addable: !simulated,
  };
}

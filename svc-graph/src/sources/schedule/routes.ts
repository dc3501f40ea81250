import { AppError, type Caller, type OrgId } from '@cairn/contracts';
import type { sourceRunContract } from '@cairn/contracts/source-runs';
import type { Handlers } from '@cairn/service-kit';
import type { GraphStore } from '../../store/graph-store.ts';
import { writerOf } from '../../store/graph-writer.ts';
import { actorIdOf, tell } from '../../store/outbox.ts';
import type { SourceRow } from '../../store/source-row.ts';
import { connectorOf, isRead } from '../connector.ts';
import { disconnectStatements, isDisconnected, notConnected } from '../disconnect.ts';
import { listConnected } from '../secrets.ts';
import type { SourcesDeps } from '../sources-deps.ts';
import { sourceWork } from '../source-work.ts';
import type { KnownSources } from '../webhooks/known-sources.ts';
import { scheduleInWords } from './schedule-words.ts';
import { type ReadingPlan, nextRunOf, planStatement, readPlans, zoneOfOrg } from './reading-plan.ts';

type PlanAction = 'source.paused' | 'source.disconnected' | 'source.resumed' | 'source.scheduled';

/** Tells svc-workspace of a decision about the reading of a source. */
function planAct(
  orgId: OrgId,
  { id, name }: SourceRow,
  { action, caller, change }: { action: PlanAction; caller: Caller; change?: { from: string; to: string } },
) {
  const changes = change ? [{ what: 'schedule', ...change }] : [];
  return tell(orgId, { kind: 'act', actorId: actorIdOf(caller), action, target: { id, name }, changes });
}

/** A source with its plan, and the file of its org. */
interface PlannedSource {
  readonly source: SourceRow;
  readonly store: GraphStore;
  readonly plan: ReadingPlan;
}

const isReadAgain = ({ connectors }: SourcesDeps, { type }: SourceRow) =>
  connectorOf(connectors, type)?.words.fixed === null;

const hasSchedule = ({ connectors }: SourcesDeps, { type }: SourceRow) =>
  isRead(connectorOf(connectors, type));

const notReadAgain = () =>
  new AppError('invalid_input', 'A source of this type is not read again, so it has no schedule.');

/** Whether a source that is resumed is read at once: it was cut off, messages may have been missed, or it is due. */
async function isWaiting(
  { connectors }: SourcesDeps,
  { source: { state, type }, store, plan }: PlannedSource,
): Promise<boolean> {
  if (state.status !== 'active' || connectorOf(connectors, type)?.webhook) return true;
  const next = nextRunOf({ ...plan, paused: false }, state, await zoneOfOrg(store));
  return next !== null && next <= Date.now();
}

type PlanHandlers = Pick<
  Handlers<typeof sourceRunContract>,
  'pauseSource' | 'resumeSource' | 'disconnectSource' | 'scheduleSource'
>;

/** Pauses, resumes and schedules sources. */
export function planHandlers(deps: SourcesDeps, known: Pick<KnownSources, 'forget'>): PlanHandlers {
  const { stores, jobs } = deps;
  const { find, present } = sourceWork(deps);
  const read = async (orgId: OrgId, id: string): Promise<PlannedSource> => {
    const [source, store] = [await find(orgId, id), await stores.open(orgId)];
    return { source, store, plan: (await readPlans(store))(id) };
  };
  const shown = async (orgId: OrgId, id: string) => ({ data: await present(orgId, await find(orgId, id)) });
  return {
    pauseSource: async ({ params: { orgId }, input: { id }, caller }) => {
      const { source, store, plan } = await read(orgId, id);
      if (!isReadAgain(deps, source)) throw notReadAgain();
      const paused = planStatement(id, { what: 'paused', value: true });
      const act = planAct(orgId, source, { action: 'source.paused', caller });
      const pause = () => store.beside((open) => open.runAll([paused, act]));
      if (!plan.paused) await jobs.whilePaused({ orgId, sourceId: id }, pause);
      return shown(orgId, id);
    },
    resumeSource: async ({ params: { orgId }, input: { id }, caller }) => {
      const planned = await read(orgId, id);
      if (!planned.plan.paused) return shown(orgId, id);
      const connected = await listConnected(planned.store);
      if (isDisconnected(connectorOf(deps.connectors, planned.source.type), planned.source, connected))
        throw notConnected();
      const resumed = planStatement(id, { what: 'paused', value: false });
      const act = planAct(orgId, planned.source, { action: 'source.resumed', caller });
      await planned.store.beside((open) => open.runAll([resumed, act]));
      if (await isWaiting(deps, planned))
        jobs.start({ orgId, sourceId: id, kind: 'ingest', reason: 'resume' });
      return shown(orgId, id);
    },
    disconnectSource: async ({ params: { orgId }, input: { id }, caller }) => {
      const { source, store } = await read(orgId, id);
      const statements = disconnectStatements(connectorOf(deps.connectors, source.type), source);
      const act = planAct(orgId, source, { action: 'source.disconnected', caller });
      await jobs.whilePaused({ orgId, sourceId: id }, () => writerOf(store).commit([...statements, act]));
      known.forget(id);
      return shown(orgId, id);
    },
    scheduleSource: async ({ params: { orgId }, input: { id, schedule }, caller }) => {
      const { source, store, plan } = await read(orgId, id);
      if (!hasSchedule(deps, source)) throw notReadAgain();
      const change = { from: scheduleInWords(plan.schedule), to: scheduleInWords(schedule) };
      const chosen = planStatement(id, { what: 'schedule', value: schedule });
      const act = planAct(orgId, source, { action: 'source.scheduled', caller, change });
      if (change.from !== change.to) await store.beside((open) => open.runAll([chosen, act]));
      return shown(orgId, id);
    },
  };
}

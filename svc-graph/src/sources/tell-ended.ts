import type { Logger } from '@cairn/service-kit';
import type { GraphStores } from '../store/graph-stores.ts';
import { tell } from '../store/outbox.ts';
import { newsOf } from './news.ts';
import type { SourceRow } from '../store/source-row.ts';
import type { Statement } from '../store/statement.ts';
import type { SourceTask } from './run-task.ts';

const DONE: Readonly<Record<SourceTask['kind'], string>> = {
  ingest: 'was read',
  renormalise: 'was built again',
};

/** What svc-workspace is told of a task that ended: whether the source can be read, and to its starter that it is done. */
export function endOf(task: SourceTask, { id, name, state }: SourceRow): Statement[] {
  const { orgId, kind, startedBy } = task;
  if (state.status !== 'active' && state.status !== 'error') return [];
  const failure = state.error?.message ?? 'unknown fault';
  const error = state.status === 'error' ? failure.slice(0, 2_000) : null;
  const source = tell(orgId, { kind: 'source', sourceId: id, integration: name.slice(0, 200), error });
  if (startedBy === undefined || error !== null) return [source];
  const job = { job: id, message: `${name} ${DONE[kind]}.`, path: 'settings/integrations' };
  return [source, tell(orgId, { kind: 'job', userId: startedBy, ...job })];
}

/** Tells svc-workspace of every task that ends, and of what a further reading brought, by way of the outbox. */
export function tellEnded({
  stores,
  deliver,
  log,
}: {
  readonly stores: Pick<GraphStores, 'open'>;
  readonly deliver: (orgId: SourceTask['orgId']) => Promise<void>;
  readonly log: Logger;
}): (task: SourceTask, source: SourceRow, readBefore: string | null) => Promise<void> {
  return async (task, source, readBefore) => {
    try {
      const ended = endOf(task, source);
      if (ended.length === 0) return;
      const store = await stores.open(task.orgId);
      const isNews = task.kind === 'ingest' && source.state.status === 'active' && readBefore !== null;
      const news = isNews ? await newsOf(store, source.id, readBefore) : [];
      const told = [...ended, ...news.map((things) => tell(task.orgId, { kind: 'news', things }))];
      await store.beside((transaction) => transaction.runAll(told));
      await deliver(task.orgId);
    } catch (err) {
      log.warn({ err, orgId: task.orgId, sourceId: source.id }, 'the end of a task is not told');
    }
  };
}

/** What became of a workflow or a job, in the words of the graph. */
export interface CircleciOutcome {
  readonly state: string;
  readonly category: string;
  readonly isOver: boolean;
}

const over = (state: string): CircleciOutcome => ({ state, category: 'done', isOver: true });
const RUNNING = { state: 'running', category: 'inProgress', isOver: false };
const WAITING = { state: 'queued', category: 'todo', isOver: false };

const OUTCOMES: ReadonlyMap<string, CircleciOutcome> = new Map([
  ['success', over('success')],
  ['failed', over('failed')],
  ['error', over('failed')],
  ['infrastructure_fail', over('failed')],
  ['timedout', over('failed')],
  ['terminated-unknown', over('failed')],
  ['unauthorized', over('failed')],
  ['canceled', over('cancelled')],
  ['not_run', over('skipped')],
  // A further try of the same job stands beside it.
  ['retried', over('skipped')],
  ['running', RUNNING],
  // A job of it failed while others go on.
  ['failing', RUNNING],
  ['on_hold', WAITING],
  ['queued', WAITING],
  ['blocked', WAITING],
  ['not_running', WAITING],
]);

/** What a status of CircleCI means; one that is unknown stays as it is called, and is over where it stopped. */
export const outcomeFor = (status: string, isStopped: boolean): CircleciOutcome =>
  OUTCOMES.get(status) ?? { state: status, category: 'other', isOver: isStopped };

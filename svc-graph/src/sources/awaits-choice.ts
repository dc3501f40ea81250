import type { SourceRow } from '../store/source-row.ts';
import type { Connector } from './connector.ts';

/** Whether nothing of a source is read before an admin chose its parts: its app is installed, and it was never read. */
export const awaitsChoice = (
  connector: Connector | undefined,
  { settings, state }: Pick<SourceRow, 'settings' | 'state'>,
  isPaused: boolean,
): boolean =>
  isPaused &&
  connector?.parts !== undefined &&
  state.status === 'new' &&
  settings[connector.install?.setting ?? ''] !== undefined;

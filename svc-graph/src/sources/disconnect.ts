import { AppError } from '@cairn/contracts';
import type { SourceRow } from '../store/source-row.ts';
import { settingsStatement } from '../store/source-row.ts';
import type { Statement } from '../store/statement.ts';
import type { Connector } from './connector.ts';
import { planStatement } from './schedule/reading-plan.ts';
import { removeSecrets } from './secrets.ts';

const hasSecret = ({ fields }: Connector) => fields.some(({ secret }) => secret);

/** Whether a source lacks the token, or the app, that its tool wants. */
export function isDisconnected(
  connector: Connector | undefined,
  { id, settings }: Pick<SourceRow, 'id' | 'settings'>,
  connected: ReadonlySet<string>,
): boolean {
  if (!connector || !hasSecret(connector) || connected.has(id)) return false;
  return !connector.settings.safeParse(settings).success;
}

/** Forgets what a source is read with, and pauses it; throws for a source that is read without a secret. */
export function disconnectStatements(
  connector: Connector | undefined,
  { id, settings }: Pick<SourceRow, 'id' | 'settings'>,
): Statement[] {
  if (!connector || !hasSecret(connector))
    throw new AppError('invalid_input', 'A source of this type has no token to forget. Pause or remove it.');
  const { [connector.install?.setting ?? '']: _installation, ...kept } = settings;
  return [removeSecrets(id), settingsStatement(id, kept), planStatement(id, { what: 'paused', value: true })];
}

/** Refuses to read a source that has no token. */
export const notConnected = () =>
  new AppError(
    'invalid_input',
    'This source is disconnected: its token was forgotten. Give it one under Change token.',
  );

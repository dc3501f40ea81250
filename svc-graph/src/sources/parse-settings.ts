import { AppError } from '@cairn/contracts';
import { invalidInput } from '@cairn/service-kit';
import { type Connector, type SourceSettings, connectorOf } from './connector.ts';

/** The connector that a request names, with its settings parsed; throws `invalid_input` for anything else. */
export function parseSettings(
  connectors: readonly Connector[],
  { type, settings }: { readonly type: string; readonly settings: unknown },
): { connector: Connector; settings: SourceSettings } {
  const connector = connectorOf(connectors, type);
  if (!connector) {
    const known = connectors.map((each) => each.type).join(', ');
    throw new AppError('invalid_input', `There is no source of type ${type}. The types are: ${known}.`);
  }
  const parsed = connector.settings.safeParse(settings);
  if (!parsed.success) throw invalidInput(parsed.error);
  return { connector, settings: parsed.data };
}

import { AppError } from '@cairn/contracts';
import { invalidInput } from '@cairn/service-kit';
import { type Connector, type SourceSettings, connectorOf } from './connector.ts';

/** The connector that a request names, with its settings parsed; throws `invalid_input` for anything else. */
export function parseSettings(
  connectors: readonly Connector[],
  given: { readonly type: string; readonly settings: unknown },
): { connector: Connector; settings: SourceSettings } {
  const proven = connectorOf(connectors, given.type)?.install?.setting;
  const { settings } = given;
  if (
    proven !== undefined &&
    typeof settings === 'object' &&
    settings !== null &&
    Object.hasOwn(settings, proven)
  )
    throw new AppError('invalid_input', `${proven}: cannot be given; it follows from installing the app.`);
  return parseKeptSettings(connectors, given);
}

/** The same for settings that a source has already. */
export function parseKeptSettings(
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

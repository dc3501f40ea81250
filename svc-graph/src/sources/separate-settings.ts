import type { Connector, SourceSettings } from './connector.ts';
import type { SourceSecrets } from './secrets.ts';

/** Separates settings to store in the clear from secret ones. */
export function separateSettings(
  { fields }: Connector,
  settings: SourceSettings,
): { open: SourceSettings; secrets: SourceSecrets } {
  const isSecret = (name: string) => fields.some((field) => field.name === name && field.secret);
  const entries = Object.entries(settings);
  const secrets = entries.filter(([name]) => isSecret(name)).map(([name, value]) => [name, String(value)]);
  return {
    open: Object.fromEntries(entries.filter(([name]) => !isSecret(name))),
    secrets: Object.fromEntries(secrets) as SourceSecrets,
  };
}

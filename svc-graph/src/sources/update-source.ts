import { AppError, type Caller, type OrgId } from '@cairn/contracts';
import type { AuditChange } from '@cairn/contracts/audit';
import type { webhookContract } from '@cairn/contracts/webhooks';
import { type Handlers, invalidInput } from '@cairn/service-kit';
import { writerOf } from '../store/graph-writer.ts';
import { actorIdOf, tell } from '../store/outbox.ts';
import { type SourceRow, settingsStatement } from '../store/source-row.ts';
import { awaitsChoice } from './awaits-choice.ts';
import { type Connector, type SourceSettings, connectorOf } from './connector.ts';
import { allowedHosts } from './hosts.ts';
import { readFolders } from './folders.ts';
import { createGuardedFetch } from './guarded-fetch/guarded-fetch.ts';
import { isDisconnected } from './disconnect.ts';
import { isPaused, planStatement } from './schedule/reading-plan.ts';
import { listConnected, readSecrets, secretStatements } from './secrets.ts';
import { separateSettings } from './separate-settings.ts';
import { sourceWork } from './source-work.ts';
import type { SourcesDeps } from './sources-deps.ts';
import type { KnownSources } from './webhooks/known-sources.ts';

const inWords = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value ?? null));

/** What of the settings changed; of secrets only that they did. */
function listChanges(
  { fields }: Connector,
  before: SourceSettings,
  after: SourceSettings,
  given: SourceSettings,
): AuditChange[] {
  return fields.flatMap(({ name, secret }): AuditChange[] => {
    if (secret) return Object.hasOwn(given, name) ? [{ what: name, from: null, to: null }] : [];
    const [from, to] = [inWords(before[name]), inWords(after[name])];
    return from === to ? [] : [{ what: name, from, to }];
  });
}

/** The settings that a source had, with those that were given now; throws for settings of another form. */
function mergeSettings(connector: Connector, before: SourceSettings, given: SourceSettings): SourceSettings {
  const unknown = Object.keys(given).find((name) => !connector.fields.some((field) => field.name === name));
  if (unknown !== undefined)
    throw new AppError('invalid_input', `A source of this type has no setting ${unknown}.`);
  const parsed = connector.settings.safeParse({ ...before, ...given });
  if (!parsed.success) throw invalidInput(parsed.error);
  return parsed.data;
}

/** Refuses to send kept secrets to another place: whoever may change it must not learn them by that. */
function keepSecretsHome(
  { fields, scope = [] }: Connector,
  before: SourceSettings,
  after: SourceSettings,
  given: SourceSettings,
): void {
  const moved = fields.some(
    ({ name, secret }) => !secret && !scope.includes(name) && inWords(before[name]) !== inWords(after[name]),
  );
  const missing = fields.find(({ name, secret }) => secret && !Object.hasOwn(given, name));
  if (moved && missing)
    throw new AppError(
      'invalid_input',
      `Give ${missing.label.toLowerCase()} again: the one that is kept is not sent to another place.`,
    );
}

/** Changes the settings of a source, which stays the same source. */
export function updateHandlers(
  deps: SourcesDeps,
  known: Pick<KnownSources, 'forget'>,
): Pick<Handlers<typeof webhookContract>, 'updateSource'> {
  const { stores, connectors, hosts } = deps;
  const { find, begin } = sourceWork(deps);
  const keep = async (orgId: OrgId, source: SourceRow, given: SourceSettings, caller: Caller) => {
    const connector = connectorOf(connectors, source.type);
    if (!connector || connector.words.fixed !== null)
      throw new AppError('invalid_input', 'The settings of a source of this type cannot be changed.');
    const [store, former] = [
      await stores.open(orgId),
      await readSecrets(stores, orgId, source.id).catch(() => ({})),
    ];
    const settings = mergeSettings(connector, { ...source.settings, ...former }, given);
    keepSecretsHome(connector, source.settings, settings, given);
    const folders = await readFolders(store);
    const fetch = createGuardedFetch({ allowed: await allowedHosts(store, hosts) });
    const created = await connector.create({ orgId, settings, folders, fetch });
    if (created.id !== source.id)
      throw new AppError('invalid_input', 'These settings mean another source. Add that one beside this.');
    const { open, secrets } = separateSettings(connector, { ...settings, ...created.settings });
    const { id, name } = source;
    const changes = listChanges(connector, source.settings, open, given);
    const act = {
      kind: 'act',
      actorId: actorIdOf(caller),
      action: 'source.changed',
      target: { id, name },
    } as const;
    const wasConnected = !isDisconnected(connector, source, await listConnected(store));
    const awaited = awaitsChoice(connector, source, await isPaused(store, id));
    const isChosen = awaited && Object.hasOwn(given, connector.parts?.choice.setting ?? '');
    await writerOf(store).commit([
      settingsStatement(id, open),
      ...(wasConnected && !isChosen ? [] : [planStatement(id, { what: 'paused', value: false })]),
      ...(await secretStatements(stores.dataDir, { orgId, sourceId: id }, secrets)),
      tell(orgId, { ...act, changes }),
    ]);
  };
  return {
    updateSource: async ({ params: { orgId }, input: { id, settings }, caller }) => {
      await keep(orgId, await find(orgId, id), settings, caller);
      known.forget(id);
      return begin(orgId, id, 'ingest', caller);
    },
  };
}

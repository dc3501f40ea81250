import { createHash } from 'node:crypto';
import { AppError, type Caller, type OrgId } from '@cairn/contracts';
import type { sourceInstallContract } from '@cairn/contracts/source-installs';
import type { Handlers } from '@cairn/service-kit';
import { writerOf } from '../../store/graph-writer.ts';
import { actorIdOf } from '../../store/outbox.ts';
import { type SourceRow, readSources, settingsStatement } from '../../store/source-row.ts';
import { type AppInstall, type Connector, type WebhookMessage, connectorOf } from '../connector.ts';
import { allowedHosts } from '../hosts.ts';
import { createGuardedFetch } from '../guarded-fetch/guarded-fetch.ts';
import { keepSource } from '../keep-source.ts';
import { isDisconnected } from '../disconnect.ts';
import { isPaused, planStatement } from '../schedule/reading-plan.ts';
import { listConnected, removeSecretSettings } from '../secrets.ts';
import { sourceWork } from '../source-work.ts';
import type { SourcesDeps } from '../sources-deps.ts';
import type { Inbox } from '../webhooks/inbox.ts';
import type { KnownSources } from '../webhooks/known-sources.ts';
import { InstallStates } from './install-states.ts';

type InstallHandlers = Handlers<typeof sourceInstallContract>;

const LONGEST = 200;

const notTaken = () =>
  new AppError('unauthenticated', 'No app takes this message. Check the secret of its webhook.');

/** The app of a type, where this installation of Cairn has one. */
function appFor(connectors: readonly Connector[], type: string): { connector: Connector; app: AppInstall } {
  const connector = connectorOf(connectors, type);
  const app = connector?.install;
  if (!connector || !app?.isThere())
    throw new AppError('invalid_input', 'This Cairn has no app for that tool. Connect it with a token.');
  return { connector, app };
}

/** Where the browser goes after a tool led back: the page of the org, which completes the installation. */
function pageFor(orgId: OrgId, type: string, query: URLSearchParams): string {
  const kept = new URLSearchParams();
  for (const name of ['code', 'installation_id', 'state']) {
    const value = query.get(name);
    if (value !== null) kept.set(name, value);
  }
  const path = `/${encodeURIComponent(orgId)}/settings/integrations/${encodeURIComponent(type)}`;
  return `${path}?${kept.toString()}`;
}

/** Has a source that is there already read by the app from now on; what of it is read stays as it was chosen. */
async function readByApp(
  { stores }: SourcesDeps,
  at: { readonly orgId: OrgId; readonly source: SourceRow; readonly connector: Connector },
): Promise<void> {
  const store = await stores.open(at.orgId);
  const { id, settings: given } = at.source;
  const setting = at.connector.install?.setting ?? '';
  const known = (await readSources(store)).find((each) => each.id === id);
  const installation = given[setting];
  if (!known || known.settings[setting] === installation) return;
  // A pause that forgetting its token began ends with the app, unless it was never read.
  const isBack =
    known.state.status !== 'new' && isDisconnected(at.connector, known, await listConnected(store));
  await writerOf(store).commit([
    settingsStatement(id, { ...known.settings, [setting]: installation }),
    removeSecretSettings(id),
    ...(isBack ? [planStatement(id, { what: 'paused', value: false })] : []),
  ]);
}

/** Takes messages of apps: verified, stored for each source of the installation, answered, and only then acted on. */
function receiving(
  { connectors }: SourcesDeps,
  known: KnownSources,
  inbox: Inbox,
): Pick<InstallHandlers, 'receiveAppWebhook'> {
  return {
    receiveAppWebhook: async ({ params: { type }, request }) => {
      const connector = connectorOf(connectors, type);
      const [app, webhook] = [connector?.install, connector?.webhook];
      const bytes = new Uint8Array(await request.arrayBuffer());
      const message: WebhookMessage = { headers: request.headers, body: bytes };
      if (!app?.isThere() || !webhook || !app.isSigned(message)) throw notTaken();
      const told = webhook.read(message);
      const installation = app.installationIn(told.payload);
      const id = told.id ?? createHash('sha256').update(bytes).digest('hex');
      const sources = installation === undefined ? [] : await known.ofInstallation(type, installation);
      for (const { orgId, source } of sources) {
        const payload = webhook.strip?.(told.payload, { orgId, source }) ?? told.payload;
        const numbered = { id: id.slice(0, LONGEST), kind: told.kind.slice(0, LONGEST / 2) };
        await inbox.keep(orgId, { sourceId: source.id, ...numbered, bytes: bytes.byteLength, payload });
      }
      return { data: { accepted: true } };
    },
  };
}

/** Installs apps of tools in the place of tokens, and receives their messages. */
export function installHandlers(deps: SourcesDeps, known: KnownSources, inbox: Inbox): InstallHandlers {
  const { stores, connectors, jobs, hosts } = deps;
  const { begin, find, present } = sourceWork(deps);
  const states = new InstallStates(stores);
  const installer = (orgId: OrgId, { userId }: Caller, type: string) => ({ orgId, userId, type });
  return {
    ...receiving(deps, known, inbox),
    getInstallUrl: async ({ params: { orgId }, input: { type }, caller }) => {
      const { app } = appFor(connectors, type);
      const { state, proof } = await states.begin(installer(orgId, caller, type));
      return { data: { url: app.address(state), proof } };
    },
    endInstall: async ({ params: { type }, request }) => {
      const query = new URL(request.url).searchParams;
      const orgId = await states.orgFor(type, query.get('state') ?? '');
      if (orgId === undefined)
        throw new AppError(
          'invalid_input',
          'This installation was not begun here, or is too old. Begin again under Settings, Integrations.',
        );
      const headers = { location: pageFor(orgId, type, query), 'referrer-policy': 'no-referrer' };
      return new Response(null, { status: 302, headers });
    },
    completeInstall: async ({ params: { orgId }, input, caller }) => {
      const { type, state, proof, code, installationId } = input;
      const { connector, app } = appFor(connectors, type);
      if (!(await states.use(state, { ...installer(orgId, caller, type), proof })))
        throw new AppError(
          'forbidden',
          'This installation was not begun by you in this browser, or was completed already. Begin again.',
        );
      const fetch = createGuardedFetch({ allowed: await allowedHosts(await stores.open(orgId), hosts) });
      const settings = connector.settings.parse(await app.prove({ code, installationId, fetch }));
      jobs.prepare();
      const paused = connector.parts !== undefined;
      const actorId = actorIdOf(caller);
      const source = await keepSource(deps, { orgId, connector, settings, actorId, paused });
      await readByApp(deps, { orgId, source, connector });
      known.forget(source.id);
      if (await isPaused(await stores.open(orgId), source.id))
        return { data: await present(orgId, await find(orgId, source.id)) };
      return begin(orgId, source.id, 'ingest', caller);
    },
  };
}

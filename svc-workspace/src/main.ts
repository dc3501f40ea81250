import { SignInProvider, type OrgId } from '@cairn/contracts';
import { LINK_TYPES } from '@cairn/contracts/link-types';
import {
  createLogger,
  EXIT_CONFIG,
  EXIT_DAMAGED,
  loadConfig,
  processMetrics,
  startService,
} from '@cairn/service-kit';
import { join } from 'node:path';
import { createAuth, type Auth } from './accounts/auth.ts';
import { mailLimits } from './accounts/mail-limits.ts';
import { canSign, signClaims } from './accounts/sessions.ts';
import { createApp } from './app.ts';
import { takeOver } from './backup/take-over.ts';
import { helpLinksOf, providersOf, workspaceEnv } from './config.ts';
import { isDamaged, openPostgres, openSqlite } from './database/dialects.ts';
import { DatabaseAway, databaseOutage } from './database/health.ts';
import { DatabaseVersionError, migrate } from './database/migrate.ts';
import { askKindsOf } from './deep-links/ask-kinds.ts';
import { askNamesOf } from './graph/ask-names.ts';
import { createMailer, defaultSender } from './mail/mailer.ts';
import { serviceClaims } from './tokens/routes.ts';
import { fillBriefs } from './deep-links/fill-briefs.ts';

const config = loadConfig(workspaceEnv);
const log = createLogger('svc-workspace', config.LOG_LEVEL);
const file = join(config.CAIRN_DATA_DIR, 'workspace.sqlite');

function refuse(code: number, message: string, err?: unknown): never {
  log.fatal({ err }, message);
  process.stderr.write(`${message}\n`);
  process.exit(code);
}

/** Exits with a sentence about a problem that the operator can fix. */
function refuseDatabase(err: unknown): never {
  if (err instanceof DatabaseVersionError) refuse(EXIT_CONFIG, err.message);
  const outage = databaseOutage(err);
  if (outage instanceof DatabaseAway && config.DATABASE_URL) {
    refuse(
      EXIT_CONFIG,
      `The database of DATABASE_URL is away: ${outage.reason}. Start it, or correct DATABASE_URL.`,
      err,
    );
  }
  refuse(1, outage?.message ?? 'The database cannot be prepared.', err);
}

if (!config.DATABASE_URL && isDamaged(file)) {
  const wayOut = 'Restore it from a backup, or start afresh with --reset, which deletes all data here.';
  refuse(EXIT_DAMAGED, `${file} is damaged: the accounts and saved things. ${wayOut}`);
}
const engine = config.DATABASE_URL
  ? openPostgres(config.DATABASE_URL, (err) => log.warn({ err }, 'lost a database connection'))
  : openSqlite(file);
const publicUrl = config.CAIRN_PUBLIC_URL;
const mailer = config.CAIRN_SMTP_URL
  ? createMailer(config.CAIRN_SMTP_URL, config.CAIRN_MAIL_FROM ?? defaultSender(publicUrl), log, mailLimits())
  : undefined;
const localUrl = config.CAIRN_LOCAL_URL;
const shared = { engine, secret: config.CAIRN_SECRET, publicUrl, log, mailer };
const signUp = config.CAIRN_SIGN_UP;
const providers = providersOf(config);

async function prepare(): Promise<Auth> {
  await migrate(engine);
  if (await takeOver(file, engine)) log.info({ file }, 'took the accounts and saved things over');
  await fillBriefs(engine.db, LINK_TYPES);
  // better-auth checks its tables as soon as it is created.
  const auth = createAuth({ ...shared, localUrl, signUp, providers });
  if (await canSign(auth)) return auth;
  const message = 'CAIRN_SECRET is not the one that this database was made with. Start with that one again.';
  return refuse(EXIT_CONFIG, message);
}

const auth = await prepare().catch(refuseDatabase);
const graphUrl = config.CAIRN_GRAPH_URL;
const tokenFor = (orgId: OrgId) =>
  signClaims(auth, serviceClaims(orgId), Math.floor(Date.now() / 1_000) + 60);
const app = createApp({
  ...shared,
  auth,
  authFor: (oidc) => createAuth({ ...shared, signUp, providers, oidc }),
  ...(config.DATABASE_URL ? {} : { dataDir: config.CAIRN_DATA_DIR }),
  askKinds: graphUrl ? askKindsOf({ graphUrl, tokenFor, log }) : undefined,
  askNames: graphUrl ? askNamesOf({ graphUrl, tokenFor, log }) : undefined,
  signUp,
  providers: SignInProvider.options.filter((name) => providers[name]),
  trials: config.CAIRN_TRIALS === 'on',
  notifTimeout: config.CAIRN_NOTIF_TIMEOUT,
  help: helpLinksOf(config),
  registry: processMetrics(),
});
await startService({ app, port: config.PORT, host: config.HOST, log, close: () => engine.db.destroy() });

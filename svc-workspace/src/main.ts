import { SAVED_TYPES } from '@cairn/contracts';
import { createLogger, EXIT_CONFIG, loadConfig, processMetrics, startService } from '@cairn/service-kit';
import { join } from 'node:path';
import { createAuth } from './accounts/auth.ts';
import { canSign } from './accounts/sessions.ts';
import { createApp } from './app.ts';
import { workspaceEnv } from './config.ts';
import { openPostgres, openSqlite } from './database/dialects.ts';
import { DatabaseVersionError, migrate } from './database/migrate.ts';
import { fillBriefs } from './deep-links/fill-briefs.ts';

const config = loadConfig(workspaceEnv);
const log = createLogger('svc-workspace', config.LOG_LEVEL);
const engine = config.DATABASE_URL
  ? openPostgres(config.DATABASE_URL, (err) => log.warn({ err }, 'lost a database connection'))
  : openSqlite(join(config.CAIRN_DATA_DIR, 'workspace.sqlite'));

const refuse = (message: string): never => {
  log.fatal(message);
  process.stderr.write(`${message}\n`);
  process.exit(EXIT_CONFIG);
};

try {
  await migrate(engine);
  await fillBriefs(engine.db, SAVED_TYPES);
} catch (err) {
  if (err instanceof DatabaseVersionError) refuse(err.message);
  log.fatal({ err }, 'cannot prepare the database');
  process.exit(1);
}

const shared = { engine, secret: config.CAIRN_SECRET, publicUrl: config.CAIRN_PUBLIC_URL, log };
const auth = createAuth({ ...shared, signUpOpen: config.CAIRN_SIGN_UP === 'open' });
if (!(await canSign(auth))) {
  refuse('CAIRN_SECRET is not the one that this database was made with. Start with that one again.');
}

const app = createApp({
  ...shared,
  auth,
  notifTimeout: config.CAIRN_NOTIF_TIMEOUT,
  registry: processMetrics(),
});
await startService({ app, port: config.PORT, host: config.HOST, log, close: () => engine.db.destroy() });

import { createLogger, EXIT_CONFIG, loadConfig, processMetrics, startService } from '@cairn/service-kit';
import { join } from 'node:path';
import { createApp } from './app.ts';
import { workspaceEnv } from './config.ts';
import { openPostgres, openSqlite } from './database/dialects.ts';
import { DatabaseVersionError, migrate } from './database/migrate.ts';

const config = loadConfig(workspaceEnv);
const log = createLogger('svc-workspace', config.LOG_LEVEL);
const engine = config.DATABASE_URL
  ? openPostgres(config.DATABASE_URL, (err) => log.warn({ err }, 'lost a database connection'))
  : openSqlite(join(config.CAIRN_DATA_DIR, 'workspace.sqlite'));

try {
  await migrate(engine);
} catch (err) {
  log.fatal({ err }, err instanceof DatabaseVersionError ? err.message : 'cannot prepare the database');
  process.exit(err instanceof DatabaseVersionError ? EXIT_CONFIG : 1);
}

const app = createApp({
  engine,
  secret: config.CAIRN_SECRET,
  publicUrl: config.CAIRN_PUBLIC_URL,
  signUpOpen: config.CAIRN_SIGN_UP === 'open',
  log,
  registry: processMetrics(),
});
await startService({ app, port: config.PORT, host: config.HOST, log, close: () => engine.db.destroy() });

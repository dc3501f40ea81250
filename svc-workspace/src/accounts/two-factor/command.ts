import { AppError } from '@cairn/contracts';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { openPostgres, openSqlite } from '../../database/dialects.ts';
import { migrate } from '../../database/migrate.ts';
import { secondFactorStore } from './store.ts';

interface CommandInput {
  readonly email: string;
  /** The data directory of Cairn. */
  readonly data: string;
  /** The address of PostgreSQL, where that holds the accounts. */
  readonly databaseUrl?: string | undefined;
}

/** Takes the second factor from an account, while Cairn runs or at rest, and answers what to say. */
export async function takeSecondFactor({ email, data, databaseUrl }: CommandInput): Promise<string> {
  const file = join(data, 'workspace.sqlite');
  if (!databaseUrl && !existsSync(file)) throw new AppError('not_found', `There is no Cairn in ${data}.`);
  const engine = databaseUrl ? openPostgres(databaseUrl, () => undefined) : openSqlite(file);
  try {
    await migrate(engine);
    await secondFactorStore(engine.db).take(email);
  } finally {
    await engine.db.destroy();
  }
  return `${email} signs in without a second factor from now on, and is signed out everywhere. The audit log says so.`;
}

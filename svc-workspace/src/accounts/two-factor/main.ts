import { AppError } from '@cairn/contracts';
import { takeSecondFactor } from './command.ts';

const [email = '', data = ''] = process.argv.slice(2);
try {
  const done = await takeSecondFactor({ email, data, databaseUrl: process.env['DATABASE_URL'] });
  process.stdout.write(`${done}\n`);
} catch (error) {
  if (!(error instanceof AppError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}

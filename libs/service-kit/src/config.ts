import { z } from 'zod';
import { publicAddress } from './origins.ts';

const DEVELOPMENT_SECRET = 'a development secret of Cairn, never for production';

/** Environment that every service reads; a service extends it with its own. */
export const serviceEnv = z.object({
  PORT: z.coerce.number().int().min(0).max(65_535).default(0),
  HOST: z.string().min(1).default('127.0.0.1'),
  NODE_ENV: z.enum(['production', 'development', 'test']).default('development'),
  CAIRN_DATA_DIR: z.string().min(1).default('.cairn'),
  CAIRN_SECRET: z.string().min(32, 'needs at least 32 characters').default(DEVELOPMENT_SECRET),
  CAIRN_PUBLIC_URL: publicAddress.default('http://127.0.0.1:4400'),
  /** The address on the machine itself; that of the public one where nothing else is said. */
  CAIRN_LOCAL_URL: z.url().optional(),
  CAIRN_WORKSPACE_URL: z.url().default('http://127.0.0.1:4401'),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
});
export type ServiceEnv = z.infer<typeof serviceEnv>;

/** The invalid variables of the environment, one line each; it never shows values. */
export class ConfigError extends Error {
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(`The configuration is wrong:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
    this.name = 'ConfigError';
    this.problems = problems;
  }
}

type Environment = Readonly<Record<string, string | undefined>>;

function secretProblems(env: Environment): string[] {
  if (env['NODE_ENV'] !== 'production') return [];
  if (env['CAIRN_SECRET'] && env['CAIRN_SECRET'] !== DEVELOPMENT_SECRET) return [];
  return ['CAIRN_SECRET: must be set to a secret of your own in production'];
}

/** Parses the environment; throws one ConfigError with all problems. An empty variable counts as not set. */
export function readConfig<S extends z.ZodObject>(schema: S, environment: Environment): z.output<S> {
  const env = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const parsed = schema.safeParse(env);
  const problems = [
    ...(parsed.error?.issues ?? []).map((issue) => `${issue.path.join('.')}: ${issue.message}`),
    ...secretProblems(env),
  ];
  if (!parsed.success || problems.length > 0) throw new ConfigError(problems);
  return parsed.data;
}

export const EXIT_CONFIG = 78;
/** The exit code when a data file cannot be read (EX_IOERR of sysexits.h). */
export const EXIT_DAMAGED = 74;

/** Reads the process's environment; an invalid one is reported on standard error, with exit code 78. */
export function loadConfig<S extends z.ZodObject>(schema: S): z.output<S> {
  try {
    return readConfig(schema, process.env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(EXIT_CONFIG);
  }
}
